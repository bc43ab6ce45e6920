import { Client } from "@opensearch-project/opensearch"
import { Array as Arr, Context, Effect, Layer, Stream } from "effect"
import { type Category, type EventEnvelope, logStart, productStream } from "../domain/EventEnvelope.ts"
import { EventFeed } from "../domain/ports/EventFeed.ts"
import { EventLog } from "../domain/ports/EventLog.ts"
import { createIndex, deleteIndex, indexName, writerOf } from "../infra/opensearch/Indexes.ts"
import { defaultOptions } from "../infra/opensearch/LiveIndex.ts"
import * as OpenSearch from "../infra/opensearch/OpenSearch.ts"
import * as OpenSearchProductIndex from "../infra/opensearch/OpenSearchProductIndex.ts"
import { type EmbeddedChange, withVectors } from "../infra/opensearch/product-index/EmbeddedChanges.ts"
import { idOf, storedProduct } from "../infra/opensearch/product-index/StoredProduct.ts"
import { Checkpoints } from "../projections/ports/Checkpoints.ts"
import { Embedder } from "../projections/ports/Embedder.ts"
import { ProductIndex } from "../projections/ports/ProductIndex.ts"
import { changesOf } from "../projections/product-search/ProductSearchProjection.ts"
import { projectorPace } from "../src/roles/ClusterTier.ts"
import { productSearch } from "../projections/product-search/ProductSearch.ts"
import { catchUp } from "../src/roles/Projector.ts"
import { smallEmbedder } from "./SmallEmbedder.ts"
import { syntheticCatalogue } from "./SyntheticCatalogue.ts"
import { quantile } from "./Statistics.ts"

// OPENSEARCH_URL=http://… node bin/node.mjs bench/opensearch.ts [products] [pages of a turn]
// What a bare loop of _bulk calls writes of ready documents, and what the projector does with the events of the same
// products: describe, write, refresh, keep its field. The vectors are small ones, so that the server does not spend its
// time on what is the same for both. In turns of some pages, so that the ratio survives a busy machine.
// For searches there is bench/opensearch-search.ts.

const url = process.env["OPENSEARCH_URL"] ?? ""
const productCount = Number(process.argv[2] ?? 200_000)
const pageSize = 5_000
const turnSize = pageSize * Number(process.argv[3] ?? 4)

const print = (line: string) => process.stdout.write(`${line}\n`)
const options = { ...defaultOptions, alias: "bench" }
const bareAlias = "bench-bare"
const bareIndex = indexName(bareAlias, 1)

/** What anybody would write first: no versions, no retries, no refresh. */
const bareBulk = async (client: Client, changes: ReadonlyArray<EmbeddedChange>) => {
  const lines = changes.map(
    ({ change, vector }) =>
      `${JSON.stringify({ index: { _id: idOf(change) } })}\n${JSON.stringify(storedProduct(change, vector))}\n`
  )
  const { body } = await client.transport.request({
    method: "POST",
    path: `/${writerOf(bareIndex)}/_bulk`,
    bulkBody: lines.join("")
  })
  if (body.errors !== false) throw new Error("the bare loop had errors")
}

const timed = async (work: () => Promise<unknown>) => {
  const started = performance.now()
  await work()
  return performance.now() - started
}

const eventsOf = (catalogue: ReturnType<typeof syntheticCatalogue>, first: number) =>
  Array.from({ length: turnSize }, (_, i): EventEnvelope<"product"> => {
    const facts = catalogue.product(first + i)
    return {
      cursor: { tx: 0, position: first + i + 1 },
      streamId: productStream(facts.id),
      streamVersion: 1,
      recordedAt: 0,
      commandId: "bench",
      actor: "cli",
      event: { _tag: "ProductListed", facts, fingerprint: "" }
    }
  })

const isOf =
  <C extends Category>(category: C) =>
  (envelope: EventEnvelope): envelope is EventEnvelope<C> =>
    envelope.streamId.startsWith(`${category}-`)

/** The events in pages, and an empty page: that was all. */
const feedOf = (events: ReadonlyArray<EventEnvelope>) => {
  const chunks: ReadonlyArray<ReadonlyArray<EventEnvelope>> = [...Arr.chunksOf(events, pageSize), []]
  return Layer.succeed(
    EventFeed,
    EventFeed.of({
      from: <C extends Category>(category: C) =>
        Stream.fromArray(chunks).pipe(
          Stream.rechunk(1),
          Stream.map((some) => ({
            events: some.filter(isOf<C>(category)),
            unreadable: [],
            cursor: some.at(-1)?.cursor ?? logStart
          }))
        )
    })
  )
}

const fields = Layer.merge(
  Layer.mock(EventLog, {}),
  Layer.succeed(
    Checkpoints,
    Checkpoints.of({
      load: () => Effect.succeed(logStart),
      save: () => Effect.void,
      parked: () => Effect.succeed([]),
      release: () => Effect.void
    })
  )
)

const measure = Effect.fnUntraced(function* (client: Client) {
  const index = Layer.succeed(ProductIndex, yield* ProductIndex)
  const embedder = yield* Embedder
  const catalogue = syntheticCatalogue(1)
  const spent = { bare: 0, analysis: 0, projector: 0 }
  const ratios: Array<number> = []
  for (let first = 0; first < productCount; first += turnSize) {
    const events = eventsOf(catalogue, first)
    const began = performance.now()
    const described = Arr.chunksOf(events, pageSize).map(changesOf)
    spent.analysis += performance.now() - began
    const pages = yield* Effect.forEach(described, (changes) => withVectors(embedder, changes))
    const bare = () =>
      timed(async () => {
        for (const changes of pages) await bareBulk(client, changes)
      })
    const projector = () =>
      timed(() =>
        catchUp(productSearch, "bench", () => Effect.void).pipe(
          Effect.provide(Layer.mergeAll(index, feedOf(events), fields, projectorPace)),
          Effect.runPromise
        )
      )
    // who comes first in a turn alternates
    const isBareFirst = (first / turnSize) % 2 === 0
    const one = yield* Effect.promise(isBareFirst ? bare : projector)
    const other = yield* Effect.promise(isBareFirst ? projector : bare)
    const [bareMs, projectorMs] = isBareFirst ? [one, other] : [other, one]
    spent.bare += bareMs
    spent.projector += projectorMs
    ratios.push(bareMs / projectorMs)
  }
  const rate = (ms: number) => `${Math.round((productCount / ms) * 1000)} a second`
  print(`${productCount} products in pages of ${pageSize}, turns of ${turnSize}`)
  print(`bare _bulk loop   ${rate(spent.bare)}`)
  print(`projector         ${rate(spent.projector)}, ${(spent.bare / spent.projector).toFixed(2)} of it`)
  print(`ratio by turn     ${[0.1, 0.5, 0.9].map((q) => quantile(ratios, q).toFixed(2)).join(" / ")} (p10 / p50 / p90)`)
  print(`analysis alone    ${rate(spent.analysis)}`)
})

const program = Effect.gen(function* () {
  const server = yield* OpenSearch.OpenSearch
  const { model } = yield* Embedder
  const remove = Effect.forEach([bareIndex, indexName(options.alias, 1)], (name) => deleteIndex(server, name))
  yield* remove
  yield* Effect.addFinalizer(() => Effect.orDie(remove))
  yield* createIndex(server, {
    alias: bareAlias,
    name: indexName(bareAlias, 1),
    layout: options.layout,
    model,
    isBuilding: false
  })
  const index = Context.get(yield* Layer.build(OpenSearchProductIndex.layer(options)), ProductIndex)
  const client = yield* Effect.acquireRelease(
    Effect.sync(() => new Client({ node: url })),
    (client) => Effect.promise(() => client.close())
  )
  yield* measure(client).pipe(Effect.provideService(ProductIndex, index))
})

await Effect.runPromise(Effect.scoped(program).pipe(Effect.provide([OpenSearch.layer(url), smallEmbedder])))
