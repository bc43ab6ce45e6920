import { Predicate } from "effect"
import { columnOf, offNames } from "../infra/sources/off/OffNutrientNames.ts"

/** One product under Open Food Facts' own field names; an unknown field is absent. */
export interface OffRow {
  readonly code: string
  readonly lang: string
  readonly product_name: string
  /** names by language, written as `product_name_<language>` */
  readonly namesByLanguage: Readonly<Record<string, string>>
  readonly brands?: string
  readonly quantity?: string
  readonly categories?: string
  readonly categories_tags?: ReadonlyArray<string>
  readonly countries_tags?: ReadonlyArray<string>
  readonly pnns_groups_1?: string
  readonly pnns_groups_2?: string
  readonly serving_size?: string
  readonly serving_quantity?: number
  readonly image_url?: string
  readonly unique_scans_n?: number
  readonly ingredients_text?: string
  readonly allergens_tags?: ReadonlyArray<string>
  readonly traces_tags?: ReadonlyArray<string>
  readonly labels_tags?: ReadonlyArray<string>
  readonly ingredients_analysis_tags?: ReadonlyArray<string>
  readonly nutriments: Readonly<Record<string, number>>
}

/** The nutriments that the service reads. */
const nutrimentNames = offNames.map(columnOf)

/** The row with what another form of the same record knows besides. */
export const withFieldsOf = (row: OffRow, other: OffRow | null): OffRow => ({ ...other, ...row })

/** The row as a line of Open Food Facts' JSONL export. */
export const offLine = ({ namesByLanguage, nutriments, ...row }: OffRow): string => {
  const languages = Object.keys(namesByLanguage).sort()
  const names = Object.fromEntries(languages.map((language) => [`product_name_${language}`, namesByLanguage[language]]))
  const { code, lang, product_name, ...rest } = row
  return JSON.stringify({ code, lang, product_name, ...names, ...rest, nutriments })
}

/** Reads a record of the API or the JSONL export. `null` when it has no code or no name. */
export const offRowOfJson = (record: unknown): OffRow | null => {
  if (!Predicate.isObject(record)) return null
  const fields = new Map<string, unknown>(Object.entries(record))
  const text = (name: string): string => {
    const value = fields.get(name)
    return Predicate.isString(value) ? value : ""
  }
  const texts = (name: string): ReadonlyArray<string> => {
    const value = fields.get(name)
    return Array.isArray(value) ? value.filter(Predicate.isString) : []
  }
  const nutriments = fields.get("nutriments")
  const amounts = new Map<string, unknown>(Predicate.isObject(nutriments) ? Object.entries(nutriments) : [])
  const names = [...fields.keys()].flatMap((name) => /^product_name_([a-z]{2})$/.exec(name)?.[1] ?? [])
  const scans = fields.get("unique_scans_n")
  return offRow({
    code: text("code"),
    lang: text("lang"),
    name: text("product_name"),
    names: names.map((language) => [language, text(`product_name_${language}`)]),
    text,
    categoryTags: texts("categories_tags"),
    countryTags: texts("countries_tags"),
    tags: texts,
    scans: Predicate.isNumber(scans) ? scans : 0,
    servingQuantity: fields.get("serving_quantity"),
    amount: (name) => amounts.get(name)
  })
}

type TextField = "brands" | "quantity" | "categories" | "pnns_groups_1" | "pnns_groups_2" | "serving_size" | "image_url" | "ingredients_text"

/** Tags of what is in the product, or is not. */
const contentFields = ["allergens_tags", "traces_tags", "labels_tags", "ingredients_analysis_tags"] as const
export type ContentField = (typeof contentFields)[number]

export interface OffFields {
  readonly code: string
  readonly lang: string
  readonly name: string
  readonly names: ReadonlyArray<readonly [language: string, name: string]>
  readonly text: (name: TextField) => string
  readonly categoryTags: ReadonlyArray<string>
  readonly countryTags: ReadonlyArray<string>
  readonly scans: number
  readonly tags: (name: ContentField) => ReadonlyArray<string>
  readonly servingQuantity: unknown
  readonly amount: (name: string) => unknown
}

/** A row of tidied fields: single spaces, no empty field, numbers as numbers. */
export const offRow = (fields: OffFields): OffRow | null => {
  const named = [[fields.lang, fields.name] as const, ...fields.names].map(
    ([language, name]) => [language, tidy(name)] as const
  )
  const names = Object.fromEntries(named.filter(([, name]) => isName(name)))
  const main = names[fields.lang]
  if (!/^[0-9]+$/.test(fields.code) || main === undefined) return null
  return {
    code: fields.code,
    lang: fields.lang,
    product_name: main,
    namesByLanguage: names,
    ...stated("brands", tidy(fields.text("brands"))),
    ...stated("quantity", tidy(fields.text("quantity"))),
    ...stated("categories", tidy(fields.text("categories"))),
    ...(fields.categoryTags.length === 0 ? {} : { categories_tags: fields.categoryTags }),
    ...(fields.countryTags.length === 0 ? {} : { countries_tags: fields.countryTags }),
    ...stated("pnns_groups_1", fields.text("pnns_groups_1")),
    ...stated("pnns_groups_2", fields.text("pnns_groups_2")),
    ...stated("serving_size", tidy(fields.text("serving_size"))),
    ...Object.fromEntries(amountOf("serving_quantity", fields.servingQuantity)),
    ...stated("image_url", fields.text("image_url")),
    ...(fields.scans > 0 ? { unique_scans_n: fields.scans } : {}),
    ...stated("ingredients_text", tidy(fields.text("ingredients_text"))),
    ...Object.fromEntries(
      contentFields.flatMap((name) => (fields.tags(name).length === 0 ? [] : [[name, fields.tags(name)]]))
    ),
    nutriments: Object.fromEntries(nutrimentNames.flatMap((name) => amountOf(name, fields.amount(name))))
  }
}

const tidy = (text: string): string => text.replace(/\s+/gu, " ").trim()

/** Two letters at least: codes, prices and dashes are no names. */
const isName = (text: string): boolean => (text.match(/\p{L}/gu) ?? []).length >= 2

const stated = (name: string, text: string) => (["", "null", "unknown"].includes(text) ? {} : { [name]: text })

const amountOf = (name: string, value: unknown): ReadonlyArray<readonly [string, number]> => {
  const amount = value === "" || value === null || value === undefined ? Number.NaN : Number(value)
  return Number.isFinite(amount) ? [[name, amount]] : []
}
