import { readCsv } from "./Csv.ts"
import { fnddsIngredients } from "./FnddsIngredients.ts"
import { everydayOrder, plainDescription, sameFoodNames, wordsOf } from "./FnddsNames.ts"
import { type HouseholdNames, isFoodCode } from "./HouseholdNames.ts"
import type { Originals } from "./Originals.ts"
import { fnddsColumns } from "./UsdaColumns.ts"

type Row = ReadonlyMap<string, string>

/** Parts of other foods of the survey ("Chicken, for use with vegetables"): nobody reports them by themselves. */
const noCategory = "9999"

interface SurveyFood {
  readonly code: string
  readonly name: string
  readonly description: string
  readonly row: Row
  /** how often it was reported */
  readonly reports: number
}

export interface FnddsCounts {
  readonly inSurvey: number
  readonly withoutCategory: number
  readonly withoutValues: number
  readonly saidPlainer: number
  readonly curated: number
  readonly kept: number
}

/**
 * FNDDS 2021-2023 as lines of FoodData Central's JSON, sorted by food code. It is left out what
 * - belongs to no category or has no values,
 * - says "NS as to …" (not specified) or "NFS" where another food of the same name says no less,
 * - is called exactly as a curated food is: `curatedNames`.
 */
export const fnddsFoods = (
  originals: Originals,
  household: HouseholdNames,
  curatedNames: ReadonlyArray<string>
): { readonly lines: ReadonlyArray<string>; readonly counts: FnddsCounts } => {
  const rows = readCsv(originals.text("fndds_2021-2023_foods.csv.gz"))
  const values = byCode(originals, "fndds_2021-2023_nutrients_per100g.csv.gz")
  const portions = byCode(originals, "fndds_2021-2023_portions.csv.gz")
  const ingredients = fnddsIngredients(readCsv(originals.text("fndds_2021-2023_ingredients.csv.gz")))
  const further = furtherDescriptions(originals)
  const frequency = new Map(
    readCsv(originals.text("nhanes_2007-2012_food_code_frequency_grams.csv.gz")).map((row) => [
      row.get("food_code") ?? "",
      Number(row.get("reports_all_ages"))
    ])
  )
  const inCategory = rows.filter((row) => row.get("WWEIA Category number") !== noCategory)
  const valued = inCategory.filter((row) => values.has(codeOf(row)))
  const plain = plainest(valued.map((row) => surveyFood(row, frequency.get(codeOf(row)) ?? 0)))
  const taken = new Set(curatedNames.map(wordsOf))
  const kept = plain.filter(({ name }) => !taken.has(wordsOf(name)))
  const known = new Set(kept.map(({ code }) => code))
  const unknown = [...household.keys()].filter((id) => isFoodCode(id) && !known.has(id))
  if (unknown.length > 0) throw new Error(`household-names.tsv: not in the catalogue: ${unknown.join(", ")}`)
  const lines = kept
    .toSorted((one, other) => (one.code < other.code ? -1 : 1))
    .map((food) => {
      const own = household.get(food.code)
      const [first = food.name, ...others] = englishNames(food, own?.en ?? [], further.get(food.code) ?? [])
      return JSON.stringify({
        dataType: "Survey (FNDDS)",
        foodCode: Number(food.code),
        description: first,
        householdNames: { en: others, ...(own === undefined ? {} : { ru: own.ru, ar: own.ar }) },
        reportCount: food.reports,
        wweiaFoodCategory: { wweiaFoodCategoryDescription: food.row.get("WWEIA Category description") },
        foodNutrients: nutrientsOf(values.get(food.code)?.[0]),
        foodPortions: usualPortion(portions.get(food.code) ?? []),
        inputFoods: (ingredients.get(food.code) ?? []).map((ingredientDescription) => ({ ingredientDescription }))
      })
    })
  return {
    lines,
    counts: {
      inSurvey: rows.length,
      withoutCategory: rows.length - inCategory.length,
      withoutValues: inCategory.length - valued.length,
      saidPlainer: valued.length - plain.length,
      curated: plain.length - kept.length,
      kept: kept.length
    }
  }
}

/** As a household says it first: our own names, the everyday order, then the description, then what is called the same. */
const englishNames = (
  { name, row }: SurveyFood,
  own: ReadonlyArray<string>,
  further: ReadonlyArray<string>
): ReadonlyArray<string> => {
  const additional = (row.get("Additional food description") ?? "").split("; ")
  const names = [...own, ...everydayOrder(name), name, ...sameFoodNames(name, [...additional, ...further])]
  return names.filter((each, i) => names.findIndex((other) => other.toLowerCase() === each.toLowerCase()) === i)
}

const codeOf = (row: Row): string => row.get("Food code") ?? ""

const byCode = (originals: Originals, file: string): ReadonlyMap<string, ReadonlyArray<Row>> =>
  Map.groupBy(readCsv(originals.text(file)), codeOf)

/** Additional descriptions of the survey of 2003-2004, by food code: later ones dropped many. */
const furtherDescriptions = (originals: Originals): ReadonlyMap<string, ReadonlyArray<string>> =>
  new Map(
    [
      ...Map.groupBy(
        readCsv(originals.text("fndds2_2003-2004_additional_descriptions.csv.gz")),
        (row) => row.get("food_code") ?? ""
      )
    ].map(([code, rows]) => [code, rows.map((row) => row.get("additional_description") ?? "")])
  )

const surveyFood = (row: Row, reports: number): SurveyFood => {
  const description = row.get("Main food description") ?? ""
  return { code: codeOf(row), name: plainDescription(description), description, row, reports }
}

/** Of the foods that are called alike once what is not specified is left out, the one that leaves out least. */
const plainest = (foods: ReadonlyArray<SurveyFood>): ReadonlyArray<SurveyFood> =>
  [...Map.groupBy(foods, ({ name }) => name.toLowerCase()).values()].flatMap((alike) =>
    alike
      .toSorted(
        (one, other) =>
          unspecified(one) - unspecified(other) || other.reports - one.reports || (one.code < other.code ? -1 : 1)
      )
      .slice(0, 1)
  )

/** A food that says nothing is unspecified comes first, then one that is as a whole (NFS), then one in a part. */
const unspecified = ({ description }: SurveyFood): number =>
  description.includes("NS as to") ? 2 : /\bNFS\b/.test(description) ? 1 : 0

const nutrientsOf = (values: Row | undefined) =>
  fnddsColumns.flatMap(([column, nutrientId]) => {
    const amount = values?.get(column) ?? ""
    return amount === "" ? [] : [{ nutrientId: Number(nutrientId), amount: Number(amount) }]
  })

/** Nothing that a person could picture. */
const technical = /^Guideline amount|^1 fl oz|^1 oz|\binch|\byield\b|\bany size\b/

/** The measure whose weight is nearest to what USDA assumes where nobody says how much, else the first. */
const usualPortion = (rows: ReadonlyArray<Row>) => {
  const portions = rows
    .map((row) => ({
      portionDescription: (row.get("Portion description") ?? "").replace(", NFS", ""),
      gramWeight: Number(row.get("Portion weight (g)"))
    }))
    .filter(({ gramWeight }) => gramWeight > 0)
  const assumed = portions.find(({ portionDescription }) => portionDescription === "Quantity not specified")
  const measures = portions.filter((portion) => portion !== assumed)
  const pictured = measures.filter(({ portionDescription }) => !technical.test(portionDescription))
  const distance = ({ gramWeight }: { readonly gramWeight: number }): number =>
    assumed === undefined ? 0 : Math.abs(Math.log(gramWeight / assumed.gramWeight))
  return (pictured.length === 0 ? measures : pictured)
    .toSorted((one, other) => distance(one) - distance(other))
    .slice(0, 1)
}
