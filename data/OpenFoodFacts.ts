import { Predicate } from "effect"
import { normaliseBarcode } from "../domain/product/Barcode.ts"
import { readTsv } from "./Csv.ts"
import { countriesOfCode, imageLanguage, languageOf, lifyzerRows } from "./Lifyzer.ts"
import type { Originals } from "./Originals.ts"
import { type OffRow, offRow, offRowOfJson, withFieldsOf } from "./OffRow.ts"

/**
 * One row per product with a name in English, Russian or Arabic, or with a code of Russia or a Gulf state, sorted by
 * code. Where several extracts have a product, the richest is taken: API, then exports, then the dump of 2019.
 */
export const openFoodFactsRows = (originals: Originals): ReadonlyArray<OffRow> => {
  const extracts = catalogueRows(originals)
  const rows = [
    ...apiRows(originals),
    ...exportRowsOf2026(originals, extracts),
    ...exportRowsOf2024(originals),
    ...lifyzerRows(originals),
    ...extracts.filter(({ source }) => source === "off_2019_lifyzer").map(({ row }) => withoutGuessedCountry(row))
  ]
  const byCode = new Map<string, OffRow>()
  for (const row of rows) {
    const barcode = normaliseBarcode(row.code)
    if (barcode === null || inStore.test(barcode) || byCode.has(barcode) || !isWanted(row)) continue
    byCode.set(barcode, row)
  }
  return [...byCode.entries()].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row)
}

/** EAN-13 of prefixes 20 to 29 mean another product in every shop (GS1: restricted circulation). */
const inStore = /^2[0-9]{12}$/

/** A name in Latin letters alone, without any value, is too little: many such rows are no food. */
const isWanted = (row: OffRow): boolean => {
  const has = (language: string): boolean => row.namesByLanguage[language] !== undefined
  if (has("ru") || has("ar")) return true
  return Object.keys(row.nutriments).length > 0 && (has("en") || countriesOfCode(row.code).length > 0)
}

/** Open Food Facts' own checks found values that cannot be: most were stated per 100 g and entered as per serving. */
const hasFalseValues = (fields: ReadonlyMap<string, string>): boolean =>
  /en:(?:nutrition|energy)-value/.test(fields.get("data_quality_errors_tags") ?? "")

/** Ten popular products as the search API returned them in 2020, and three of the product API. */
const apiRows = (originals: Originals): ReadonlyArray<OffRow> => {
  const search: unknown = JSON.parse(originals.text("off_api_search_10_products_2020.json"))
  const products: unknown = JSON.parse(originals.text("off_api_v0_products.json"))
  const found = Predicate.hasProperty(search, "products") && Array.isArray(search.products) ? search.products : []
  const looked = Predicate.isObject(products) ? Object.values(products) : []
  const records = [...found, ...looked.map((one) => (Predicate.hasProperty(one, "product") ? one.product : one))]
  return records.flatMap((record) => offRowOfJson(record) ?? [])
}

interface Extract {
  readonly source: string
  readonly row: OffRow
}

/** The extracts in catalogue.jsonl. Its other sources (no licence, or an unnamed upstream) must not enter. */
const catalogueRows = (originals: Originals): ReadonlyArray<Extract> =>
  originals
    .text("catalogue.jsonl")
    .split("\n")
    .filter((line) => line !== "")
    .flatMap((line) => {
      const record: unknown = JSON.parse(line)
      const isOdbl = Predicate.hasProperty(record, "source_licence") && record.source_licence === "ODbL-1.0"
      const row = isOdbl ? offRowOfJson(record) : null
      const source = Predicate.hasProperty(record, "source") ? String(record.source) : ""
      return row === null ? [] : [{ source, row }]
    })

/** Its countries were told from names; only a code's prefix is evidence. */
const withoutGuessedCountry = ({ countries_tags: _, ...row }: OffRow): OffRow => {
  const countries = countriesOfCode(row.code)
  const lang = languageOf(row.product_name, row.lang) ?? row.lang
  return {
    ...row,
    lang,
    namesByLanguage: { [lang]: row.product_name },
    ...(countries.length === 0 ? {} : { countries_tags: countries })
  }
}

/** The extract has languages and nutriments (from the Parquet form of the same export), the export photographs and scans. */
const exportRowsOf2026 = (originals: Originals, extracts: ReadonlyArray<Extract>): ReadonlyArray<OffRow> => {
  const exported = new Map(readTsv(originals.text("products_export_1000.csv")).map((row) => [row.get("code"), row]))
  return extracts
    .filter(({ source }) => source === "off_export_2026")
    .flatMap(({ row }) => {
      const fields = exported.get(row.code)
      if (fields === undefined || hasFalseValues(fields)) return []
      const field = (name: string): string => fields.get(name) ?? ""
      return withFieldsOf(row, exportRow(field, row.lang))
    })
}

const englishSpeaking = ["australia", "canada", "ireland", "new-zealand", "united-kingdom", "united-states"]

/** The export does not state the language: a name is English where photograph and every country say so. */
const exportRowsOf2024 = (originals: Originals): ReadonlyArray<OffRow> =>
  readTsv(originals.text("off_export_1000_2024.csv.gz")).flatMap((fields) => {
    const field = (name: string): string => fields.get(name) ?? ""
    const countries = list(field("countries_tags"))
    const image = imageLanguage(field("image_url"))
    const isEnglish = countries.length > 0 && countries.every((tag) => englishSpeaking.includes(tag.replace("en:", "")))
    const photographed = languageOf(field("product_name"), image)
    const lang = isEnglish || photographed !== "en" ? photographed : null
    if (lang === null || hasFalseValues(fields)) return []
    return exportRow(field, lang) ?? []
  })

const exportRow = (field: (name: string) => string, lang: string): OffRow | null =>
  offRow({
    code: field("code"),
    lang,
    name: field("product_name"),
    names: [],
    text: field,
    categoryTags: list(field("categories_tags")),
    countryTags: list(field("countries_tags")),
    scans: Number(field("unique_scans_n")),
    // exports of the whole database have the tags of allergens under the plain name
    tags: (name) => list(field(name) || (name === "allergens_tags" ? field("allergens") : "")),
    servingQuantity: field("serving_quantity"),
    amount: field
  })

const list = (tags: string): ReadonlyArray<string> => tags.split(",").filter((tag) => tag !== "")
