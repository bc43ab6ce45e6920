import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { type MealFood, mealFoods } from "../../domain/meal/FoodTable.ts"
import type { ProductFacts } from "../../domain/product/ProductFacts.ts"
import { bundledPaths, readCatalogue } from "../../quality/Catalogue.ts"

const statedFat = ({ own }: MealFood): number => own.get("fat") ?? Number.NaN
const steps = [...mealFoods().values()].filter(({ own }) => own.has("fat"))

const fats = Effect.map(readCatalogue(bundledPaths), (products) => {
  const byId = new Map<string, ProductFacts>(products.map((facts) => [facts.id, facts]))
  return (food: MealFood): number => byId.get(food.id)?.nutrition.fats ?? Number.NaN
})

/** Labelled by the fat in dry matter: Gouda, the cheese of 45 %, the Russian one of 50 %. */
const byDryMatter: ReadonlyArray<string> = ["c_cheese_gouda", "usda_170852", "c_cheese_russian"]
const isOfDryMatter = ({ id }: MealFood): boolean => byDryMatter.includes(id)
/** Cooked mince is called by the fat of the raw meat. */
const isCooked = ({ origin }: MealFood): boolean => /ground.+(?:cooked|broiled)/i.test(origin?.name ?? "")
/** Recipes are made to fit; a record was measured of what was labelled so. */
const toleranceOf = (food: MealFood): number =>
  Math.max(0.4, statedFat(food) / (food.id.startsWith("usda_") ? 5 : 20))

describe("the steps of fat", () => {
  it("are many", () => {
    assert.isAtLeast(steps.length, 60)
  })

  it.effect("have as much fat as the label states", () =>
    Effect.gen(function* () {
      const fatOf = yield* fats
      const wrong = steps
        .filter((food) => !isCooked(food) && !isOfDryMatter(food))
        .filter((food) => !(Math.abs(fatOf(food) - statedFat(food)) <= toleranceOf(food)))
      assert.deepStrictEqual(
        wrong.map((food) => `${food.id} ${fatOf(food)} for ${statedFat(food)}`),
        []
      )
    })
  )

  it.effect("of hard cheese have the stated part of 55 to 60 g dry matter", () =>
    Effect.gen(function* () {
      const fatOf = yield* fats
      const cheeses = steps.filter(isOfDryMatter)
      assert.lengthOf(cheeses, byDryMatter.length)
      for (const cheese of cheeses) {
        const dryMatterG = (fatOf(cheese) / statedFat(cheese)) * 100
        assert.isAtLeast(dryMatterG, 55)
        assert.isAtMost(dryMatterG, 60)
      }
    })
  )
})
