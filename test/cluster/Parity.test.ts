import { assert, describe, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { fileURLToPath } from "node:url"
import { openSqlite, ViewsDatabase } from "../../infra/sqlite/Sqlite.ts"
import * as SqliteProductIndex from "../../infra/sqlite/SqliteProductIndex.ts"
import { ProductIndex } from "../../projections/ports/ProductIndex.ts"
import { readQueries } from "../../quality/Queries.ts"
import { bundledDocuments } from "../support/cluster/BundledDocuments.ts"
import { ownProductIndex } from "../support/cluster/OpenSearchIndex.ts"
import { parityQueries } from "../support/cluster/ParityQueries.ts"
import { searchByWords } from "../../src/queries/WordSearch.ts"

type Index = Context.Service.Shape<typeof ProductIndex>

class BothTiers extends Context.Service<BothTiers, { readonly embedded: Index; readonly cluster: Index }>()(
  "fooddata/test/BothTiers"
) {}

const seed = 20_261_121
const queryCount = 300
const batchSize = 2_000

const sqlite = SqliteProductIndex.layerUnmerged.pipe(
  Layer.provide(
    Layer.effect(
      ViewsDatabase,
      Effect.map(openSqlite({ path: ":memory:", synchronous: "NORMAL" }), (db) => ({ current: () => db }))
    )
  )
)

const documents = Effect.runSync(Effect.cached(bundledDocuments))

const bothTiers = Layer.effect(
  BothTiers,
  Effect.gen(function* () {
    const open = <E>(index: Layer.Layer<ProductIndex, E>) =>
      Effect.map(Layer.build(index), (context) => Context.get(context, ProductIndex))
    const [embedded, cluster] = [yield* open(sqlite), yield* open(ownProductIndex)]
    const catalogue = yield* documents
    for (let first = 0; first < catalogue.length; first += batchSize) {
      const changes = catalogue.slice(first, first + batchSize).map((document) => ({ _tag: "Put", document }) as const)
      yield* embedded.apply(changes)
      yield* cluster.apply(changes)
    }
    return { embedded, cluster }
  })
)

describe("both tiers answer alike over the bundled catalogue", () => {
  layer(bothTiers, { timeout: "2 minutes" })((it) => {
    it.effect(
      `${queryCount} searches of every kind (seed ${seed}): the same products in the same order, the same totals`,
      () =>
        Effect.gen(function* () {
          const { cluster, embedded } = yield* BothTiers
          const seen = { found: 0, nothing: 0, severalPages: 0, pastTheEnd: 0 }
          for (const query of parityQueries(seed, yield* documents, queryCount)) {
            const expected = yield* searchByWords(embedded, query)
            assert.deepStrictEqual(yield* searchByWords(cluster, query), expected, JSON.stringify(query))
            if (expected.total === 0) seen.nothing++
            else seen.found++
            if (expected.total > query.limit) seen.severalPages++
            if (expected.total > 0 && query.offset >= expected.total) seen.pastTheEnd++
          }
          // a comparison of nothing with nothing says nothing
          assert.isAtLeast(seen.found, 200, JSON.stringify(seen))
          assert.isAtLeast(seen.severalPages, 100, JSON.stringify(seen))
          assert.isAtLeast(seen.nothing, 5, JSON.stringify(seen))
          assert.isAtLeast(seen.pastTheEnd, 5, JSON.stringify(seen))
        })
    )

    it.effect("the judged queries of the quality suite: misspelt, transliterated, on other layouts, absent", () =>
      Effect.gen(function* () {
        const { cluster, embedded } = yield* BothTiers
        const judged = yield* readQueries(fileURLToPath(new URL("../../quality/words.jsonl", import.meta.url)))
        assert.isAtLeast(judged.length, 240)
        for (const { lang, query: text } of judged) {
          const query = { text, language: lang, region: null, source: null, limit: 10, offset: 0 } as const
          assert.deepStrictEqual(yield* searchByWords(cluster, query), yield* searchByWords(embedded, query), text)
        }
      })
    )

    it.effect("the furthest page that may be asked for", () =>
      Effect.gen(function* () {
        const { cluster, embedded } = yield* BothTiers
        const query = { text: "a", language: "en", region: null, source: null, limit: 50, offset: 10_000 } as const
        assert.deepStrictEqual(yield* searchByWords(cluster, query), yield* searchByWords(embedded, query))
      })
    )

    it.effect("every barcode of the catalogue, and the digest of the whole", () =>
      Effect.gen(function* () {
        const { cluster, embedded } = yield* BothTiers
        const barcodes = new Set((yield* documents).flatMap(({ facts }) => facts.barcode ?? []))
        assert.isAtLeast(barcodes.size, 3_000)
        yield* Effect.forEach(
          [...barcodes].filter((_, i) => i % 10 === 0),
          (barcode) =>
            Effect.gen(function* () {
              const expected = yield* embedded.findByBarcode(barcode)
              assert.deepStrictEqual(yield* cluster.findByBarcode(barcode), expected, barcode)
              const sharing = yield* embedded.idsOfBarcode(barcode)
              assert.deepStrictEqual(yield* cluster.idsOfBarcode(barcode), sharing, barcode)
            }),
          { concurrency: 8 }
        )
        assert.deepStrictEqual(yield* cluster.digest, yield* embedded.digest)
      })
    )
  })
})
