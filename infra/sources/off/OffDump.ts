import { Result } from "effect"
import { type ByteSource, openByteSource } from "../ByteSource.ts"
import { type Line, lineBatches } from "../Lines.ts"
import { SeenCodes } from "../SeenCodes.ts"
import { rejected, type RowOutcome, type SourceReader, type SourceRow } from "../SourceRow.ts"
import { SourceUnreadable } from "../SourceUnreadable.ts"
import { offOutcome } from "./OffFacts.ts"
import { isOffRecord, type OffRecord } from "./OffRecord.ts"

/**
 * Opens a dump of Open Food Facts: JSON lines, or the tab-separated export; the first character tells which. Gzip or
 * plain, `-` for standard input. Rejects with `SourceUnreadable` when there is no such file.
 */
export const openOff = async (path: string): Promise<SourceReader> => readOff(await openByteSource(path))

export const readOff = (source: ByteSource): SourceReader => ({
  byteCount: source.byteCount,
  bytesRead: source.bytesRead,
  rows: rowsOf(source)
})

async function* rowsOf(source: ByteSource): AsyncGenerator<ReadonlyArray<SourceRow>> {
  const seen = new SeenCodes()
  let read: ((line: Line) => RowOutcome | null) | null = null
  for await (const lines of lineBatches(source.chunks)) {
    const rows: Array<SourceRow> = []
    for (const line of lines) {
      if (read === null) {
        read = line.text.trimStart().startsWith("{") ? jsonOutcome : exportReader(source.name, line)
        if (read !== jsonOutcome) continue
      }
      const outcome = line.isTooLong ? rejected("line_too_long", "") : read(line)
      if (outcome !== null) rows.push({ line: line.number, outcome: onlyFirst(seen, outcome) })
    }
    if (rows.length > 0) yield rows
  }
}

/** Exports of different years write one code with different zeros: the same product twice would revise itself. */
const onlyFirst = (seen: SeenCodes, outcome: RowOutcome): RowOutcome => {
  if (outcome._tag === "Rejected") return outcome
  const code = outcome.facts.id.slice("off_".length)
  return seen.add(code) ? outcome : rejected("duplicate_in_file", code)
}

const jsonOutcome = (line: Line): RowOutcome | null => {
  if (line.text.trim() === "") return null
  const record = parsed(line.text)
  return record === null ? rejected("json_invalid", line.text.slice(0, 80)) : offOutcome(record, line.isValidUtf8)
}

const parsed = (text: string): OffRecord | null => {
  const value = Result.try((): unknown => JSON.parse(text))
  return Result.isSuccess(value) && isOffRecord(value.success) ? value.success : null
}

/** Quotes are plain characters in the export, and no field holds a tab or a line feed. */
const exportReader = (source: string, header: Line): ((line: Line) => RowOutcome | null) => {
  const columns = header.text.split("\t")
  if (!columns.includes("code") || !columns.includes("product_name")) {
    const detail = `neither JSON nor a tab-separated export: ${header.text.slice(0, 80)}`
    throw new SourceUnreadable({ source, reason: "header_wrong", detail })
  }
  const used = columns.map((name) => (isUsed(name) ? name : null))
  return (line) => {
    if (line.text === "") return null
    const { fieldCount, record } = recordOf(used, line.text)
    return fieldCount === columns.length
      ? offOutcome(record, line.isValidUtf8)
      : rejected("columns_wrong", `${fieldCount} of ${columns.length}`)
  }
}

/** The used fields that are not empty. Cut out one by one: an export has 200 columns, of which 40 matter. */
const recordOf = (
  used: ReadonlyArray<string | null>,
  text: string
): { readonly record: OffRecord; readonly fieldCount: number } => {
  const record: Record<string, string> = {}
  let fieldCount = 0
  for (let start = 0; start <= text.length; fieldCount++) {
    const tab = text.indexOf("\t", start)
    const end = tab === -1 ? text.length : tab
    const name = used[fieldCount]
    if (end > start && name !== null && name !== undefined) record[name] = text.slice(start, end)
    start = end + 1
  }
  return { record, fieldCount }
}

const usedColumns: ReadonlySet<string> = new Set(
  (
    "code lang lc product_name generic_name abbreviated_product_name product_type brands categories categories_tags " +
    "pnns_groups_1 pnns_groups_2 food_groups_tags countries countries_tags image_url image_front_url quantity " +
    "product_quantity_unit serving_size unique_scans_n nutrition_data_per energy-kcal_100g energy-kj_100g energy_100g " +
    "proteins_100g fat_100g carbohydrates_100g carbohydrates-total_100g fiber_100g sugars_100g sodium_100g salt_100g " +
    "alcohol_100g polyols_100g"
  ).split(" ")
)

const isUsed = (column: string): boolean =>
  usedColumns.has(column) || /^(?:product_name|generic_name)_[a-z]{2}$/.test(column)
