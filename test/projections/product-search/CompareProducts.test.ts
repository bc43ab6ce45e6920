import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { seededRandom } from "../../../bench/SyntheticCatalogue.ts"
import {
  compareProducts,
  type HeldProduct,
  type ProductDifference
} from "../../../projections/product-search/CompareProducts.ts"
import { facts } from "../../support/Facts.ts"

const product = (number: number, version = 1, name = "Milk"): HeldProduct => {
  const held = facts({ id: `c_${String(number).padStart(3, "0")}`, names: { en: [name] } })
  return { id: held.id, version, facts: held }
}

const pages = (products: ReadonlyArray<HeldProduct>, size: number) => (after: string | null) =>
  Effect.succeed(products.filter(({ id }) => after === null || id > after).slice(0, size))

const compare = (a: ReadonlyArray<HeldProduct>, b: ReadonlyArray<HeldProduct>, size = 2) =>
  Effect.gen(function* () {
    const told: Array<ProductDifference> = []
    const counts = yield* compareProducts(pages(a, size), pages(b, size), (difference) =>
      Effect.sync(() => void told.push(difference))
    )
    return { told, counts }
  })

describe("comparing what two read models hold", () => {
  it.effect("names what only one has, and the fields in which a product differs", () =>
    Effect.gen(function* () {
      const changed = {
        ...product(3, 2),
        facts: { ...product(3).facts, nutrition: { ...product(3).facts.nutrition, fats: 1 }, generic: true }
      }
      const { counts, told } = yield* compare(
        [product(1), product(2), product(3), product(4)],
        [product(2), changed, product(4, 2), product(5)]
      )
      assert.deepStrictEqual(told, [
        { _tag: "OnlyInA", id: product(1).id },
        { _tag: "Differs", id: product(3).id, fields: ["generic", "nutrition.fats"] },
        { _tag: "Differs", id: product(4).id, fields: [] },
        { _tag: "OnlyInB", id: product(5).id }
      ])
      assert.deepStrictEqual(counts, { same: 1, onlyInA: 1, onlyInB: 1, differs: 2 })
    })
  )

  it.effect("finds the same for any page size, and nothing between a model and itself", () =>
    Effect.gen(function* () {
      const all = Array.from({ length: 20 }, (_, number) => product(number))
      const random = seededRandom(3)
      const some = () => all.filter(() => random() < 0.6)
      for (let round = 0; round < 30; round++) {
        const [a, b] = [some(), some()]
        const whole = yield* compare(a, b, 100)
        assert.deepStrictEqual(yield* compare(a, b, 1), whole)
        assert.strictEqual(whole.counts.onlyInA, a.filter((each) => !b.includes(each)).length)
        assert.strictEqual(whole.counts.onlyInB, b.filter((each) => !a.includes(each)).length)
        assert.deepStrictEqual((yield* compare(a, a, 3)).told, [])
      }
    })
  )
})
