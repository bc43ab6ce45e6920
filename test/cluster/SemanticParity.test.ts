import { assert, describe, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { join } from "node:path"
import { plans } from "../../domain/key/Plan.ts"
import * as BundledEmbedder from "../../infra/embedding/BundledEmbedder.ts"
import * as OpenSearch from "../../infra/opensearch/OpenSearch.ts"
import * as OpenSearchProductIndex from "../../infra/opensearch/OpenSearchProductIndex.ts"
import { fillVectors } from "../../infra/sqlite/product-vectors/FillVectors.ts"
import { markComplete } from "../../infra/sqlite/product-vectors/VectorWrites.ts"
import { openSqlite, ViewsDatabase } from "../../infra/sqlite/Sqlite.ts"
import * as SqliteProductIndex from "../../infra/sqlite/SqliteProductIndex.ts"
import * as SqliteProductVectors from "../../infra/sqlite/SqliteProductVectors.ts"
import { ProductIndex } from "../../projections/ports/ProductIndex.ts"
import { SemanticSearch } from "../../src/queries/SemanticSearch.ts"
import { bundledDocuments } from "../support/cluster/BundledDocuments.ts"
import { ownAlias } from "../support/cluster/OpenSearchIndex.ts"
import { openSearchUrl } from "../support/cluster/Servers.ts"
import { temporaryFolder } from "../support/EmbeddedStores.ts"
import { semanticQueries } from "../support/SemanticQueries.ts"

type Search = Context.Service.Shape<typeof SemanticSearch>

class BothTiers extends Context.Service<BothTiers, { readonly embedded: Search; readonly cluster: Search }>()(
  "fooddata/test/BothTiersByMeaning"
) {}

const batchSize = 2_000
const server = Layer.unwrap(Effect.sync(() => OpenSearch.layer(openSearchUrl())))

const views = Layer.effect(
  ViewsDatabase,
  Effect.gen(function* () {
    const folder = yield* temporaryFolder
    const db = yield* openSqlite({ path: join(folder, "views.db"), synchronous: "NORMAL" })
    return { current: () => db }
  })
)

const applied = Effect.gen(function* () {
  const index = yield* ProductIndex
  const catalogue = yield* bundledDocuments
  for (let first = 0; first < catalogue.length; first += batchSize) {
    yield* index.apply(catalogue.slice(first, first + batchSize).map((document) => ({ _tag: "Put", document })))
  }
})

const filled = Effect.gen(function* () {
  yield* applied
  const { current } = yield* ViewsDatabase
  yield* fillVectors(current())
  yield* current().write("complete", () => markComplete(current()))
})

const sqlite = SemanticSearch.layer.pipe(
  Layer.provideMerge(Layer.effectDiscard(filled)),
  Layer.provideMerge(SqliteProductVectors.layerRead),
  Layer.provideMerge(SqliteProductIndex.layer),
  Layer.provide(views)
)

const openSearch = SemanticSearch.layer.pipe(
  Layer.provideMerge(Layer.effectDiscard(applied)),
  Layer.provideMerge(Layer.unwrap(Effect.map(ownAlias, OpenSearchProductIndex.layer))),
  Layer.provide(server)
)

const bothTiers = Layer.effect(
  BothTiers,
  Effect.gen(function* () {
    const embedded = Context.get(yield* Layer.build(sqlite), SemanticSearch)
    const cluster = Context.get(yield* Layer.build(openSearch), SemanticSearch)
    return { embedded, cluster }
  })
).pipe(Layer.provide(BundledEmbedder.layer))

describe("both tiers answer alike by meaning over the bundled catalogue", () => {
  layer(bothTiers, { timeout: "4 minutes" })((it) => {
    it.effect(
      `${semanticQueries.length} questions in three languages: the same products in the same order, the same scores`,
      () =>
        Effect.gen(function* () {
          const { cluster, embedded } = yield* BothTiers
          const different: Array<string> = []
          for (const text of semanticQueries) {
            const answer = (search: Search) =>
              Effect.map(search.search(text, 10, plans.business), ({ found }) =>
                found.map(({ cosine, facts }) => ({ id: facts.id, cosine }))
              )
            const expected = yield* answer(embedded)
            assert.isNotEmpty(expected, text)
            if (JSON.stringify(yield* answer(cluster)) !== JSON.stringify(expected)) different.push(text)
          }
          assert.deepStrictEqual(different, [])
        })
    )
  })
})
