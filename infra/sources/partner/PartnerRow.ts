import { Record } from "effect"
import type { NutrientRow, NutrientUnit } from "../../../domain/product/NutrientRow.ts"
import { type DetailNutrient, detailNutrients, salt, servedNutrients } from "../../../domain/product/Nutrients.ts"
import type { StatedNutrient } from "../../../domain/product/NutritionGate.ts"

/** Columns with a text, and the code points that it may have. */
const textColumns = [
  ["barcode", 14],
  ["name", 300],
  ["language", 2],
  ["name_en", 300],
  ["name_ru", 300],
  ["name_ar", 300],
  ["brand", 200],
  ["food_group", 100],
  ["categories", 2_500],
  ["countries", 1_000],
  ["quantity", 100],
  ["serving", 100],
  ["basis", 5],
  ["image_url", 500],
  ["partner", 100],
  ["licence", 100]
] as const

export type AmountColumn = `${string}_${"kcal" | "kj" | "g" | "mg" | "ug" | "ml"}`

const suffixes = { kcal: "kcal", g: "g", mg: "mg", µg: "ug" } as const satisfies Readonly<{
  [Unit in NutrientUnit]: string
}>

type NutrientColumn<Name> = readonly [name: Name, column: AmountColumn, max: number]

/** A column for each nutrient, named after it and its unit: `saturated_fat_g`. */
const columnsOf = <Name extends string>(
  rows: Readonly<Record<Name, Pick<NutrientRow, "amount">>>
): ReadonlyArray<NutrientColumn<Name>> =>
  Record.toEntries(rows).map(([name, { amount }]) => [name, `${name}_${suffixes[amount.unit]}`, amount.max])

const { calories: _, ...served } = servedNutrients
export const servedColumns: ReadonlyArray<NutrientColumn<StatedNutrient>> = columnsOf(served)
export const detailColumns: ReadonlyArray<NutrientColumn<DetailNutrient>> = columnsOf(detailNutrients)

/** Columns with a number: per 100 g or 100 ml, but for the size of a serving; in the unit of the name, at most so much. */
const amountColumns: ReadonlyArray<readonly [column: AmountColumn, max: number]> = [
  ["energy_kcal", 902],
  ["energy_kj", 3_774],
  ["salt_g", salt.amount.max],
  ["polyols_g", 100],
  ["serving_g", 10_000],
  ["serving_ml", 10_000],
  ...[...servedColumns, ...detailColumns].map(([, column, max]) => [column, max] as const)
]

export type PartnerColumn = (typeof textColumns)[number][0] | AmountColumn

export const partnerColumns: ReadonlyArray<PartnerColumn> = [...textColumns, ...amountColumns].map(([column]) => column)
export const requiredColumns: ReadonlyArray<PartnerColumn> = ["barcode", "name", "language", "partner"]

const listItemCountMax = 24

/** The items of a column that holds several, between vertical bars. */
export const listItems = (text: string): ReadonlyArray<string> =>
  text
    .split("|")
    .map((item) => item.trim())
    .filter((item) => item !== "")

/** Everything that is wrong with the form of a row, each with its column: a partner corrects a row once, not thrice. */
export const problemsOf = (get: (column: PartnerColumn) => string): ReadonlyArray<string> => [
  ...textColumns.flatMap(([column, max]) =>
    get(column).length > max && Array.from(get(column)).length > max ? [`${column}: longer than ${max}`] : []
  ),
  ...amountColumns.flatMap(([column, max]) => amountProblem(column, max, get(column))),
  ...requiredColumns.flatMap((column) => (get(column) === "" ? [`${column}: empty`] : [])),
  ...formProblem("language", get("language"), /^[a-z]{2}$/, "not two small letters of ISO 639-1"),
  ...formProblem("basis", get("basis"), /^100(?:g|ml)$/, "neither 100g nor 100ml"),
  ...formProblem("image_url", get("image_url"), /^https:\/\/[!-~]+$/, "no https address"),
  ...formProblem("licence", get("licence"), /^[A-Za-z0-9.+-]+$/, "no SPDX identifier"),
  ...(listItems(get("categories")).length > listItemCountMax ? [`categories: more than ${listItemCountMax}`] : []),
  ...(listItems(get("countries")).length > listItemCountMax ? [`countries: more than ${listItemCountMax}`] : []),
  ...(get("salt_g") !== "" && get("sodium_mg") !== "" ? ["salt_g: beside sodium_mg, one of the two is meant"] : []),
  ...(get("serving_g") !== "" && get("serving_ml") !== ""
    ? ["serving_g: beside serving_ml, one of the two is meant"]
    : [])
]

const formProblem = (column: PartnerColumn, text: string, form: RegExp, problem: string): ReadonlyArray<string> =>
  text === "" || form.test(text) ? [] : [`${column}: ${problem}`]

const amountProblem = (column: AmountColumn, max: number, text: string): ReadonlyArray<string> => {
  if (text === "") return []
  if (!/^\d{1,6}(?:\.\d{1,10})?$/.test(text)) return [`${column}: no number such as 12.5`]
  return Number(text) > max ? [`${column}: above ${max}`] : []
}
