export type NutrientUnit = "kcal" | "g" | "mg" | "µg"

/** The nutrients that the answers have of old, each with a field of its own; the others are details. */
export type ServedNutrient = "calories" | "proteins" | "fats" | "carbs" | "fiber" | "sugar" | "sodium"

/** A nutrient of FoodData Central: `id` and `nutrient_nbr` of its `nutrient.csv`. */
export interface FdcCode {
  readonly id: string
  readonly number: string
  /** what an amount there is multiplied by to be in the unit of the row */
  readonly factor: number
}

export const fdc = (id: string, number: string, factor = 1): FdcCode => ({ id, number, factor })

/** What is known of one nutrient: sources, limits, answers, exports, pages and docs follow from it. */
export interface NutrientRow {
  readonly amount: {
    /** in which it stands in events and answers, per 100 g or 100 ml */
    readonly unit: NutrientUnit
    /** More than this cannot be true, and is set aside. */
    readonly max: number
    /** The nutrient of which this is a part: more of it than of the whole is set aside. */
    readonly within?: ServedNutrient
  }
  readonly label: { readonly en: string; readonly ru: string; readonly ar: string }
  readonly from: {
    /** in order of preference */
    readonly fdc: ReadonlyArray<FdcCode>
    /** its member of `labelNutrients` in the JSON of a branded food, in the unit of the row */
    readonly fdcLabel?: string
    /** its names in Open Food Facts, in order of preference */
    readonly off: ReadonlyArray<string>
    /** the unit of Open Food Facts where that is not the gram, and what makes the unit of the row of it */
    readonly offUnit?: { readonly name: string; readonly factor: number }
  }
}
