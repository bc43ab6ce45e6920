import { writeFileSync } from "node:fs"

export interface CuratedFood {
  readonly key: string
  readonly name: string
  /** mg */
  readonly sodium: number
}

/** A file that `fooddata import curated` reads. */
export const writeCurated = (path: string, foods: ReadonlyArray<CuratedFood>): void => {
  const lines = foods.map(({ key, name, sodium }) =>
    JSON.stringify({
      key,
      names: { en: [name], ru: ["Молоко"], ar: ["حليب"] },
      foodGroup: "Dairy and Egg Products",
      basis: "100g",
      nutritionFrom: { fdcId: 171265, description: "Milk, whole" },
      nutrition: { calories: 61, proteins: 3.15, fats: 3.25, carbs: 4.8, fiber: 0, sugar: 4.8, sodium }
    })
  )
  writeFileSync(path, `${lines.join("\n")}\n`)
}
