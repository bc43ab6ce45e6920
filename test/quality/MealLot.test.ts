import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { readFileSync } from "node:fs"
import { parseMeal } from "../../domain/meal/MealParser.ts"
import type { AnalyzedText } from "../../quality/Engine.ts"
import { isRight, LotMeal, mealLotReport, publishedReport } from "../../quality/MealLot.ts"
import { rice } from "../support/http/MealProducts.ts"
import { analysisOf, component } from "../support/MealAnalyses.ts"

const [item] = parseMeal("rice").items

/** So many grams of rice, which has 130 kcal and 28.2 g of carbohydrate in 100 g; nothing for 0. */
const analysis = (grams: number) => analysisOf(item === undefined || grams === 0 ? [] : [component(item, rice, grams)])

const line = { id: "a-1", lang: "en", kind: "stated", text: "200 g rice", kcal: [240, 280], components: [] }
const decode = Schema.decodeUnknownSync(LotMeal)
const meal = decode({ ...line, components: [{ name: "rice", grams: [190, 210] }] })
const noMeal = decode({ ...line, kcal: [0, 0] })

const answered = (asked: LotMeal, grams: number): AnalyzedText<LotMeal> => ({ asked, analysis: analysis(grams) })

describe("an answer to a lot of meals", () => {
  it("is right when its energy is within the range", () => {
    assert.isTrue(isRight(answered(meal, 200)))
    assert.isFalse(isRight(answered(meal, 400)))
  })

  it("is right for what is no meal when it has no components, and for a meal only when it has some", () => {
    assert.isTrue(isRight(answered(noMeal, 0)))
    assert.isFalse(isRight(answered(noMeal, 200)))
    assert.isFalse(isRight(answered({ ...meal, kcal: [0, 10] }, 0)))
  })

  it("counts in the shares of its kind, its language and its confidence", () => {
    const text = mealLotReport([answered(meal, 200), answered(meal, 400), answered(noMeal, 0)])
    assert.include(text, "| stated | 0.667 (2 of 3) | 0.667 (2 of 3) | – | – |")
    assert.include(text, "| high | 0.500 (1 of 2) |")
  })
})

describe("the lots that are kept", () => {
  it("are read as their authors froze them", () => {
    const lines = readFileSync(new URL("../../quality/meal-lots/2026-11-26.jsonl", import.meta.url), "utf8")
      .trim()
      .split("\n")
    const meals = lines.map((text) => decode(JSON.parse(text)))
    assert.lengthOf(meals, 442)
    assert.strictEqual(new Set(meals.map(({ id }) => id)).size, 442)
    for (const { components, kcal } of meals) assert.isTrue(components.length === 0 || kcal[0] < kcal[1])
  })
})

describe("descriptions with published totals", () => {
  it("are right within 7.5 g of carbohydrate", () => {
    const published = (carbs_g: number) => ({ asked: { set: "a", text: "rice", carbs_g }, analysis: analysis(100) })
    assert.include(publishedReport([published(28), published(60)]), "| all | 2 | 0.500 |")
  })
})
