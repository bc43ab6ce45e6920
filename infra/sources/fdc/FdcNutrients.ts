import { assessNutrition, type AssessedNutrition } from "../../../domain/product/NutritionGate.ts"

/**
 * The nutrients that matter, by their number in `nutrient.csv`, in order of preference.
 *
 * Foundation foods lack a value where another method was used: energy by specific or general Atwater factors instead
 * of 1008, fat by NLEA, carbohydrate by summation, fibre by AOAC 2011.25, sugars by the NLEA definition. Amounts are
 * per 100 g, in the unit of the nutrient: kcal, kJ, g, and mg for sodium ("Download Field Descriptions" of FDC).
 */
const preferences = {
  kilocalories: ["1008", "2048", "2047"],
  kilojoules: ["1062"],
  proteins: ["1003"],
  fats: ["1004", "1085"],
  carbs: ["1005", "1050"],
  fiber: ["1079", "2033"],
  sugar: ["2000", "1063"],
  sodium: ["1093"],
  alcohol: ["1018"],
  polyols: ["1086"]
} as const

const places: ReadonlyMap<string, number> = new Map(
  Object.values(preferences)
    .flat()
    .map((nutrient, index) => [nutrient, index])
)

/** Where an amount of this nutrient is kept in a food's amounts; `undefined` for one that is not needed. */
export const placeOf = (nutrientId: string): number | undefined => places.get(nutrientId)

/** Numbers of `nutrient.csv` (`nutrient_nbr`), by which abridged records name a nutrient. */
const idsByNumber: ReadonlyMap<string, string> = new Map([
  ["208", "1008"],
  ["268", "1062"],
  ["957", "2047"],
  ["958", "2048"],
  ["203", "1003"],
  ["204", "1004"],
  ["298", "1085"],
  ["205", "1005"],
  ["205.2", "1050"],
  ["291", "1079"],
  ["293", "2033"],
  ["269", "2000"],
  ["269.3", "1063"],
  ["307", "1093"],
  ["221", "1018"],
  ["299", "1086"]
])

export const nutrientIdOfNumber = (number: string): string | undefined => idsByNumber.get(number)

/** The amounts of one food as text, by `placeOf`. */
export type FdcAmounts = Array<string | undefined>

export const fdcNutrition = (amounts: FdcAmounts, isAlcoholic: boolean): AssessedNutrition => {
  const first = (nutrients: ReadonlyArray<string>): string | null => {
    for (const nutrient of nutrients) {
      const amount = amounts[places.get(nutrient) ?? -1]
      if (amount !== undefined && amount !== "") return amount
    }
    return null
  }
  const kilocalories = first(preferences.kilocalories)
  return assessNutrition({
    kilocalories,
    kilojoules: kilocalories === null ? first(preferences.kilojoules) : null,
    proteinsG: first(preferences.proteins),
    fatsG: first(preferences.fats),
    carbsG: first(preferences.carbs),
    fiberG: first(preferences.fiber),
    sugarG: first(preferences.sugar),
    sodiumMg: first(preferences.sodium),
    alcoholG: first(preferences.alcohol),
    polyolsG: first(preferences.polyols),
    mayContainAlcohol: isAlcoholic,
    // Carbohydrate by difference is all that is neither water, protein, fat nor ash
    carbsIncludeFiber: true
  })
}
