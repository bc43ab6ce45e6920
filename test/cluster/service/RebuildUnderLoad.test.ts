import { assert, describe, it } from "@effect/vitest"
import { PgClient } from "@effect/sql-pg"
import { Context, Deferred, Effect, Fiber, Layer, Ref, Schedule, Schema } from "effect"
import process from "node:process"
import { type IndexState, listIndexes } from "../../../infra/opensearch/Indexes.ts"
import { OpenSearch } from "../../../infra/opensearch/OpenSearch.ts"
import * as OpenSearchProductIndex from "../../../infra/opensearch/OpenSearchProductIndex.ts"
import { defaultOptions } from "../../../infra/opensearch/LiveIndex.ts"
import { ProductIndex } from "../../../projections/ports/ProductIndex.ts"
import {
  Builds,
  command,
  type Deployment,
  deployment,
  digestOfLog,
  printed,
  RebuildAnswer,
  serve,
  startCommand,
  storesOf
} from "../../support/cluster/Deployment.ts"
import {
  fillCatalogue,
  issuedKey,
  type Reads,
  readForEver,
  warmUp,
  writeForEver
} from "../../support/cluster/ProductTraffic.ts"
import { server } from "../../support/cluster/OpenSearchIndex.ts"

const seed = 20_261
/** Both are asked for at these rates whatever happens; a busy machine answers fewer, but never so few. */
const shareMin = 0.1
/** `REBUILD_PRODUCTS=100000` for the long form, with the vectors of the model that comes with the program. */
const isLong = process.env["REBUILD_PRODUCTS"] !== undefined
const products = Number(process.env["REBUILD_PRODUCTS"] ?? 3_000)
const readsPerSecond = 200
const writesPerSecond = 100
/** A key of the plan may ask 100 times a second; with so many, a moment's delay is no reason to refuse. */
const keyCount = 6
const timeoutMs = 300_000 + products * 30

const indexes = ({ alias }: Deployment) => Effect.flatMap(OpenSearch, (openSearch) => listIndexes(openSearch, alias))

const isGoodLive = ({ isComplete, isCurrent }: IndexState) => isComplete && isCurrent

/** Looks at the alias until interrupted; notes every time at which it does not mean one complete index. */
const watchAlias = (deployment: Deployment, bad: Array<string>) =>
  indexes(deployment).pipe(
    Effect.map((all) => all.filter(({ isLive }) => isLive)),
    Effect.tap((live) =>
      Effect.sync(() => {
        if (live.length !== 1 || !live.every(isGoodLive)) bad.push(JSON.stringify(live))
      })
    ),
    Effect.repeat(Schedule.spaced("100 millis"))
  )

const RefreshInterval = Schema.Record(
  Schema.String,
  Schema.Struct({ settings: Schema.Struct({ index: Schema.Struct({ refresh_interval: Schema.String }) }) })
)

/** Its builder has loaded the bulk of the log and prepares it for searches. */
const isLoaded = Effect.fnUntraced(function* (name: string) {
  const { body } = yield* (yield* OpenSearch).request("look", { method: "GET", path: `/${name}/_settings` })
  const { settings } = Schema.decodeUnknownSync(RefreshInterval)(body)[name] ?? {}
  return settings !== undefined && settings.index.refresh_interval !== "-1"
})

const Indexing = Schema.Struct({
  _all: Schema.Struct({ primaries: Schema.Struct({ indexing: Schema.Struct({ index_total: Schema.Int }) }) })
})

/** The first documents are in it. */
const isLoading = Effect.fnUntraced(function* (name: string) {
  const { body } = yield* (yield* OpenSearch).request("look", { method: "GET", path: `/${name}/_stats/indexing` })
  return Schema.decodeUnknownSync(Indexing)(body)._all.primaries.indexing.index_total > 0
})

/** The points of its work at which a rebuild is killed. `made` is the index it makes. */
const points = {
  "while it loads": (made: IndexState) => isLoading(made.name),
  "while it catches up and checks": (made: IndexState) => isLoaded(made.name),
  "as it moves the alias": (made: IndexState) => Effect.succeed(made.isComplete)
}

const killRebuildAt = Effect.fnUntraced(function* (
  deployment: Deployment,
  isThere: (made: IndexState) => Effect.Effect<boolean, unknown, OpenSearch>
) {
  const before = new Set((yield* indexes(deployment)).map(({ identity }) => identity))
  const { child, ended, stderr } = yield* startCommand(deployment, "views", "rebuild")
  const point = Effect.gen(function* () {
    const made = (yield* indexes(deployment)).find(({ identity }) => !before.has(identity))
    return made !== undefined && (yield* isThere(made))
  }).pipe(Effect.repeat({ until: (there) => there, schedule: Schedule.spaced("10 millis") }))
  yield* Effect.raceFirst(point, Deferred.await(ended))
  child.kill("SIGKILL")
  return { signal: (yield* Deferred.await(ended)).signal, stderr: stderr() }
}, Effect.scoped)

const whatLiveHolds = ({ alias }: Deployment) =>
  Effect.gen(function* () {
    const built = yield* Layer.build(OpenSearchProductIndex.layer({ ...defaultOptions, alias }))
    return yield* Context.get(built, ProductIndex).digest
  }).pipe(Effect.scoped)

/** Returns when the live index holds what the log says; somebody must be projecting. */
const caughtUp = Effect.fnUntraced(function* (deployment: Deployment) {
  const expected = yield* digestOfLog
  yield* whatLiveHolds(deployment).pipe(
    Effect.repeat({
      until: (digest) => JSON.stringify(digest) === JSON.stringify(expected),
      schedule: Schedule.spaced("200 millis")
    }),
    Effect.timeout("60 seconds")
  )
  return expected
})

/** The indexes that a place in the log is kept for. */
const placesKept = Effect.fnUntraced(function* ({ alias }: Deployment) {
  const client = yield* PgClient.PgClient
  const rows = yield* client.unsafe<object>("SELECT projection FROM checkpoints WHERE starts_with(projection, $1)", [
    `product-search-${alias}`
  ])
  return decodePlaces(rows).map(({ projection }) => projection.slice("product-search-".length).split("/")[0])
})
const decodePlaces = Schema.decodeUnknownSync(Schema.Array(Schema.Struct({ projection: Schema.String })))

describe("rebuilding the product index of a cluster", () => {
  it.live(
    `${products} products under ${readsPerSecond} reads/s and ${writesPerSecond} writes/s, killed at three points: no read ` +
      `fails or finds nothing, the alias always means one complete index; rollback and drop (seed ${seed})`,
    () =>
      Effect.gen(function* () {
        const cluster = yield* deployment(isLong ? "bundled" : "small")
        const stores = yield* Layer.build(storesOf(cluster))
        yield* Effect.gen(function* () {
          yield* fillCatalogue(seed, products)
          const { url } = yield* serve(cluster)
          const keys = yield* Effect.forEach(Array.from({ length: keyCount }), () =>
            Effect.map(command(cluster, "key", "issue", "--plan", "business", "--json"), issuedKey)
          )
          const first = `${cluster.alias}_v1`
          const reads: Reads = { good: 0, bad: [] }
          yield* warmUp(url, keys, reads)
          const warm = reads.good
          const badAlias: Array<string> = []
          const written = yield* Ref.make(0)
          const reading = yield* Effect.forkScoped(readForEver(url, keys, readsPerSecond, reads))
          const writing = yield* Effect.forkScoped(writeForEver(seed, products, writesPerSecond, written))
          const watching = yield* Effect.forkScoped(watchAlias(cluster, badAlias))
          const startedAt = Date.now()

          for (const [point, isThere] of Object.entries(points)) {
            const { signal, stderr } = yield* killRebuildAt(cluster, isThere)
            assert.strictEqual(signal, "SIGKILL", `${point}: ${stderr}`)
          }
          const done = yield* command(cluster, "views", "rebuild", "--json")
          assert.strictEqual(done.code, 0, done.stderr)
          const { index } = printed(RebuildAnswer, done)

          const seconds = (Date.now() - startedAt) / 1_000
          const rates = { reads: (reads.good - warm) / seconds, writes: (yield* Ref.get(written)) / seconds }
          console.log(
            `${Math.round(seconds)} s: ${Math.round(rates.reads)} reads/s, ${Math.round(rates.writes)} writes/s`
          )
          yield* Fiber.interrupt(writing)
          const builds = printed(Builds, yield* command(cluster, "views", "list", "--json"))
          assert.deepStrictEqual(
            builds.map(({ complete, live, name }) => ({ complete, live, isNew: name === index })),
            [
              { complete: true, live: false, isNew: false },
              { complete: true, live: true, isNew: true }
            ]
          )
          yield* caughtUp(cluster)

          // the index before has not seen what was written since
          const previous = builds[0]?.name ?? first
          const back = yield* command(cluster, "views", "rebuild", "--rollback")
          assert.include(back.stdout, previous, back.stderr)
          yield* caughtUp(cluster)
          const refused = yield* command(cluster, "views", "drop", previous)
          assert.strictEqual(refused.code, 1)
          assert.include(refused.stderr, "is live")
          assert.strictEqual((yield* command(cluster, "views", "drop", index)).code, 0)
          assert.deepStrictEqual(
            (yield* indexes(cluster)).map(({ isLive, name }) => ({ isLive, name })),
            [{ isLive: true, name: previous }]
          )
          assert.deepStrictEqual(yield* placesKept(cluster), [previous])

          yield* Fiber.interrupt(watching)
          yield* Fiber.interrupt(reading)
          assert.deepStrictEqual(reads.bad.slice(0, 10), [])
          assert.deepStrictEqual(badAlias, [])
          assert.isAtLeast(rates.reads, readsPerSecond * shareMin)
          assert.isAtLeast(rates.writes, writesPerSecond * shareMin)
        }).pipe(Effect.provide(stores))
      }).pipe(Effect.scoped, Effect.provide(server)),
    timeoutMs
  )
})
