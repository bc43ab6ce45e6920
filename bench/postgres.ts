import { PgClient } from "@effect/sql-pg"
import { Console, Effect, Layer, Redacted } from "effect"
import { execFile } from "node:child_process"
import { productStream } from "../domain/EventEnvelope.ts"
import { EventLog, type StreamAppend } from "../domain/ports/EventLog.ts"
import { ProductId } from "../domain/product/ProductId.ts"
import { facts } from "../test/support/Facts.ts"
import { freshDatabase } from "../test/support/cluster/PostgresDatabase.ts"
import * as Postgres from "../infra/postgres/Postgres.ts"
import * as PostgresStores from "../infra/postgres/PostgresStores.ts"

/**
 * Appends product events through the port in batches of 500 against COPY of the same rows into a copy of the table with
 * the same indexes, each batch a transaction, interleaved in one run; prints the ratio of their speeds. What the port
 * adds: locks, heads, JSON, the round trip of the driver.
 */
const rounds = 12
const batchSize = 500
const batchesPerRound = 10

const event = { _tag: "ProductListed", facts: facts(), fingerprint: "0123456789abcdefghijkl" } as const
const { _tag: type, ...data } = event

const streamsOf = (round: number, batch: number): ReadonlyArray<StreamAppend<"product">> =>
  Array.from({ length: batchSize }, (_, i) => ({
    streamId: productStream(ProductId.make(`off_${(round * batchesPerRound + batch) * batchSize + i}`)),
    expectedVersion: 0,
    events: [event]
  }))

const copyTable = [
  "CREATE TABLE copied (LIKE events INCLUDING DEFAULTS INCLUDING COMPRESSION INCLUDING CONSTRAINTS)",
  "CREATE UNIQUE INDEX copied_stream ON copied (stream_id, stream_version)",
  "CREATE INDEX copied_order ON copied (category, epoch, tx, position)"
]

/** psql runs the batches of a round over one connection: time of COPY alone, without the start of the program. */
const copyRound = (url: string, round: number) =>
  Effect.callback<number>((resume) => {
    const json = JSON.stringify(data)
    const batch = (n: number) => {
      const rows = streamsOf(round, n).map(({ streamId }, i) =>
        [
          1 + (round * batchesPerRound + n) * batchSize + i,
          0,
          "product",
          streamId,
          1,
          type,
          json,
          "bench",
          "system",
          0
        ].join("\t")
      )
      const columns = "position, epoch, category, stream_id, stream_version, type, data, command_id, actor, recorded_at"
      return `COPY copied (${columns}) FROM STDIN;\n${rows.join("\n")}\n\\.\n`
    }
    const script = `\\timing on\n${Array.from({ length: batchesPerRound }, (_, n) => batch(n)).join("")}`
    const psql = execFile("psql", ["-X", "-v", "ON_ERROR_STOP=1", "--dbname", url], (error, stdout) => {
      const times = [...stdout.matchAll(/^Time: ([\d.]+) ms/gm)].map(([, ms]) => Number(ms))
      resume(
        error === null && times.length === batchesPerRound
          ? Effect.succeed(times.reduce((sum, ms) => sum + ms, 0))
          : Effect.die(error ?? new Error(`psql timed ${times.length} batches`))
      )
    })
    psql.stdin?.end(script)
  })

const appendRound = Effect.fnUntraced(function* (round: number) {
  const log = yield* EventLog
  const batches = Array.from({ length: batchesPerRound }, (_, batch) => streamsOf(round, batch))
  const start = performance.now()
  for (const streams of batches) yield* log.append(streams, { commandId: "bench", actor: "system" })
  return performance.now() - start
})

const median = (numbers: ReadonlyArray<number>): number => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0

const compare = Effect.fnUntraced(function* (url: Redacted.Redacted) {
  const client = yield* PgClient.PgClient
  for (const statement of copyTable) yield* client.unsafe(statement).unprepared
  const times = { copy: new Array<number>(), append: new Array<number>() }
  for (let round = 0; round < rounds; round++) {
    times.copy.push(yield* copyRound(Redacted.value(url), round))
    times.append.push(yield* appendRound(round))
  }
  const [copyMs, appendMs] = [median(times.copy), median(times.append)]
  const perSecond = (ms: number) => Math.round((batchSize * batchesPerRound * 1_000) / ms).toLocaleString("en-GB")
  yield* Console.log(
    `batches of ${batchSize}: COPY ${perSecond(copyMs)} events/s, append ${perSecond(appendMs)} events/s, ` +
      `ratio ${(copyMs / appendMs).toFixed(2)}`
  )
})

await Effect.runPromise(
  Effect.gen(function* () {
    const url = yield* freshDatabase()
    const stores = PostgresStores.stores.pipe(
      Layer.provideMerge(PostgresStores.checked()),
      Layer.provideMerge(Postgres.layer(url))
    )
    yield* Effect.provide(compare(url), stores, { local: true })
  }).pipe(Effect.scoped)
)
