import { assert, it } from "@effect/vitest"
import { Effect, type Layer, Option } from "effect"
import { ProductId } from "../../domain/product/ProductId.ts"
import type { SearchQuery } from "../../domain/search/SearchQuery.ts"
import { ProductIndex } from "../../projections/ports/ProductIndex.ts"
import { put } from "../support/ProductChanges.ts"
import { searchByWords } from "../../src/queries/WordSearch.ts"

const search = Effect.fnUntraced(function* (text: string, more: Partial<SearchQuery> = {}) {
  const query = { text, language: "en", region: null, source: null, limit: 50, offset: 0, ...more } as const
  const { products, total } = yield* searchByWords(yield* ProductIndex, query)
  return { ids: products.map((product) => product.id), total }
})

/** What a product index guarantees where engines have limits and delays of their own. */
export const suiteOfExtremes = <E>(layer: Layer.Layer<ProductIndex, E>) => {
  it.effect("what is applied deferred is held at once, and found after the next call that is not deferred", () =>
    Effect.gen(function* () {
      const index = yield* ProductIndex
      yield* index.apply([put({ id: "off_1", names: { en: ["Milk"] } })], { deferred: true })
      assert.isTrue(Option.isSome(yield* index.findById(ProductId.make("off_1"))))
      yield* index.apply([])
      assert.deepStrictEqual(yield* search("milk"), { ids: ["off_1"], total: 1 })
    }).pipe(Effect.provide(layer))
  )

  it.effect("a query of as many words as it may have is answered like one of few", () =>
    Effect.gen(function* () {
      const index = yield* ProductIndex
      const words = Array.from("abcdefghijklmnopqrstuvwxyzабвгдежзиклмнопрстуфхцчшщэюя0123456789")
      const name = words.join(" ")
      yield* index.apply([
        put({ id: "off_1", names: { en: [`${name} or so`] } }),
        put({ id: "off_2", names: { en: [name] } }),
        put({ id: "off_3", names: { en: [words.filter((word) => word !== "b").join(" ")] } })
      ])
      assert.deepStrictEqual(yield* search(name), { ids: ["off_2", "off_1"], total: 2 })
      assert.deepStrictEqual(yield* search(name, { limit: 1, offset: 1 }), { ids: ["off_1"], total: 2 })
    }).pipe(Effect.provide(layer))
  )
}
