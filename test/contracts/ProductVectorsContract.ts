import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, type Layer } from "effect"
import { compareIds } from "../../domain/search/Ranking.ts"
import { ProductIndex } from "../../projections/ports/ProductIndex.ts"
import { ProductVectors } from "../../projections/ports/ProductVectors.ts"
import { toDocument } from "../../projections/product-search/ProductDocument.ts"
import { cosineOf, toStored } from "../../projections/product-vectors/StoredVector.ts"
import { ProductId } from "../../domain/product/ProductId.ts"
import { facts } from "../support/Facts.ts"
import { put, withdraw } from "../support/ProductChanges.ts"
import { randomCatalogue } from "../support/RandomCatalogue.ts"
import { namesOf, trigramVector } from "../support/TrigramEmbedder.ts"

/** Ends when everything that was applied has its vector; each implementation has its own way there. */
export class VectorsSettled extends Context.Service<VectorsSettled, Effect.Effect<void, unknown>>()(
  "test/contracts/VectorsSettled"
) {}

const nearest = Effect.fnUntraced(function* (text: string, limit = 10) {
  yield* yield* VectorsSettled
  return yield* (yield* ProductVectors).nearest(trigramVector(text), limit)
})

const idsNear = (text: string, limit?: number) =>
  Effect.map(nearest(text, limit), (found) => found.map(({ facts }) => facts.id))

const named = (id: string, name: string, version: number) => put({ id, names: { en: [name] } }, version)

/** Of this `trigramVector` makes zeros. */
const silent = "-"

/** What the vectors of products guarantee, embedded by `TrigramEmbedder`. Each test has an index of its own. */
export const suite = <E>(name: string, layer: Layer.Layer<ProductIndex | ProductVectors | VectorsSettled, E>) =>
  describe(`ProductVectors: ${name}`, () => {
    const test = (
      guarantee: string,
      body: () => Effect.Effect<void, unknown, ProductIndex | ProductVectors | VectorsSettled>
    ) => it.effect(guarantee, () => body().pipe(Effect.provide(layer)))

    test("in an empty catalogue nothing is near", () =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* nearest("milk"), [])
        assert.deepStrictEqual(yield* (yield* ProductVectors).coverage, { isComplete: true, due: 0 })
      }))

    test("a product is the nearest to its own vector, with all its facts and a cosine of one", () =>
      Effect.gen(function* () {
        const changes = [named("off_1", "buttermilk", 1), named("off_2", "milk", 1), named("off_3", "bread", 1)]
        yield* (yield* ProductIndex).apply(changes)
        const [first, ...others] = yield* nearest("milk")
        assert.deepStrictEqual(first?.facts, facts({ id: "off_2", names: { en: ["milk"] } }))
        assert.approximately(first?.cosine ?? 0, 1, 1e-4)
        assert.deepStrictEqual(
          others.map(({ facts }) => facts.id),
          ["off_1", "off_3"]
        )
        assert.deepStrictEqual(yield* (yield* ProductVectors).coverage, { isComplete: true, due: 0 })
      }))

    test("no more are returned than were asked for, and equally near ones by id", () =>
      Effect.gen(function* () {
        const ids = ["off_4", "off_30", "off_2", "off_1"]
        yield* (yield* ProductIndex).apply(ids.map((id) => named(id, "milk", 1)))
        const byId = ids.map((id) => ProductId.make(id)).sort(compareIds)
        assert.deepStrictEqual(yield* idsNear("milk", 50), byId)
        assert.deepStrictEqual(yield* idsNear("milk", 3), byId.slice(0, 3))
      }))

    test("what says nothing is near to nothing: no question, and no product", () =>
      Effect.gen(function* () {
        yield* (yield* ProductIndex).apply([named("off_1", "milk", 1), named("off_2", silent, 1)])
        assert.deepStrictEqual(yield* idsNear("milk"), ["off_1"])
        assert.deepStrictEqual(yield* idsNear(silent), [])
      }))

    test("a revised product is found by its new vector only, and only once", () =>
      Effect.gen(function* () {
        const index = yield* ProductIndex
        yield* index.apply([named("off_1", "milk", 1), named("off_2", "cream", 1)])
        yield* nearest("milk")
        yield* index.apply([named("off_1", "bread", 2), named("off_2", "older", 1)])
        const found = yield* nearest("bread")
        assert.deepStrictEqual(
          found.map(({ facts }) => facts.id),
          ["off_1", "off_2"]
        )
        assert.approximately(found[0]?.cosine ?? 0, 1, 1e-4)
        assert.strictEqual((yield* idsNear("cream"))[0], "off_2")
      }))

    test("a withdrawn product is near nothing, an older change does not bring it back, a relisting does", () =>
      Effect.gen(function* () {
        const index = yield* ProductIndex
        yield* index.apply([named("off_1", "milk", 1), named("off_2", "bread", 1)])
        yield* nearest("milk")
        yield* index.apply([withdraw("off_1", 3)])
        assert.deepStrictEqual(yield* idsNear("milk"), ["off_2"])
        yield* index.apply([named("off_1", "milk", 2)])
        assert.deepStrictEqual(yield* idsNear("milk"), ["off_2"])
        yield* index.apply([named("off_1", "milk", 4)])
        assert.deepStrictEqual(yield* idsNear("milk"), ["off_1", "off_2"])
      }))

    test("the nearest are found among many that differ less than eight bits can say", () =>
      Effect.gen(function* () {
        // one trigram outweighs all others by far
        const alike = (number: number) => `${"a".repeat(300)}${1_000 + number}`
        const products = Array.from({ length: 1_500 }, (_, i) => ({ id: ProductId.make(`off_${i}`), name: alike(i) }))
        yield* (yield* ProductIndex).apply(products.map(({ id, name }) => named(id, name, 1)))
        for (const asked of [0, 300, 600, 900, 1_200, 1_499]) {
          const query = trigramVector(alike(asked))
          const byHand = products
            .map(({ id, name }) => ({ id, cosine: cosineOf(query, toStored(trigramVector(name))) }))
            .sort((a, b) => b.cosine - a.cosine || compareIds(a.id, b.id))
          assert.deepStrictEqual(
            yield* idsNear(alike(asked)),
            byHand.slice(0, 10).map(({ id }) => id)
          )
        }
      }))

    test("what is found, in which order and how near, is what a comparison with every product says, to the last bit", () =>
      Effect.gen(function* () {
        const products = [1, 2, 3].flatMap((seed) =>
          randomCatalogue(seed).map((document) => facts({ ...document.facts, id: `${document.facts.id}${seed}` }))
        )
        const catalogue = [...new Map(products.map((product) => [product.id, product])).values()]
        yield* (yield* ProductIndex).apply(
          catalogue.map((product) => ({ _tag: "Put", document: toDocument(product, 1) }))
        )
        for (const text of ["milk", "молоко", "whole milk", "بالحليب"]) {
          const query = trigramVector(text)
          const byHand = catalogue
            .map((product) => ({ id: product.id, cosine: cosineOf(query, toStored(trigramVector(namesOf(product)))) }))
            .sort((a, b) => b.cosine - a.cosine || compareIds(a.id, b.id))
          const found = yield* nearest(text, 20)
          assert.deepStrictEqual(
            found.map(({ cosine }) => cosine),
            byHand.slice(0, 20).map(({ cosine }) => cosine)
          )
          assert.deepStrictEqual(
            found.map(({ facts }) => facts.id),
            byHand.slice(0, 20).map(({ id }) => id)
          )
        }
      }))
  })
