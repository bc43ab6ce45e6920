import { assert, describe, layer } from "@effect/vitest"
import { Array as Arr, Context, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { plans } from "../../domain/key/Plan.ts"
import type { StorageUnavailable } from "../../domain/ports/StorageUnavailable.ts"
import * as BundledEmbedder from "../../infra/embedding/BundledEmbedder.ts"
import { indexName } from "../../infra/opensearch/Indexes.ts"
import type { ProductIndexOptions } from "../../infra/opensearch/LiveIndex.ts"
import * as OpenSearchProductIndex from "../../infra/opensearch/OpenSearchProductIndex.ts"
import { OpenSearch } from "../../infra/opensearch/OpenSearch.ts"
import { compact } from "../../infra/opensearch/product-index/Compaction.ts"
import { fillVectors } from "../../infra/sqlite/product-vectors/FillVectors.ts"
import { markComplete } from "../../infra/sqlite/product-vectors/VectorWrites.ts"
import { openSqlite, ViewsDatabase } from "../../infra/sqlite/Sqlite.ts"
import * as SqliteProductIndex from "../../infra/sqlite/SqliteProductIndex.ts"
import * as SqliteProductVectors from "../../infra/sqlite/SqliteProductVectors.ts"
import { type ProductChange, ProductIndex } from "../../projections/ports/ProductIndex.ts"
import { toDocument } from "../../projections/product-search/ProductDocument.ts"
import { readQueries } from "../../quality/Queries.ts"
import { SemanticSearch } from "../../src/queries/SemanticSearch.ts"
import { bundledDocuments } from "../support/cluster/BundledDocuments.ts"
import { ownAlias } from "../support/cluster/OpenSearchIndex.ts"
import { lengthOf } from "../support/cluster/Seed.ts"
import { openSearch as sharedOpenSearch } from "../support/cluster/Servers.ts"
import { temporaryFolder } from "../support/EmbeddedStores.ts"
import { strangersNeeds } from "../support/needs/StrangersNeeds.ts"
import { semanticQueries } from "../support/SemanticQueries.ts"

/** The first ten products that a tier answers a question with. */
const asking =
  ({ search }: Context.Service.Shape<typeof SemanticSearch>) =>
  (text: string) =>
    Effect.map(search(text, 10, plans.business), ({ found }) =>
      found.map(({ cosine, product }) => ({ id: product.id, cosine }))
    )

/** Asks each question once: the answers do not change. */
const remembering = (ask: Ask): Ask => {
  const answers = new Map<string, Effect.Success<ReturnType<Ask>>>()
  return (text) => {
    const known = answers.get(text)
    if (known !== undefined) return Effect.succeed(known)
    return Effect.tap(ask(text), (answer) => Effect.sync(() => answers.set(text, answer)))
  }
}

type Ask = ReturnType<typeof asking>

/** The same products in the embedded tier, in an index as a rebuild leaves it, and in one that grew. */
class BothTiers extends Context.Service<
  BothTiers,
  {
    readonly embedded: Ask
    readonly cluster: Ask
    readonly grown: Ask
    /** brings the index that grew into one segment */
    readonly compactGrown: Effect.Effect<void, StorageUnavailable>
  }
>()("fooddata/test/BothTiersByMeaning") {}

const batchSize = 2_000
/** Needs of strangers that are asked, some a tenth of a second each; `PARITY_NEEDS` asks more, over the whole catalogue. */
const needsShort = 220
const needsMax = lengthOf("PARITY_NEEDS", needsShort)
/** The short form takes every so many-th product: loading them three times is most of its time. */
const productsStep = needsMax > needsShort ? 1 : 3
const products = Effect.map(bundledDocuments, (all) => all.filter((_, i) => i % productsStep === 0))
const server = sharedOpenSearch()

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
  const catalogue = yield* products
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

const openSearch = (options: ProductIndexOptions, load: typeof applied) =>
  SemanticSearch.layer.pipe(
    Layer.provideMerge(Layer.effectDiscard(load)),
    Layer.provideMerge(OpenSearchProductIndex.layer(options))
  )

const grownBatchSize = 500
/** Every so many-th product was another one, and every so many-th withdrawn, before it became what it is. */
const changedEvery = 10

/** The same products as `applied`, in small batches, each a segment, some of them for the second time. */
const grownUp = Effect.gen(function* () {
  const index = yield* ProductIndex
  const catalogue = yield* products
  const before = catalogue.flatMap((document, i): ReadonlyArray<ProductChange> => {
    const { id } = document.facts
    const other = catalogue[(i + 1) % catalogue.length] ?? document
    if (i % changedEvery === 0) return [{ _tag: "Put", document: toDocument({ ...other.facts, id }, 1) }]
    return i % changedEvery === 1 ? [{ _tag: "Withdraw", id, version: 1 }] : []
  })
  const after = catalogue.map((document): ProductChange => ({ _tag: "Put", document: { ...document, version: 2 } }))
  for (const changes of [before, after.toReversed()].flatMap(Arr.chunksOf(grownBatchSize))) yield* index.apply(changes)
})

const bothTiers = Layer.effect(
  BothTiers,
  Effect.gen(function* () {
    const [fresh, growing] = [yield* ownAlias, yield* ownAlias]
    const openSearchServer = yield* OpenSearch
    const embedded = remembering(asking(Context.get(yield* Layer.build(sqlite), SemanticSearch)))
    const cluster = asking(Context.get(yield* Layer.build(openSearch(fresh, applied)), SemanticSearch))
    yield* TestClock.withLive(compact(openSearchServer, indexName(fresh.alias, 1), () => Effect.void))
    const grown = asking(Context.get(yield* Layer.build(openSearch(growing, grownUp)), SemanticSearch))
    const compactGrown = TestClock.withLive(compact(openSearchServer, indexName(growing.alias, 1), () => Effect.void))
    return { embedded, cluster, grown, compactGrown }
  })
).pipe(Layer.provide([BundledEmbedder.layer, server]))

/** So many at most, spread evenly over all. */
const everyNth = <A>(all: ReadonlyArray<A>, most: number): ReadonlyArray<A> => {
  const step = Math.ceil(all.length / most)
  return all.filter((_, i) => i % step === 0)
}

/** The questions that the tiers answer differently, and those that the embedded one finds nothing for. */
const compared = Effect.fnUntraced(function* (
  questions: ReadonlyArray<string>,
  index: "cluster" | "grown" = "cluster"
) {
  const { embedded, [index]: cluster } = yield* BothTiers
  const [different, nothing]: [Array<string>, Array<string>] = [[], []]
  for (const text of questions) {
    const expected = yield* embedded(text)
    if (expected.length === 0) nothing.push(text)
    if (JSON.stringify(yield* cluster(text)) !== JSON.stringify(expected)) different.push(text)
  }
  return { different, nothing }
})

describe("both tiers answer alike by meaning over the bundled catalogue", () => {
  layer(bothTiers, { timeout: "8 minutes" })((it) => {
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
          assert.deepStrictEqual(different, [])
        }),
      { timeout: 60_000 + needsMax * 500 }
    )

    it.effect(
      "200 needs on an index of many segments with replaced documents, and on the same one compacted",
      () =>
        Effect.gen(function* () {
          const needs = everyNth(strangersNeeds, needsShort)
          assert.isAtLeast(needs.length, 200)
          assert.deepStrictEqual((yield* compared(needs, "grown")).different, [])
          yield* (yield* BothTiers).compactGrown
          assert.deepStrictEqual((yield* compared(needs, "grown")).different, [])
        }),
      { timeout: 480_000 }
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
