import { assert, describe, it } from "@effect/vitest"
import { assessNutrition } from "../../domain/product/NutritionGate.ts"
import { Record } from "effect"
import type { NutrientRow } from "../../domain/product/NutrientRow.ts"
import { detailNutrients, servedNutrients } from "../../domain/product/Nutrients.ts"
import { detailNames, isComplete } from "../../domain/product/Nutrition.ts"
import { normalize } from "../../domain/language/Normalizer.ts"
import { type CuratedLine, decodeCurated, lines, usdaTables } from "./BundledFiles.ts"

const foods = lines("curated.jsonl").map((line) => decodeCurated(line))
const tables = usdaTables()
const rows = (name: string) => tables.get(`${name}.csv`) ?? []

const firstId = ({ from }: NutrientRow): string => from.fdc[0]?.id ?? ""
const languages = ["en", "ru", "ar"] as const
const scripts = {
  en: /^[\p{Script=Latin}\p{P}0-9% ]+$/u,
  ru: /^[\p{Script=Cyrillic}\p{P}0-9% ]+$/u,
  ar: /^[\p{Script=Arabic}\p{P}0-9% ]+$/u
}

const repeated = (texts: ReadonlyArray<string>): ReadonlyArray<string> =>
  texts.filter((text, index) => texts.indexOf(text) !== index)

describe("curated.jsonl", () => {
  it("has at least 800 foods under unique keys, each from a record or recipe of its own", () => {
    assert.isAtLeast(foods.length, 800)
    assert.deepStrictEqual(repeated(foods.map(({ key }) => key)), [])
    assert.deepStrictEqual(repeated(foods.map(({ nutritionFrom }) => JSON.stringify(nutritionFrom))), [])
  })

  for (const language of languages) {
    it(`names every food in ${language}, in its script`, () => {
      const names = foods.flatMap((food) => food.names[language])
      assert.deepStrictEqual(names.filter((name) => !scripts[language].test(name)), [])
    })

    it(`gives no ${language} name to two foods, so that an exact name means one food`, () => {
      const distinct = foods.flatMap((food) => [...new Set(food.names[language].map(normalize))])
      assert.deepStrictEqual(repeated(distinct), [])
    })
  }

  it("finds milk, молоко and حليب as first names of whole milk", () => {
    const milk = foods.find(({ key }) => key === "milk_whole")
    assert.deepStrictEqual(languages.map((language) => milk?.names[language][0]), ["Milk", "Молоко", "حليب"])
  })

  it("sums the values of a dish from the bundled USDA records that its recipe names, over what it yields", () => {
    const dishes = foods.filter(({ nutritionFrom }) => "recipe" in nutritionFrom)
    assert.isAtLeast(dishes.length, 50)
    assert.deepStrictEqual(
      dishes.map(({ nutrients, nutrition, nutritionFrom }) => ({ nutrients, nutrition, nutritionFrom })),
      dishes.map(expectedDish)
    )
  })

  it("states exactly the values, description and group of the named record in the bundled USDA tables", () => {
    const records = foods.filter(({ nutritionFrom }) => "fdcId" in nutritionFrom)
    assert.deepStrictEqual(
      records.map(({ key, foodGroup, nutrients, nutritionFrom, nutrition }) => ({ key, foodGroup, nutrients, nutritionFrom, nutrition })),
      records.map(expected)
    )
  })

  it("takes every serving from the household measures of its record, or, where it has none, from portions/foods.txt", () => {
    const weights = new Map(rows("food_portion").map((row) => [`${row.get("fdc_id")} ${Number(row.get("gram_weight"))}`, row]))
    const own = ownServings()
    const measured = new Set(rows("food_portion").map((row) => Number(row.get("fdc_id"))))
    const invented = foods.filter(({ foodGroup, key, serving, nutritionFrom }) => {
      const grams = / \((\d+(?:\.\d+)?) g\)$/.exec(serving)?.[1]
      return "fdcId" in nutritionFrom && measured.has(nutritionFrom.fdcId)
        ? !weights.has(`${nutritionFrom.fdcId} ${grams}`)
        : grams !== (own.get(key) ?? own.get(`@${foodGroup}`))
    })
    assert.deepStrictEqual(invented, [])
    for (const { serving, servingSize } of foods) assert.include(serving, ` (${servingSize.amount} g)`)
  })

  it("passes the nutrition gate without a flag, with the four core values known", () => {
    const flagged = foods.filter(({ foodGroup, nutrients, nutrition: { calories, ...served } }) => {
      const { nutrition, quality } = assessNutrition({
        ...served,
        details: detailNames.map((name) => [name, nutrients[name]]),
        mayContainAlcohol: foodGroup === "Beverages",
        kilocalories: calories
      })
      return quality.length > 0 || !isComplete(nutrition)
    })
    assert.deepStrictEqual(flagged, [])
  })
})

const descriptions = new Map(rows("food").map((row) => [row.get("fdc_id"), row]))
const groups = new Map(rows("food_category").map((row) => [row.get("id"), row.get("description")]))
const amounts = new Map(
  rows("food_nutrient").map((row) => [`${row.get("fdc_id")} ${row.get("nutrient_id")}`, Number(row.get("amount"))])
)

/** What a line says of nutrients, by the FDC id of each. */
const statedBy = (amount: (nutrientId: string, decimals: number) => number | null) => ({
  nutrition: Record.map(servedNutrients, (row) => amount(firstId(row), 2)),
  nutrients: Object.fromEntries(
    Record.toEntries(detailNutrients).flatMap(([name, row]) => {
      const value = amount(firstId(row), 3)
      return value === null ? [] : [[name, value] as const]
    })
  )
})

/** Grams of `serving=` by key or group. */
const ownServings = (): ReadonlyMap<string, string> =>
  new Map(
    lines("portions/foods.txt").flatMap((line) => {
      const [, key, grams] = /^([^#|]+?) *\|[^|]*\bserving=(\d+)/.exec(line) ?? []
      return key === undefined || grams === undefined ? [] : [[key, grams]]
    })
  )

const expectedDish = ({ nutritionFrom }: CuratedLine) => {
  const ingredients = "recipe" in nutritionFrom ? nutritionFrom.recipe : []
  const yieldG = "recipe" in nutritionFrom ? nutritionFrom.yieldG : 0
  const amount = (nutrientId: string, decimals: number): number | null => {
    let sum = 0
    for (const { fdcId, grams } of ingredients) {
      const value = amounts.get(`${fdcId} ${nutrientId}`)
      if (value === undefined) return null
      sum += value * grams
    }
    // an ingredient that is taken away can be richer than what it is taken from
    return sum < 0 ? null : Math.round((sum / yieldG) * 10 ** decimals) / 10 ** decimals
  }
  return {
    ...statedBy(amount),
    nutritionFrom: {
      recipe: ingredients.map(({ fdcId, grams }) => ({
        fdcId,
        description: descriptions.get(String(fdcId))?.get("description") ?? "",
        grams
      })),
      yieldG
    }
  }
}

const expected = ({ key, nutritionFrom }: CuratedLine) => {
  const fdcId = "fdcId" in nutritionFrom ? nutritionFrom.fdcId : 0
  const record = descriptions.get(String(fdcId))
  const amount = (nutrientId: string): number | null => amounts.get(`${fdcId} ${nutrientId}`) ?? null
  return {
    key,
    foodGroup: groups.get(record?.get("food_category_id")) ?? "",
    nutritionFrom: { fdcId, description: record?.get("description") ?? "" },
    ...statedBy(amount)
  }
}
