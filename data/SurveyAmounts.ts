import { readCsv } from "./Csv.ts"
import type { Originals } from "./Originals.ts"

type Row = ReadonlyMap<string, string>

/** Columns of `portions/survey-amounts.tsv.gz`; `Survey.ts` beside it reads them. */
const columns = ["code", "name", "category", "ndb", "reports", "p10", "p50", "p90", "portions"]

/**
 * What FNDDS 2021-2023 says a household portion of each of its foods weighs, and how much adults ate of it at one time in
 * NHANES 2007-2012 (grams at the 10th, 50th and 90th percentile, and the number of reports; empty for a newer food). `ndb`: the
 * number of the record of SR that the food is, where it is made of nothing else and nothing is done to it. Portions are
 * `description=grams`, apart by `|`, as USDA words and weighs them; those of no weight are left out.
 */
export const surveyAmounts = (originals: Originals): ReadonlyArray<string> => {
  const portions = byCode(originals, "fndds_2021-2023_portions.csv.gz")
  const ingredients = byCode(originals, "fndds_2021-2023_ingredients.csv.gz")
  const eaten = new Map(
    readCsv(originals.text("nhanes_2007-2012_food_code_frequency_grams.csv.gz")).map((row) => [row.get("food_code"), row])
  )
  const rows = readCsv(originals.text("fndds_2021-2023_foods.csv.gz"))
    .toSorted((one, other) => (codeOf(one) < codeOf(other) ? -1 : 1))
    .map((food) => {
      const code = codeOf(food)
      const amounts = eaten.get(code)
      return [
        code,
        food.get("Main food description") ?? "",
        food.get("WWEIA Category description") ?? "",
        onlyIngredient(ingredients.get(code) ?? []),
        ...["reports_adults", "g_p10", "g_p50", "g_p90"].map((column) => amounts?.get(column) ?? ""),
        portionsOf(portions.get(code) ?? [])
      ].join("\t")
    })
  return [columns.join("\t"), ...rows]
}

const codeOf = (row: Row): string => row.get("Food code") ?? ""

const byCode = (originals: Originals, file: string): ReadonlyMap<string, ReadonlyArray<Row>> =>
  Map.groupBy(readCsv(originals.text(file)), codeOf)

const onlyIngredient = ([first, ...others]: ReadonlyArray<Row>): string =>
  first !== undefined && others.length === 0 && Number(first.get("Moisture change (%)")) === 0
    ? (first.get("Ingredient code") ?? "")
    : ""

const portionsOf = (rows: ReadonlyArray<Row>): string =>
  rows
    .filter((row) => Number(row.get("Portion weight (g)")) > 0)
    .map((row) => `${row.get("Portion description")}=${row.get("Portion weight (g)")}`)
    .join("|")
