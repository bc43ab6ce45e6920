import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { AnalyzeMeal } from "../../src/queries/AnalyzeMeal.ts"
import { facts } from "../support/Facts.ts"
import { analyserOf } from "../support/MealAnalyser.ts"

const original = facts({ id: "usda_171265", names: { en: ["Milk, whole, 3.25% milkfat, with added vitamin D"] } })
const copied = facts({ id: "off_2901001697573", names: { en: ["Egg, whole, cooked, hard-boiled"] } })
const taro = facts({ id: "usda_999002", names: { en: ["Quince jam"] }, generic: true })
const mix = facts({ id: "off_4600000000053", names: { en: ["Guava soup mix"] } })

const analyser = analyserOf([original, copied, taro, mix])

const analyze = Effect.fnUntraced(function* (text: string) {
  const { components, unresolved } = yield* (yield* AnalyzeMeal).analyze(text)
  return {
    found: components.map((component) => [component.facts.id, component.weight.grams]),
    unresolved: unresolved.map(({ text }) => text)
  }
})

layer(analyser)("A catalogue without the curated foods", (it) => {
  it.effect("answers by the record that a food is made from, with the weights of that food", () =>
    Effect.gen(function* () {
      const { found } = yield* analyze("стакан молока")
      assert.deepStrictEqual(found, [[original.id, 250]])
    })
  )

  it.effect("answers in any language by what FoodData Central calls the food, wherever it was copied to", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual((yield* analyze("два варёных яйца")).found, [[copied.id, 100]])
      assert.deepStrictEqual((yield* analyze("بيضتين مسلوقتين")).found, [[copied.id, 100]])
    })
  )

  it.effect("answers by the program's own record of a dish that no source has", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual((yield* analyze("300 g borscht")).found, [["c_borscht", 300]])
    })
  )

  it.effect("leaves out what it has neither record nor recipe of", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* analyze("100 g honey"), { found: [], unresolved: ["100 g honey"] })
    })
  )

  it.effect("takes no mix for the dish", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual((yield* analyze("200 g guava soup")).found, [])
    })
  )
})
