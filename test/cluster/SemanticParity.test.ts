import { assert, describe, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
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
import { readQueries } from "../../quality/Queries.ts"
import { SemanticSearch } from "../../src/queries/SemanticSearch.ts"
import { bundledDocuments } from "../support/cluster/BundledDocuments.ts"
import { ownAlias } from "../support/cluster/OpenSearchIndex.ts"
import { lengthOf } from "../support/cluster/Seed.ts"
import { openSearchUrl } from "../support/cluster/Servers.ts"
import { temporaryFolder } from "../support/EmbeddedStores.ts"
import { strangersNeeds } from "../support/needs/StrangersNeeds.ts"
import { semanticQueries } from "../support/SemanticQueries.ts"

type Search = Context.Service.Shape<typeof SemanticSearch>

class BothTiers extends Context.Service<BothTiers, { readonly embedded: Search; readonly cluster: Search }>()(
  "fooddata/test/BothTiersByMeaning"
) {}

const batchSize = 2_000
/** Needs of strangers that are asked, some a tenth of a second each; `PARITY_NEEDS` asks more. */
const needsMax = lengthOf("PARITY_NEEDS", 300)
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

/** So many at most, spread evenly over all. */
const everyNth = <A>(all: ReadonlyArray<A>, most: number): ReadonlyArray<A> => {
  const step = Math.ceil(all.length / most)
  return all.filter((_, i) => i % step === 0)
}

/** The questions that the tiers answer differently, and those that the embedded one finds nothing for. */
const compared = Effect.fnUntraced(function* (questions: ReadonlyArray<string>) {
  const { cluster, embedded } = yield* BothTiers
  const answer = (search: Search, text: string) =>
    Effect.map(search.search(text, 10, plans.business), ({ found }) =>
      found.map(({ cosine, facts }) => ({ id: facts.id, cosine }))
    )
  const [different, nothing]: [Array<string>, Array<string>] = [[], []]
  for (const text of questions) {
    const expected = yield* answer(embedded, text)
    if (expected.length === 0) nothing.push(text)
    if (JSON.stringify(yield* answer(cluster, text)) !== JSON.stringify(expected)) different.push(text)
  }
  return { different, nothing }
})

describe("both tiers answer alike by meaning over the bundled catalogue", () => {
  layer(bothTiers, { timeout: "4 minutes" })((it) => {
    it.effect("questions in three languages: the same products in the same order, the same scores", () =>
      Effect.gen(function* () {
        const { different, nothing } = yield* compared(semanticQueries)
        assert.deepStrictEqual(nothing, [])
        assert.deepStrictEqual(different, [])
      })
    )

    it.effect(
      "needs by strangers: exclusions, numbers, and the same need in several wordings",
      () =>
        Effect.gen(function* () {
          const needs = everyNth(strangersNeeds, needsMax)
          assert.isAtLeast(needs.length, 200)
          const { different } = yield* compared(needs)
          // where thousands suit alike, the server's bytes do not always find the same hundred of them
          assert.isAtMost(different.length, needs.length / 100, different.join())
        }),
      { timeout: 60_000 + needsMax * 500 }
    )

    it.effect("the judged questions of the quality suite", () =>
      Effect.gen(function* () {
        const judged = yield* readQueries(fileURLToPath(new URL("../../quality/meaning.jsonl", import.meta.url)))
        assert.isAtLeast(judged.length, 100)
        const { different, nothing } = yield* compared(judged.map(({ query }) => query))
        // some ask for what is not there
        assert.isBelow(nothing.length, judged.length / 10, nothing.join())
        assert.deepStrictEqual(different, [])
      })
    )
  })
})
