import { assert, describe, it } from "@effect/vitest"
import { readText } from "../../../domain/semantic/NeedReader.ts"

describe("The orders of a need", () => {
  it.each([
    ["lowest calorie cheese", "less kcal"],
    ["cheese with the fewest calories", "less kcal"],
    ["the most fibre", "more fiber"],
    ["which legume packs the most fibre", "more fiber"],
    ["highest in protein", "more protein"],
    ["fattiest fish there is", "more fat"],
    ["leanest meat", "less fat"],
    ["the sweetest fruit", "more sugar"],
    ["yogurt with the least sugar", "less sugar"],
    ["самый белковый творог", "more protein"],
    ["самая нежирная рыба", "less fat"],
    ["какой орех самый калорийный?", "more kcal"],
    ["овощ в котором меньше всего углеводов", "less carb"],
    ["сыр с самым низким содержанием жира", "less fat"],
    ["наименее калорийный десерт", "less kcal"],
    ["больше всего клетчатки", "more fiber"],
    ["أعلى بروتين", "more protein"],
    ["أقل جبنة في الدهون", "less fat"],
    ["شو أكتر بقوليات فيها بروتين", "more protein"],
    ["اعلى سمك سعرات", "more kcal"],
    ["السمك الأقل دهون", "less fat"]
  ])("%s: %s", (query, expected) => {
    assert.deepStrictEqual(
      readText(query, "query").orders.map(({ direction, nutrient }) => `${direction} ${nutrient}`),
      [expected]
    )
  })

  it.each([
    ["high protein yogurt"],
    ["most popular cheese"],
    ["at least something with protein"],
    ["less sugar"],
    ["самый вкусный сыр"],
    ["больше белка"],
    ["leaner meat"],
    ["زبادي أقل دسم"],
    ["أكثر من 20 جرام بروتين"]
  ])("%s sets none", (query) => {
    assert.deepStrictEqual(readText(query, "query").orders, [])
  })
})

describe("Comparisons with a food", () => {
  it.each([
    ["spread with less fat than butter", "lt fat butter"],
    ["fewer calories than chips", "lt kcal chips"],
    ["fruit sweeter than banana", "gt sugar banana"],
    ["lower in sugar than honey", "lt sugar honey"],
    ["not fattier than butter", "lt fat butter"],
    ["гарнир менее калорийный чем рис", "lt kcal rice"],
    ["меньше калорий, чем в рисе", "lt kcal rice"],
    ["углеводов меньше чем в рисе, гарнир", "lt carb rice"],
    ["хочу белка побольше чем в курице", "gt protein chicken"],
    ["ice cream less sweet than sorbet", "lt sugar sorbet"],
    ["жирнее сливок", "gt fat cream"],
    ["جبنة سعراتها أقل من الشيدر", "lt kcal cheddar"],
    ["أقل دهون من الزبدة", "lt fat butter"],
    ["فاكهة سكرها أقل من المانجو", "lt sugar mango"]
  ])("%s: %s, which is not itself wanted", (query, expected) => {
    const { comparisons, foods } = readText(query, "query")
    assert.deepStrictEqual(
      comparisons.map(({ concept, nutrient, operator }) => `${operator} ${nutrient} ${concept}`),
      [expected]
    )
    assert.notInclude(
      foods.map(({ concept }) => concept),
      comparisons[0]?.concept
    )
  })
})
