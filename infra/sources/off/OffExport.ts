import type { Line } from "../Lines.ts"
import { rejected, type RowOutcome } from "../SourceRow.ts"
import { SourceUnreadable } from "../SourceUnreadable.ts"
import { columnOf, offNames } from "./OffNutrientNames.ts"
import type { OffRecord } from "./OffRecord.ts"

/**
 * Reads a tab-separated export, of the whole database or of a search, by the names in its header: years added and renamed
 * columns, from 174 in 2021 to 210 in 2026. Quotes are plain characters, and no field holds a tab or a line feed.
 * Throws `SourceUnreadable` when the header is none.
 */
export const exportReader = (
  source: string,
  header: Line,
  outcome: (record: OffRecord, isValidUtf8: boolean) => RowOutcome
): ((line: Line) => ReadonlyArray<RowOutcome>) => {
  const columns = header.text.split("\t")
  if (!columns.includes("code") || !columns.includes("product_name")) {
    const detail = `neither JSON nor Parquet nor a tab-separated export: ${header.text.slice(0, 80)}`
    throw new SourceUnreadable({ source, reason: "header_wrong", detail })
  }
  const used = columns.map((name) => (isUsed(name) ? name : null))
  return (line) => {
    if (line.text === "") return []
    const { fieldCount, record } = recordOf(used, line.text)
    return fieldCount === columns.length
      ? [outcome(record, line.isValidUtf8)]
      : [rejected("columns_wrong", `${fieldCount} of ${columns.length}`)]
  }
}

/** The used fields that are not empty. Cut out one by one: an export has 200 columns, of which 50 matter. */
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

const usedColumns: ReadonlySet<string> = new Set([
  ...(
    "code lang lc product_name generic_name abbreviated_product_name product_type brands categories categories_tags " +
    "pnns_groups_1 pnns_groups_2 food_groups_tags countries countries_tags image_url image_front_url quantity " +
    "product_quantity_unit serving_size serving_quantity serving_quantity_unit unique_scans_n nutrition_data_per " +
    "obsolete last_modified_t allergens allergens_tags traces traces_tags labels labels_tags ingredients_text " +
    "ingredients_analysis_tags"
  ).split(" "),
  ...offNames.map(columnOf)
])

const isUsed = (column: string): boolean =>
  usedColumns.has(column) || /^(?:product_name|generic_name|ingredients_text)_[a-z]{2}$/.test(column)
