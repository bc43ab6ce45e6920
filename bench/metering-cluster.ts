// Measures how many database calls the metering of two API nodes takes, and how long the syncs keep the database: whole
// processes on a database of their own. Postgres, Kafka and OpenSearch as `npm run stack -- up` exports them.
//   node bin/node.mjs bench/metering-cluster.ts [requests a second and node] [keys]
import { PgClient } from "@effect/sql-pg"
import { Effect, Fiber, Schema } from "effect"
import process from "node:process"
import { temporaryFolder } from "../test/support/EmbeddedStores.ts"
import { admittedStatus, countedCall } from "../test/support/cluster/Callers.ts"
import { cluster, issueKeys, operator } from "../test/support/cluster/ClusterProcesses.ts"
import { recordedOf } from "../test/support/cluster/LedgerChecks.ts"

const [ratePerNode = 400, keyCount = 40] = process.argv.slice(2).map(Number)
const sliceMs = 10
/** longer than the ten seconds after which an idle connection still adds to the statistics what it did before */
const warmUpSeconds = 12
const seconds = 20

const Calls = Schema.Tuple([Schema.Struct({ all: Schema.Int, syncs: Schema.Int, syncMs: Schema.Number })])

/** A statement and the transaction around it are one call, and so is a sync, whatever else the processes ask. */
const callsSql = `
  SELECT (xact_commit + xact_rollback)::integer AS all,
    coalesce(f.calls, 0)::integer AS syncs, coalesce(f.total_time, 0)::float8 AS "syncMs"
  FROM pg_stat_database LEFT JOIN pg_stat_user_functions AS f ON f.funcname = 'usage_sync'
  WHERE datname = current_database()`

/** Calls of the database so far, as its statistics say, up to a second late. */
const databaseCalls = Effect.gen(function* () {
  const client = yield* PgClient.PgClient
  return Schema.decodeUnknownSync(Calls)(yield* client.unsafe(callsSql))[0]
})

/** Has the database count the calls of functions on connections that are made from now on. */
const countFunctions = Effect.gen(function* () {
  const client = yield* PgClient.PgClient
  yield* client.unsafe(
    "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET track_functions = pl', current_database()); END $$"
  )
})

interface Tally {
  admitted: number
  other: number
  readonly latenciesMs: Array<number>
}

const ask = async (url: string, key: string, tally: Tally) => {
  const askedAtMs = performance.now()
  if ((await countedCall(url, key)) === admittedStatus) tally.admitted++
  else tally.other++
  tally.latenciesMs.push(performance.now() - askedAtMs)
}

/** Asks every node at the rate, the keys in turn, whether answers come or not. */
const load = (urls: ReadonlyArray<string>, keys: ReadonlyArray<string>, tally: Tally) =>
  Effect.gen(function* () {
    const began = performance.now()
    for (let sent = 0; ;) {
      const due = ((performance.now() - began) / 1_000) * ratePerNode
      for (; sent < due; sent++) {
        for (const [n, url] of urls.entries()) void ask(url, keys[(sent + n) % keys.length] ?? "", tally)
      }
      yield* Effect.sleep(sliceMs)
    }
  })

const measured = Effect.fnUntraced(function* (urls: ReadonlyArray<string>) {
  const keys = (yield* issueKeys(keyCount, "growth")).map(({ key }) => key)
  const tally: Tally = { admitted: 0, other: 0, latenciesMs: [] }
  const running = yield* Effect.forkChild(load(urls, keys, tally))
  yield* Effect.sleep(warmUpSeconds * 1_000)
  const before = { calls: yield* databaseCalls, admitted: tally.admitted, other: tally.other }
  tally.latenciesMs.length = 0
  yield* Effect.sleep(seconds * 1_000)
  const after = yield* databaseCalls
  const calls = after.all - before.calls.all
  const syncs = after.syncs - before.calls.syncs
  const syncMs = (after.syncMs - before.calls.syncMs) / syncs
  const admitted = tally.admitted - before.admitted
  const latencies = tally.latenciesMs.toSorted((a, b) => a - b)
  yield* Fiber.interrupt(running)
  const at = (share: number) => (latencies[Math.floor(latencies.length * share)] ?? NaN).toFixed(1)
  process.stdout.write(
    [
      `${urls.length} nodes, ${keyCount} keys, ${(admitted / seconds / urls.length).toFixed(0)} admitted/s a node`,
      `${tally.other - before.other} of ${admitted} not admitted`,
      `${(syncs / seconds / urls.length).toFixed(2)} syncs/s a node, 1 for ${(admitted / syncs).toFixed(0)} requests, ${syncMs.toFixed(1)} ms each`,
      `${(calls / seconds / urls.length).toFixed(2)} database calls/s a node, health checks included`,
      `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms at the caller`
    ].join("\n") + "\n"
  )
})

const program = Effect.gen(function* () {
  const running = yield* cluster
  yield* Effect.provide(countFunctions, operator(running))
  for (const nodeCount of [1, 2]) {
    const nodes = yield* Effect.forEach(Array.from({ length: nodeCount }), () =>
      Effect.flatMap(temporaryFolder, running.startNode)
    )
    yield* Effect.provide(measured(nodes.map(({ url }) => url)), operator(running))
    yield* Effect.forEach(nodes, ({ stop }) => stop("SIGTERM"))
  }
  const open = yield* Effect.provide(recordedOf, operator(running))
  process.stdout.write(`left open: ${open.reduce((sum, key) => sum + key.open, 0)} units\n`)
}).pipe(Effect.scoped)

await Effect.runPromise(program)
