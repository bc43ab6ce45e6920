import { assert, describe, it } from "@effect/vitest"
import { Effect, type Layer } from "effect"
import { Embedder } from "../../projections/ports/Embedder.ts"
import { facts } from "../support/Facts.ts"

const product = (name: string) => facts({ names: { en: [name] } })
const products = ["Milk, whole", "Rye bread", "Chicken breast, raw", "Apple juice"].map(product)

const lengthOf = (vector: Float32Array): number =>
  Math.sqrt(vector.reduce((sum, component) => sum + component * component, 0))

/** What an embedder guarantees, whatever its model. */
export const suite = <E>(name: string, layer: Layer.Layer<Embedder, E>) =>
  describe(`Embedder: ${name}`, () => {
    const test = (guarantee: string, body: () => Effect.Effect<void, unknown, Embedder>) =>
      it.live(guarantee, () => body().pipe(Effect.provide(layer)))

    test("vectors of products and of queries are finite, of the stated size, and of length one", () =>
      Effect.gen(function* () {
        const { embedProducts, embedQuery, model } = yield* Embedder
        const vectors = [...(yield* embedProducts(products)), yield* embedQuery("milk")]
        assert.strictEqual(vectors.length, products.length + 1)
        for (const vector of vectors) {
          assert.strictEqual(vector.length, model.dimensions)
          assert.isTrue(vector.every(Number.isFinite))
          assert.approximately(lengthOf(vector), 1, 1e-3)
        }
      }))

    test("a product has the same vector in whatever company, and at every time", () =>
      Effect.gen(function* () {
        const { embedProducts } = yield* Embedder
        const together = yield* embedProducts(products)
        for (const [i, each] of products.entries()) {
          assert.deepStrictEqual(yield* embedProducts([each]), [together[i] ?? new Float32Array()])
        }
      }))

    test("different products have different vectors", () =>
      Effect.gen(function* () {
        const vectors = yield* (yield* Embedder).embedProducts(products)
        assert.strictEqual(new Set(vectors.map((vector) => vector.join())).size, products.length)
      }))

    test("no products, no vectors", () =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* (yield* Embedder).embedProducts([]), [])
      }))

    test("says how many products are best embedded at once, and takes more", () =>
      Effect.gen(function* () {
        const { batchSize, embedProducts } = yield* Embedder
        assert.isAtLeast(batchSize, 1)
        const many = Array.from({ length: batchSize + 1 }, (_, i) => product(`Food ${i}`))
        assert.strictEqual((yield* embedProducts(many)).length, batchSize + 1)
      }))

    test("any text can be embedded, what looks like nothing too", () =>
      Effect.gen(function* () {
        const { embedQuery, model } = yield* Embedder
        for (const text of ["??", "что-нибудь лёгкое", "مشروب بدون سكر", "🥦 🥦", "\u{10ffff}x", "a".repeat(500)]) {
          const vector = yield* embedQuery(text)
          assert.strictEqual(vector.length, model.dimensions)
          assert.isTrue(vector.every(Number.isFinite))
        }
      }))
  })
