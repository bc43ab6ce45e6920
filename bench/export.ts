import "../src/V8Options.ts"
import "effect/schema/SchemaJITCompiler/enable"
import { Console, Effect, Layer, Stream } from "effect"
import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import { fileURLToPath } from "node:url"
import { type EventEnvelope, productStream } from "../domain/EventEnvelope.ts"
import { EventLog } from "../domain/ports/EventLog.ts"
import { openDraft } from "../infra/dataset/DraftFile.ts"
import { type DatasetFormat, eventTable } from "../infra/dataset/EventTable.ts"
import { exportDataset } from "../infra/dataset/ExportDataset.ts"
import { AppendSignal } from "../infra/event-log/AppendSignal.ts"
import { exportedEvent } from "../infra/event-log/EventLine.ts"
import { eventsFile } from "../infra/sqlite/EventsFile.ts"
import { boundedMemory, SqliteMemory } from "../infra/sqlite/Sqlite.ts"
import * as SqliteEventLog from "../infra/sqlite/SqliteEventLog.ts"
import { median } from "./Statistics.ts"
import { syntheticCatalogue } from "./SyntheticCatalogue.ts"

// node bin/node.mjs bench/export.ts [events]
// CPU of an event on its way into a dataset, in Parquet and in NDJSON in turns, and of a whole export of a log of SQLite in a
// process of its own, with the memory that this process held.

const required = { parquetUs: 25, rssMb: 300 }
const [mode = "100000", folder = "", format = ""] = process.argv.slice(2)
const rounds = 5
const appendSize = 1_000
const catalogue = syntheticCatalogue(1)

const everything = { category: null, stream: null, type: null, from: null, to: null }

const logIn = (path: string) =>
  SqliteEventLog.layer.pipe(
    Layer.provide(AppendSignal.layer),
    Layer.provide(eventsFile(join(path, "events.db"))),
    Layer.provide(Layer.succeed(SqliteMemory, boundedMemory))
  )

const fill = Effect.fnUntraced(function* (count: number) {
  const log = yield* EventLog
  for (let done = 0; done < count; done += appendSize) {
    const streams = Array.from({ length: Math.min(appendSize, count - done) }, (_, i) => {
      const facts = catalogue.product(done + i)
      const event = { _tag: "ProductListed", facts, fingerprint: "0123456789abcdefghijkl" } as const
      return { streamId: productStream(facts.id), expectedVersion: 0, events: [event] }
    })
    yield* log.append(streams, { commandId: "bench", actor: "system" })
  }
})

const cpuMs = (before: NodeJS.CpuUsage): number => {
  const { system, user } = process.cpuUsage(before)
  return (system + user) / 1_000
}

/** µs an event, from the envelope to the synced file. */
const writeOnce = (path: string, events: ReadonlyArray<EventEnvelope>, kind: DatasetFormat): number => {
  const before = process.cpuUsage()
  const draft = openDraft(path)
  const table = eventTable(kind, draft.write)
  for (const event of events) table.add(exportedEvent(event))
  table.finish()
  draft.finish()
  return (cpuMs(before) * 1_000) / events.length
}

/** What the process of its own does: the export alone, and what it took. */
const exportHere = Effect.gen(function* () {
  const log = yield* EventLog
  const plan = {
    folder: join(folder, format),
    format: format === "parquet" ? "parquet" : "ndjson",
    selection: everything,
    incremental: false
  } as const
  const before = process.cpuUsage()
  const { events } = yield* exportDataset(plan, log.export, () => Effect.void)
  const rssMb = process.resourceUsage().maxRSS / 1_024
  yield* Console.log(JSON.stringify({ us: (cpuMs(before) * 1_000) / events, rssMb }))
})

const inOwnProcess = (path: string, kind: DatasetFormat): { readonly us: number; readonly rssMb: number } => {
  const self = fileURLToPath(import.meta.url)
  // as `npm run fooddata` starts it
  const args = ["--max-semi-space-size=8", "--max-old-space-size=512", self, "export", path, kind]
  const { stderr, stdout } = spawnSync(process.execPath, args, { encoding: "utf8" })
  if (stdout === "") throw new Error(stderr)
  return JSON.parse(stdout)
}

const compare = Effect.fnUntraced(function* (count: number) {
  const path = mkdtempSync(join(tmpdir(), "fooddata-bench-"))
  yield* Effect.addFinalizer(() => Effect.sync(() => rmSync(path, { recursive: true, force: true })))
  yield* Effect.gen(function* () {
    yield* fill(count)
    const events = yield* (yield* EventLog)
      .export({ tx: 0, position: 0 })
      .pipe(Stream.take(Math.min(count, 50_000)), Stream.runCollect)
    const files = { parquet: join(path, "one.parquet"), ndjson: join(path, "one.ndjson") }
    const times = { parquet: new Array<number>(), ndjson: new Array<number>() }
    for (let round = 0; round < rounds; round++) {
      for (const kind of ["parquet", "ndjson"] as const) times[kind].push(writeOnce(files[kind], events, kind))
    }
    const [parquet, ndjson] = [median(times.parquet), median(times.ndjson)]
    const size = (file: string) => Math.round(statSync(file).size / events.length)
    yield* Console.log(
      `envelope to file: Parquet ${parquet.toFixed(1)} µs an event (required: ${required.parquetUs}), ` +
        `NDJSON ${ndjson.toFixed(1)} µs, ratio ${(parquet / ndjson).toFixed(2)}; ` +
        `${size(files.parquet)} and ${size(files.ndjson)} bytes an event`
    )
  }).pipe(Effect.provide(logIn(path)))
  for (const kind of ["parquet", "ndjson"] as const) {
    const { rssMb, us } = inOwnProcess(path, kind)
    yield* Console.log(
      `log to dataset, ${kind}, ${count} events: ${us.toFixed(1)} µs an event, ${rssMb.toFixed(0)} MB at most (required: ${required.rssMb})`
    )
  }
}, Effect.scoped)

const main =
  mode === "export"
    ? Effect.runPromise(exportHere.pipe(Effect.provide(logIn(folder))))
    : Effect.runPromise(compare(Number(mode)))
main.catch((error: unknown) => {
  console.error(error)
  process.exitCode = 1
})
