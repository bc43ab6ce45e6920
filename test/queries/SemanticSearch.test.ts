import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { plans } from "../../domain/key/Plan.ts"
import { Embedder } from "../../projections/ports/Embedder.ts"
import { neighboursMax, ProductVectors } from "../../projections/ports/ProductVectors.ts"
import { QueryMeaning } from "../../projections/ports/QueryMeaning.ts"
import { SemanticSearch } from "../../src/queries/SemanticSearch.ts"
import { facts } from "../support/Facts.ts"

const products = Array.from({ length: 60 }, (_, i) => ({
  facts: facts({ id: `off_${i + 1}`, names: { en: ["Milk"], ar: ["حليب"] } }),
  cosine: 1 - i / 100
}))

const embedder = Layer.mock(Embedder, {
  model: { id: "m", dimensions: 4 },
  batchSize: 1,
  embedQuery: () => Effect.succeed(new Float32Array(4).fill(0.5))
})

const surroundings = SemanticSearch.layer.pipe(
  Layer.provide([
    embedder,
    Layer.mock(ProductVectors, { nearest: (_, limit) => Effect.succeed(products.slice(0, limit)) }),
    Layer.mock(QueryMeaning, {
      understand: () => ({
        language: "ar",
        needed: (wanted) => wanted + 1,
        atFirst: (wanted) => wanted + 1,
        order: (found) => found.filter(({ facts }) => facts.id !== "off_1")
      })
    })
  ])
)

/** Leaves what has a number from that of the question on. */
const filtering = (limits: Array<number>) =>
  SemanticSearch.layer.pipe(
    Layer.provide([
      embedder,
      Layer.mock(ProductVectors, {
        nearest: (_, limit) => Effect.sync(() => void limits.push(limit)).pipe(Effect.as(products.slice(0, limit)))
      }),
      Layer.mock(QueryMeaning, {
        understand: (text) => ({
          language: "en",
          needed: () => Infinity,
          atFirst: () => 10,
          order: (found) => found.filter(({ facts }) => Number(facts.id.slice(4)) >= Number(text))
        })
      })
    ])
  )

const search = (limit: number) =>
  Effect.flatMap(SemanticSearch, ({ search }) => search("a question", limit, plans.growth)).pipe(
    Effect.provide(surroundings)
  )

describe("SemanticSearch", () => {
  it.effect("cuts after ordering: what a question rules out takes no place from what it does not", () =>
    Effect.gen(function* () {
      const { found } = yield* search(2)
      assert.deepStrictEqual(
        found.map(({ product: { id, name } }) => [id, name]),
        [
          ["off_2", "حليب"],
          ["off_3", "حليب"]
        ]
      )
      assert.strictEqual((yield* search(50)).found.length, 50)
    })
  )

  it.effect("looks at all that are needed where too few of the first are left, and at no more otherwise", () =>
    Effect.gen(function* () {
      const limits: Array<number> = []
      const asked = (text: string) =>
        Effect.flatMap(SemanticSearch, ({ search }) => search(text, 2, plans.growth)).pipe(
          Effect.provide(filtering(limits))
        )
      assert.deepStrictEqual(
        (yield* asked("60")).found.map(({ product }) => product.id),
        ["off_60"]
      )
      assert.deepStrictEqual(limits, [10, neighboursMax])
      limits.length = 0
      assert.strictEqual((yield* asked("2")).found.length, 2)
      assert.deepStrictEqual(limits, [10])
    })
  )
})
