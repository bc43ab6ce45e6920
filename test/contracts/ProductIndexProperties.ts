import { assert, it } from "@effect/vitest"
import { Effect, type Layer, Schema } from "effect"
import { ProductId } from "../../domain/product/ProductId.ts"
import type { SearchQuery } from "../../domain/search/SearchQuery.ts"
import { type ProductChange, ProductIndex } from "../../projections/ports/ProductIndex.ts"
import { toDocument } from "../../projections/product-search/ProductDocument.ts"
import { bruteForceIndex, bruteForceSearch } from "../support/BruteForceSearch.ts"
import { facts } from "../support/Facts.ts"
import { randomAnalyzedQuery } from "../support/RandomAnalyzedQuery.ts"
import { randomCatalogue, randomQuery, Seed } from "../support/RandomCatalogue.ts"
import { searchByWords } from "../../src/queries/WordSearch.ts"

const aChange = Schema.Struct({
  catalogue: Seed,
  product: Schema.Literals([0, 1, 2]),
  version: Schema.Literals([1, 2, 3, 4]),
  listed: Schema.Boolean
})

/** What a product index guarantees over random catalogues, measured by the domain's own definition. */
export const suiteOfProperties = <E>(layer: Layer.Layer<ProductIndex, E>, runs: number) => {
  it.effect.prop(
    "answers what the definition of matching and order answers, for every page",
    { catalogue: Seed, queries: Schema.Array(Seed).check(Schema.isMinLength(1), Schema.isMaxLength(6)) },
    ({ catalogue, queries }) =>
      Effect.gen(function* () {
        const index = yield* ProductIndex
        const documents = randomCatalogue(catalogue)
        yield* index.apply(documents.map((document) => ({ _tag: "Put", document })))
        for (const query of queries.map(randomQuery)) {
          const { total } = bruteForceSearch(documents, query)
          for (let offset = 0; offset <= total + 1; offset += query.limit) {
            const page = { ...query, offset }
            assert.deepStrictEqual(yield* searchByWords(index, page), bruteForceSearch(documents, page))
          }
        }
      }).pipe(Effect.provide(layer, { local: true })),
    { arbitrary: { runs }, timeout: 120_000 }
  )

  it.effect.prop(
    "answers analysed queries of any shape: what is ruled out, what stricter ones find, words of some fields only",
    { catalogue: Seed, queries: Schema.Array(Seed).check(Schema.isMinLength(1), Schema.isMaxLength(12)) },
    ({ catalogue, queries }) =>
      Effect.gen(function* () {
        const index = yield* ProductIndex
        const documents = randomCatalogue(catalogue)
        yield* index.apply(documents.map((document) => ({ _tag: "Put", document })))
        const defined = bruteForceIndex(documents)
        const products = documents.map(({ searchable }) => searchable)
        for (const seed of queries) {
          const query = randomAnalyzedQuery(seed, products)
          assert.strictEqual(yield* index.vocabulary.matches(query), yield* defined.vocabulary.matches(query))
          for (const page of [
            { limit: 50, offset: 0 },
            { limit: 3, offset: 2 }
          ]) {
            assert.deepStrictEqual(yield* index.search(query, page), yield* defined.search(query, page))
          }
        }
      }).pipe(Effect.provide(layer, { local: true })),
    { arbitrary: { runs }, timeout: 120_000 }
  )

  it.effect.prop(
    "holds what the newest changes say, in whatever order and however often they come",
    { changes: Schema.Array(aChange).check(Schema.isMaxLength(30)) },
    ({ changes }) =>
      Effect.gen(function* () {
        const index = yield* ProductIndex
        const newest = new Map<string, { readonly change: ProductChange; readonly version: number }>()
        for (const { catalogue, listed, product, version } of changes) {
          const id = ProductId.make(`off_${product}`)
          const document = toDocument({ ...(randomCatalogue(catalogue)[0]?.facts ?? facts()), id }, version)
          const change: ProductChange = listed ? { _tag: "Put", document } : { _tag: "Withdraw", id, version }
          yield* index.apply([change])
          if ((newest.get(id)?.version ?? 0) < version) newest.set(id, { change, version })
        }
        const documents = [...newest.values()].flatMap(({ change }) => (change._tag === "Put" ? change.document : []))
        for (const text of ["milk", "mi", "молоко", "حليب", "3.2%"]) {
          const query: SearchQuery = { text, language: "ru", region: null, source: null, limit: 5, offset: 0 }
          assert.deepStrictEqual(yield* searchByWords(index, query), bruteForceSearch(documents, query))
        }
        const withdrawn = newest.size - documents.length
        assert.deepInclude(yield* index.digest, { products: documents.length, withdrawn })
      }).pipe(Effect.provide(layer, { local: true })),
    { arbitrary: { runs: Math.ceil(runs / 2) }, timeout: 120_000 }
  )
}
