import { PgClient } from "@effect/sql-pg"
import { Console, Effect, Layer, Redacted } from "effect"
import { execFile } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { productStream } from "../domain/EventEnvelope.ts"
import { EventLog, type StreamAppend } from "../domain/ports/EventLog.ts"
import { ProductId } from "../domain/product/ProductId.ts"
import { facts } from "../test/support/Facts.ts"
import { freshDatabase } from "../test/support/cluster/PostgresDatabase.ts"
import * as Postgres from "../infra/postgres/Postgres.ts"
import * as PostgresStores from "../infra/postgres/PostgresStores.ts"
import { median } from "./Statistics.ts"

/**
 * Appends product events through the port in batches of 500 against COPY of the same rows into a table of the same shape,
 * each batch a transaction, interleaved in one run; prints the ratio of their speeds. What the port adds: locks, heads,
 * making the JSON, inserting row by row.
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

/** As the migrations make `events`: partitioned by position, which a sequence gives, with both indexes. */
const copyTable = [
  "CREATE TABLE copied (LIKE events INCLUDING ALL EXCLUDING INDEXES) PARTITION BY RANGE (position)",
  "CREATE INDEX copied_order ON copied (category, epoch, tx, position)",
  "CREATE TABLE copied_from_1 (LIKE copied INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING COMPRESSION)",
  "CREATE UNIQUE INDEX copied_from_1_stream ON copied_from_1 (stream_id, stream_version)",
  "ALTER TABLE copied ATTACH PARTITION copied_from_1 FOR VALUES FROM (1) TO (10000001)"
]

const json = JSON.stringify(data)

const copyBatch = (streams: ReadonlyArray<StreamAppend>): string => {
  const columns = "epoch, category, stream_id, stream_version, type, data, command_id, actor, recorded_at"
  const rows = streams.map(({ streamId }) => [0, "product", streamId, 1, type, json, "bench", "system", 0].join("\t"))
  return `COPY copied (${columns}) FROM STDIN;\n${rows.join("\n")}\n\\.\n`
}

/** Written before anything is timed, so that neither the garbage nor the file of a round falls into an append. */
const writeCopyScript = (folder: string, round: number): string => {
  const script = join(folder, `${round}.sql`)
  const batches = Array.from({ length: batchesPerRound }, (_, batch) => copyBatch(streamsOf(round, batch)))
  writeFileSync(script, `\\timing on\n${batches.join("")}`)
  return script
}

/** psql runs the batches of a round over one connection: time of COPY alone, without the start of the program. */
const copyRound = (url: string, script: string) =>
  Effect.callback<number>((resume) => {
    execFile("psql", ["-X", "-v", "ON_ERROR_STOP=1", "--dbname", url, "--file", script], (error, stdout) => {
      const times = [...stdout.matchAll(/^Time: ([\d.]+) ms/gm)].map(([, ms]) => Number(ms))
      resume(
        error === null && times.length === batchesPerRound
          ? Effect.succeed(times.reduce((sum, ms) => sum + ms, 0))
          : Effect.die(error ?? new Error(`psql timed ${times.length} batches`))
      )
    })
  })

const appendRound = Effect.fnUntraced(function* (round: number) {
  const log = yield* EventLog
  const batches = Array.from({ length: batchesPerRound }, (_, batch) => streamsOf(round, batch))
  const start = performance.now()
  for (const streams of batches) yield* log.append(streams, { commandId: "bench", actor: "system" })
  return performance.now() - start
})

const compare = Effect.fnUntraced(function* (url: Redacted.Redacted) {
  const client = yield* PgClient.PgClient
  const folder = yield* Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "fooddata-bench-"))),
    (path) => Effect.sync(() => rmSync(path, { recursive: true }))
  )
  for (const statement of copyTable) yield* client.unsafe(statement).unprepared
  const times = { copy: new Array<number>(), append: new Array<number>() }
  const scripts = Array.from({ length: rounds }, (_, round) => writeCopyScript(folder, round))
  for (const [round, script] of scripts.entries()) {
    times.copy.push(yield* copyRound(Redacted.value(url), script))
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
