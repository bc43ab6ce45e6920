import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { type MealFood, mealFoods } from "../../domain/meal/FoodTable.ts"
import type { ProductFacts } from "../../domain/product/ProductFacts.ts"
import { bundledFiles, readCatalogue } from "../../quality/Catalogue.ts"

const steps = [...mealFoods().values()].filter(({ forms }) => forms.has("ladder"))
const statedFat = ({ own }: MealFood): number => own.get("fat") ?? Number.NaN

const fats = Effect.map(readCatalogue(bundledFiles), (products) => {
  const byId = new Map<string, ProductFacts>(products.map((facts) => [facts.id, facts]))
  return (food: MealFood): number => byId.get(food.id)?.nutrition.fats ?? Number.NaN
})

/** Hard cheese is labelled by the fat in its dry matter from this percentage on, by weight below it. */
const dryMatterMin = 40
const isOfDryMatter = (food: MealFood): boolean =>
  food.forms.get("ladder") === "c_cheese_gouda" && statedFat(food) >= dryMatterMin
/** Cooked mince is called by the fat of the raw meat: these are the plain ones, of beef and of turkey. */
const cookedMinces: ReadonlyArray<string> = ["usda_174034", "usda_171506"]
const isCooked = ({ forms }: MealFood): boolean => cookedMinces.includes(forms.get("ladder") ?? "")
/** Recipes are made to fit; a record was measured of meat that was labelled so. */
const toleranceOf = (food: MealFood): number =>
  Math.max(0.4, statedFat(food) / (food.id.startsWith("usda_") ? 5 : 20))

describe("the steps of fat", () => {
  it("are many, each with a percentage", () => {
    assert.isAtLeast(steps.length, 60)
    assert.deepStrictEqual(steps.filter((food) => !(statedFat(food) >= 0)), [])
  })

  it("have no percentage twice in one ladder", () => {
    const labels = steps.map((food) => `${food.forms.get("ladder")} ${statedFat(food)}`)
    assert.deepStrictEqual(labels.filter((label, i) => labels.indexOf(label) !== i), [])
  })

  it.effect("have as much fat as the label states", () =>
    Effect.gen(function* () {
      const fatOf = yield* fats
      const wrong = steps
        .filter((food) => !isCooked(food) && !isOfDryMatter(food))
        .filter((food) => !(Math.abs(fatOf(food) - statedFat(food)) <= toleranceOf(food)))
      assert.deepStrictEqual(wrong.map((food) => `${food.id} ${fatOf(food)} for ${statedFat(food)}`), [])
    })
  )

  it.effect("of hard cheese have the stated part of 55 to 60 g dry matter", () =>
    Effect.gen(function* () {
      const fatOf = yield* fats
      const cheeses = steps.filter(isOfDryMatter)
      assert.isAtLeast(cheeses.length, 3)
      for (const cheese of cheeses) {
        const dryMatterG = (fatOf(cheese) / statedFat(cheese)) * 100
        assert.isAtLeast(dryMatterG, 55)
        assert.isAtMost(dryMatterG, 60)
      }
    })
  )
})
