import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { plans } from "../../domain/key/Plan.ts"
import { Embedder } from "../../projections/ports/Embedder.ts"
import { ProductVectors } from "../../projections/ports/ProductVectors.ts"
import { QueryMeaning } from "../../projections/ports/QueryMeaning.ts"
import { SemanticSearch } from "../../src/queries/SemanticSearch.ts"
import { facts } from "../support/Facts.ts"

const products = Array.from({ length: 60 }, (_, i) => ({ facts: facts({ id: `off_${i + 1}` }), cosine: 1 - i / 100 }))

const surroundings = SemanticSearch.layer.pipe(
  Layer.provide([
    Layer.mock(Embedder, {
      model: { id: "m", dimensions: 4 },
      batchSize: 1,
      embedQuery: () => Effect.succeed(new Float32Array(4).fill(0.5))
    }),
    Layer.mock(ProductVectors, { nearest: (_, limit) => Effect.succeed(products.slice(0, limit)) }),
    Layer.mock(QueryMeaning, {
      understand: () => ({
        language: "ar",
        needed: (wanted) => wanted + 1,
        order: (found) => found.filter(({ facts }) => facts.id !== "off_1")
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
      const { found, language } = yield* search(2)
      assert.deepStrictEqual(
        found.map(({ facts }) => facts.id),
        ["off_2", "off_3"]
      )
      assert.strictEqual(language, "ar")
      assert.strictEqual((yield* search(50)).found.length, 50)
    })
  )
})
