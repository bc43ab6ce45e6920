import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { AnalyzeMeal } from "../../src/queries/AnalyzeMeal.ts"
import { facts } from "../support/Facts.ts"
import { boiledEgg, unknownJam, wholeMilk } from "../support/http/MealProducts.ts"
import { analyserOf } from "../support/MealAnalyser.ts"

const branded = facts({ id: "off_4600000000039", names: { en: ["Halloumi"] }, brands: "A dairy" })
const generic = facts({ id: "usda_999001", names: { en: ["Halloumi"] }, generic: true })
const incomplete = facts({ ...unknownJam, names: { en: ["Halloumi"] }, generic: true })
const milkOfOats = facts({ id: "off_4600000000046", names: { en: ["Oat drink"] }, basis: "100ml" })

const analyser = analyserOf([boiledEgg, wholeMilk, branded, generic, incomplete, milkOfOats])

const analyze = Effect.fnUntraced(function* (text: string) {
  const { components, confidence, unresolved } = yield* (yield* AnalyzeMeal).analyze(text)
  return {
    ids: components.map((component) => component.facts.id),
    grams: components.map(({ weight }) => weight.grams),
    unresolved: unresolved.map(({ text }) => text),
    confidence
  }
})

layer(analyser)("The analysis of a meal", (it) => {
  it.effect("takes the food of the name, else what the search finds, generic before branded", () =>
    Effect.gen(function* () {
      const { ids } = yield* analyze("two boiled eggs and 50 g halloumi")
      assert.deepStrictEqual(ids, ["c_egg_boiled", generic.id])
    })
  )

  it.effect("keeps the order of the description, however many foods it has", () =>
    Effect.gen(function* () {
      const foods = Array.from({ length: 20 }, (_, i) => `${i + 1} g halloumi, ${i + 1} g milk`)
      const { grams, ids } = yield* analyze(foods.join(", "))
      assert.deepStrictEqual(ids.slice(0, 4), [generic.id, wholeMilk.id, generic.id, wholeMilk.id])
      assert.deepStrictEqual(
        grams,
        Array.from({ length: 40 }, (_, i) => Math.floor(i / 2) + 1)
      )
    })
  )

  it.effect("looks for a food whose own record the catalogue does not hold", () =>
    Effect.gen(function* () {
      // the parser knows honey by name, this catalogue has none
      const { confidence, ids, unresolved } = yield* analyze("100 g milk and 20 g of honey")
      assert.deepStrictEqual([ids, unresolved], [[wholeMilk.id], ["20 g of honey"]])
      assert.notStrictEqual(confidence, "high")
    })
  )

  it.effect("takes values per 100 ml for what is stated in millilitres", () =>
    Effect.gen(function* () {
      assert.deepInclude(yield* analyze("300 ml oat drink"), { ids: [milkOfOats.id], grams: [300] })
    })
  )

  it.effect("is not broken by half a character", () =>
    Effect.gen(function* () {
      assert.deepInclude(yield* analyze("\ud83e 100 g milk \udd5b"), { ids: [wholeMilk.id] })
    })
  )
})
