import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { dishOf } from "../../domain/meal/Dishes.ts"
import { mealFoods } from "../../domain/meal/FoodTable.ts"
import type { ProductFacts } from "../../domain/product/ProductFacts.ts"
import { isComplete } from "../../domain/product/Nutrition.ts"
import { bundledFiles, readCatalogue } from "../../quality/Catalogue.ts"

const bundled = Effect.map(readCatalogue(bundledFiles), (products) => new Map<string, ProductFacts>(products.map((facts) => [facts.id, facts])))

describe("the foods that meals know by name", () => {
  it.effect("have records in the bundled catalogue, and those that they are made from, with all four core values", () =>
    Effect.gen(function* () {
      const products = yield* bundled
      const ids = [...mealFoods().values()].flatMap(({ id, origin }) => (origin === null ? [id] : [id, origin.id]))
      const unknown = ids.filter((id) => {
        const facts = products.get(id)
        return facts === undefined || !isComplete(facts.nutrition)
      })
      assert.deepStrictEqual(unknown, [])
    })
  )

  it.effect("include each dish of a recipe with the values and the group of its record", () =>
    Effect.gen(function* () {
      const products = yield* bundled
      const dishes = [...mealFoods().values()].flatMap(({ id }) => dishOf(id) ?? [])
      assert.isAbove(dishes.length, 100)
      for (const { foodGroup, id, names, nutrition } of dishes) {
        const facts = products.get(id)
        for (const value of ["calories", "proteins", "fats", "carbs"] as const)
          assert.strictEqual(nutrition[value], facts?.nutrition[value] ?? null)
        assert.strictEqual(foodGroup, facts?.foodGroup ?? null)
        assert.includeMembers(Object.keys(facts?.names ?? {}), Object.keys(names))
      }
    })
  )
})
