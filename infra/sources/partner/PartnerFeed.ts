import { normaliseBarcode } from "../../../domain/product/Barcode.ts"
import { hasValidCheckDigit } from "../../../domain/product/CheckDigit.ts"
import { computedEnergyRule } from "../../../domain/product/Energy.ts"
import { assessNutrition, type StatedNutrient } from "../../../domain/product/NutritionGate.ts"
import { productIdOf } from "../../../domain/product/ProductId.ts"
import { regionsOf } from "../../../domain/product/Region.ts"
import type { Stated } from "../../../domain/product/StatedAmount.ts"
import { type ByteSource, openByteSource } from "../ByteSource.ts"
import { type CsvRecord, csvRecords } from "../Csv.ts"
import { namesOf } from "../Names.ts"
import { SeenCodes } from "../SeenCodes.ts"
import { servingSizeOf } from "../ServingSizes.ts"
import { accepted, rejected, type RowOutcome, type SourceReader, type SourceRow } from "../SourceRow.ts"
import { SourceUnreadable } from "../SourceUnreadable.ts"
import { cleanText, textLengthMax } from "../Text.ts"
import {
  detailColumns,
  listItems,
  type PartnerColumn,
  partnerColumns,
  problemsOf,
  requiredColumns,
  servedColumns
} from "./PartnerRow.ts"

/**
 * Opens a partner's feed: CSV with a header (UTF-8, commas, quotes of RFC 4180), gzip or plain, `-` for standard input;
 * `docs/sources.md` describes the columns. Rejects with `SourceUnreadable`; the iteration throws it for a header that
 * lacks a required column, or has one twice, or one that the format does not know.
 */
export const openPartnerFeed = async (path: string): Promise<SourceReader> =>
  readPartnerFeed(await openByteSource(path))

export const readPartnerFeed = (source: ByteSource): SourceReader => ({
  byteCount: source.byteCount,
  bytesRead: source.bytesRead,
  rows: rowsOf(source)
})

async function* rowsOf(source: ByteSource): AsyncGenerator<ReadonlyArray<SourceRow>> {
  const seen = new SeenCodes()
  let columns: ReadonlyArray<PartnerColumn> | null = null
  for await (const records of csvRecords(source.chunks)) {
    const rows: Array<SourceRow> = []
    for (const record of records) {
      if (columns === null) columns = columnsOf(source.name, record)
      else rows.push({ line: record.line, outcome: outcomeOf(record, columns, seen) })
    }
    yield rows
  }
  if (columns === null) throw headerWrong(source.name, "the file is empty")
}

const headerWrong = (source: string, detail: string): SourceUnreadable =>
  new SourceUnreadable({ source, reason: "header_wrong", detail })

const columnsOf = (source: string, { fields }: CsvRecord): ReadonlyArray<PartnerColumn> => {
  const columns = fields.map((field) => {
    const name = field.trim()
    const column = partnerColumns.find((known) => known === name)
    if (column === undefined) throw headerWrong(source, `unknown column "${name.slice(0, 100)}"`)
    return column
  })
  const missing = requiredColumns.filter((column) => !columns.includes(column))
  if (missing.length > 0) throw headerWrong(source, `no column ${missing.join(", ")}`)
  const twice = columns.find((column, place) => columns.indexOf(column) !== place)
  if (twice !== undefined) throw headerWrong(source, `column ${twice} stands twice`)
  return columns
}

const outcomeOf = ({ fields }: CsvRecord, columns: ReadonlyArray<PartnerColumn>, seen: SeenCodes): RowOutcome => {
  if (fields.length === 0) return rejected("line_too_long", "")
  if (fields.length !== columns.length)
    return rejected("columns_wrong", `${fields.length} instead of ${columns.length}`)
  const row = new Map(columns.map((column, place) => [column, (fields[place] ?? "").trim()]))
  const get = (column: PartnerColumn): string => row.get(column) ?? ""
  const code = get("barcode")
  if (code === "") return rejected("no_code", get("name"))
  const barcode = /^(?:\d{8}|\d{12,14})$/.test(code) && hasValidCheckDigit(code) ? normaliseBarcode(code) : null
  const id = barcode === null ? null : productIdOf("partner", barcode)
  if (barcode === null || id === null) return rejected("code_invalid", code)
  const problems = problemsOf(get)
  if (problems.length > 0) return rejected("schema_invalid", problems.join("; "))
  const language = get("language")
  const names = namesOf(
    [
      { language, text: get("name") },
      { language: "en", text: get("name_en") },
      { language: "ru", text: get("name_ru") },
      { language: "ar", text: get("name_ar") }
    ],
    language
  )
  if (names === null) return rejected("no_name", code)
  const { quality, ...assessed } = assess(get)
  const wrong = quality.filter(({ rule }) => rule !== computedEnergyRule)
  if (wrong.length > 0) {
    const broken = wrong.map(({ field, raw, rule }) => `${field} ${rule} (${raw})`)
    return rejected("nutrition_implausible", `${code} ${broken.join(", ")}`)
  }
  if (!seen.add(barcode)) return rejected("duplicate_in_file", code)
  const foodGroup = cleanText(get("food_group"), textLengthMax.label)
  const categories = listItems(get("categories")).flatMap((item) => cleanText(item, textLengthMax.label) ?? [])
  return accepted({
    id,
    ...names,
    brands: cleanText(get("brand"), textLengthMax.brands),
    barcode,
    foodGroup: foodGroup ?? categories[0] ?? null,
    categories: categories.length === 0 && foodGroup !== null ? [foodGroup] : categories,
    imageUrl: get("image_url") === "" ? null : get("image_url"),
    verified: false,
    generic: false,
    regions: [...regionsOf(listItems(get("countries")))],
    ...assessed,
    basis: get("basis") === "100ml" ? "100ml" : "100g",
    quality,
    serving: cleanText(get("serving"), textLengthMax.serving),
    ...servingOf(get),
    quantity: cleanText(get("quantity"), textLengthMax.label),
    popularity: 0,
    provenance: {
      dataset: `Partner feed of ${get("partner")}`,
      reference: code,
      licence: get("licence") === "" ? "LicenseRef-partner-feed" : get("licence")
    }
  })
}

type Get = (column: PartnerColumn) => string

const servingOf = (get: Get) =>
  get("serving_ml") === "" ? servingSizeOf(get("serving_g"), "g") : servingSizeOf(get("serving_ml"), "ml")

const assess = (get: Get) => {
  const stated: { [Name in StatedNutrient]?: Stated } = {}
  for (const [name, column] of servedColumns) stated[name] = get(column)
  return assessNutrition({
    ...stated,
    details: detailColumns.map(([name, column]) => [name, get(column)]),
    kilocalories: get("energy_kcal"),
    kilojoules: get("energy_kj"),
    saltG: get("salt_g"),
    polyolsG: get("polyols_g")
  })
}
