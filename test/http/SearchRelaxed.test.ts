import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Edge, edge } from "../support/http/Edge.ts"

layer(edge())("X-Search-Relaxed", (it) => {
  it.effect("names the words that the results do without, and browsers may read it", () =>
    Effect.gen(function* () {
      const { call, index } = yield* Edge
      const strict = yield* call("/v1/search?q=milk", "business")
      assert.isUndefined(strict.headers["x-search-relaxed"])
      index.relaxed = ["100g", "сметаной", "50%"]
      const relaxed = yield* call("/v1/search?q=milk+100g", "business")
      index.relaxed = []
      const header = String(relaxed.headers["x-search-relaxed"])
      assert.deepStrictEqual(header.split(",").map(decodeURIComponent), ["100g", "сметаной", "50%"])
      assert.include(String(relaxed.headers["access-control-expose-headers"]), "X-Search-Relaxed")
      assert.hasAllKeys(relaxed.body, ["results", "total", "query", "lang"])
    })
  )

  it.effect("is no longer than the contract says, and ends with a whole word", () =>
    Effect.gen(function* () {
      const { call, index } = yield* Edge
      const words = Array.from({ length: 300 }, (_, i) => `слово${i}`)
      index.relaxed = words
      const { headers } = yield* call("/v1/search?q=milk+words", "business")
      index.relaxed = []
      const header = String(headers["x-search-relaxed"])
      const named = header.split(",").map(decodeURIComponent)
      assert.isAtMost(header.length, 4_096)
      assert.isAbove(named.length, 100)
      assert.deepStrictEqual(named, words.slice(0, named.length))
    })
  )
})
