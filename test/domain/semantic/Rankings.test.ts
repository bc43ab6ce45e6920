import { assert, describe, it } from "@effect/vitest"
import type { Nutrition } from "../../../domain/product/Nutrition.ts"
import type { ProductFacts } from "../../../domain/product/ProductFacts.ts"
import { readBundledModel } from "../../../infra/embedding/BundledModel.ts"
import { facts, unknown } from "../../support/Facts.ts"

describe("Rankings", () => {
  const model = readBundledModel()
  // the first sentence reads the encoder
  model.understand("something sweet")
  let count = 0

  const food = (name: string, nutrition: Partial<Nutrition>, group: string | null = null): ProductFacts =>
    facts({
      id: `c_ranked_${++count}`,
      names: { en: [name] },
      nutrition: { ...unknown, ...nutrition },
      foodGroup: group,
      categories: group === null ? [] : [group]
    })

  const answer = (query: string, products: ReadonlyArray<ProductFacts>): ReadonlyArray<string> => {
    const intent = model.understand(query)
    const found = products
      .map((each) => ({
        facts: each,
        cosine: model.embedProduct(each).reduce((sum, value, i) => sum + value * (intent.vector[i] ?? 0), 0)
      }))
      .toSorted((a, b) => b.cosine - a.cosine)
    return model.rerank(intent, found).map(({ facts: { names } }) => names.en?.[0] ?? "")
  }

  const fish = [
    food("Cod, raw", { proteins: 18 }, "Finfish and Shellfish Products"),
    food("Mollusks, whelk, cooked", { proteins: 48 }, "Finfish and Shellfish Products"),
    food("Tuna, cooked", { proteins: 29 }, "Finfish and Shellfish Products"),
    food("Tuna sushi", { proteins: 40 }),
    food("Salmon, raw", {}, "Finfish and Shellfish Products")
  ]

  it.each(["rank fish by protein", "отсортируй рыбу по белку", "رتبلي السمك على حسب البروتين"])(
    "%s: fish that states it, the most first, and neither shellfish nor a dish",
    (query) => {
      assert.deepStrictEqual(answer(query, fish), ["Tuna, cooked", "Cod, raw"])
    }
  )

  it.each(["fish by protein, ascending", "рыба по белку, сначала меньше", "سمك مرتب تصاعديا حسب البروتين"])(
    "%s: the least first",
    (query) => {
      assert.deepStrictEqual(answer(query, fish), ["Cod, raw", "Tuna, cooked"])
    }
  )

  it("leaves out of snacks what only suits as one", () => {
    const snacks = [
      food("Potato chips", { calories: 550 }, "Snacks"),
      food("Cucumber, raw", { calories: 12 }, "Vegetables and Vegetable Products"),
      food("Popcorn", { calories: 380 }, "Snacks")
    ]
    assert.deepStrictEqual(answer("snacks by calories, low to high", snacks), ["Popcorn", "Potato chips"])
  })

  it("leaves out a record that is far from what its food has", () => {
    const fruit = [
      food("Pineapple, raw", { sugar: 0 }),
      food("Lemon, raw", { sugar: 2.5 }),
      food("Pear", { sugar: 9.7 })
    ]
    assert.deepStrictEqual(answer("fruit with the least sugar", fruit), ["Lemon, raw", "Pear"])
  })

  it.each(["milk with at least 120 mg calcium", "витамина С больше, чем в апельсине", "حليب كالسيوم 120 ملجم وفوق"])(
    "%s: nothing, for no record states it",
    (query) => {
      assert.deepStrictEqual(answer(query, [food("Milk", { calories: 60 }), food("Orange", { calories: 45 })]), [])
    }
  )
})
