import "../src/V8Options.ts"
import "effect/schema/SchemaJITCompiler/enable"
import { Console, Effect, Layer } from "effect"
import { createReadStream, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { cpuUsage, resourceUsage } from "node:process"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { gunzipSync } from "node:zlib"
import * as NodeSecretSource from "../infra/crypto/NodeSecretSource.ts"
import { AppendSignal } from "../infra/event-log/AppendSignal.ts"
import { eventsFile } from "../infra/sqlite/EventsFile.ts"
import * as LogTailFeed from "../infra/sqlite/LogTailFeed.ts"
import * as SqliteEventLog from "../infra/sqlite/SqliteEventLog.ts"
import * as SqliteProductHeads from "../infra/sqlite/SqliteProductHeads.ts"
import { openOff } from "../infra/sources/off/OffDump.ts"
import { importProducts } from "../src/commands/ImportProducts.ts"
import * as ListProducts from "../src/commands/ListProducts.ts"
import { stores as storesInFolder } from "../src/roles/EmbeddedStores.ts"
import { viewsBuiltAt } from "../src/roles/EmbeddedViews.ts"
import { importIndexed } from "../src/roles/indexed-import/IndexedImport.ts"
import { loadViews } from "../src/roles/RebuildViews.ts"
import { withSettingsIn } from "../test/support/SettingsIn.ts"

/**
 * node bin/node.mjs bench/import.ts [rows | file]
 *
 * Imports a dump into a searchable index and says what each stage costs in CPU time a row, and the whole as a ratio to
 * reading the lines and `JSON.parse` of the same file in the same run; then the same in one pass. Without a file: the
 * bundled products again and again, under codes of their own.
 */
const [asked = "20000"] = process.argv.slice(2)
const folder = mkdtempSync(join(tmpdir(), "fooddata-bench-"))

const generated = (rowCount: number): string => {
  const bundled = fileURLToPath(new URL("../data/off.jsonl.gz", import.meta.url))
  const lines = gunzipSync(readFileSync(bundled))
    .toString("utf8")
    .split("\n")
    .filter((line) => line !== "")
  const path = join(folder, "dump.jsonl")
  const row = (number: number): string =>
    (lines[number % lines.length] ?? "").replace(/"code":"\d+"/, `"code":"${4_000_000_000_000 + number}"`)
  for (let from = 0; from < rowCount; from += 10_000) {
    const some = Array.from({ length: Math.min(10_000, rowCount - from) }, (_, i) => `${row(from + i)}\n`)
    writeFileSync(path, some.join(""), { flag: "a" })
  }
  return path
}

/** CPU seconds of the process and wall seconds of a stage, a row. */
const stage = Effect.fnUntraced(function* <E, R>(name: string, run: Effect.Effect<number, E, R>) {
  const [before, start] = [cpuUsage(), performance.now()]
  const rows = yield* run
  const { system, user } = cpuUsage(before)
  const perRow = { cpu: (user + system) / rows, wall: ((performance.now() - start) * 1_000) / rows }
  const peakMb = Math.round(resourceUsage().maxRSS / 1_024)
  yield* Console.log(
    `${name.padEnd(28)} ${perRow.cpu.toFixed(1).padStart(7)} µs CPU ${perRow.wall.toFixed(1).padStart(7)} µs wall a row, peak ${peakMb} MB`
  )
  return perRow.cpu
})

const bareParse = async (path: string): Promise<number> => {
  let rows = 0
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
    JSON.parse(line)
    rows += 1
  }
  return rows
}

const factsOnly = async (path: string): Promise<number> => {
  let rows = 0
  for await (const batch of (await openOff(path)).rows) rows += batch.length
  return rows
}

const stores = ListProducts.layer.pipe(
  Layer.provideMerge(
    Layer.mergeAll(
      LogTailFeed.layer.pipe(Layer.provideMerge(SqliteEventLog.layer)),
      SqliteProductHeads.layer,
      NodeSecretSource.layer
    )
  ),
  Layer.provideMerge(AppendSignal.layer),
  Layer.provideMerge(eventsFile(join(folder, "events.db")))
)

/** What a first import with `--wait` does, in a folder of its own. */
const inOnePass = (path: string) => {
  const dataDirectory = join(folder, "one-pass")
  mkdirSync(dataDirectory, { mode: 0o700 })
  return importIndexed("off", path, ({ onBatch, reader }) =>
    importProducts(reader, { source: path, actor: "cli", mode: "all", onBatch, onStep: () => Effect.void })
  ).pipe(
    Effect.filterOrFail(
      ({ isIndexed }) => isIndexed,
      () => new Error("the one pass did not index")
    ),
    Effect.map(({ imported }) => imported.rows),
    // not those of the stages before
    Effect.provide(ListProducts.layer.pipe(Layer.provideMerge(storesInFolder)), { local: true }),
    withSettingsIn(dataDirectory)
  )
}

const program = Effect.gen(function* () {
  const path = /^\d+$/.test(asked) ? generated(Number(asked)) : asked
  yield* Console.log(`${path}: ${(statSync(path).size / 1e6).toFixed(1)} MB`)
  const bare = path.endsWith(".jsonl")
    ? yield* stage(
        "lines and JSON.parse alone",
        Effect.promise(() => bareParse(path))
      )
    : null
  const read = yield* stage(
    "read, check, facts",
    Effect.promise(() => factsOnly(path))
  )
  const listed = yield* stage(
    "the same, and into the log",
    Effect.gen(function* () {
      const reader = yield* Effect.promise(() => openOff(path))
      const report = yield* importProducts(reader, {
        source: path,
        actor: "cli",
        mode: "all",
        onStep: () => Effect.void
      })
      return report.rows
    })
  )
  let events = 0
  const project = loadViews((some) => Effect.sync(() => (events += some)))
  const indexed = yield* stage("from the log into the index", Effect.as(project, 0).pipe(Effect.map(() => events)))
  const whole = listed + indexed
  const atOnce = yield* stage("in one pass", inOnePass(path))
  yield* Console.log(`fingerprint, heads, log: ${(listed - read).toFixed(1)} µs a row`)
  yield* Console.log(`the whole: ${whole.toFixed(1)} µs CPU a row, ${Math.round(1e6 / whole)} rows/s on one core`)
  yield* Console.log(`in one pass: ${(atOnce / whole).toFixed(2)} of the CPU of the two`)
  if (bare !== null) yield* Console.log(`ratio to reading the lines and JSON.parse: ${(whole / bare).toFixed(1)}`)
})

await Effect.runPromise(
  program.pipe(
    Effect.provide(viewsBuiltAt(join(folder, "views.db")).pipe(Layer.provideMerge(stores))),
    Effect.scoped,
    Effect.ensuring(Effect.sync(() => rmSync(folder, { recursive: true })))
  )
)
