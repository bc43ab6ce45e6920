import { Clock, Console, Effect, Schema } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { statSync } from "node:fs"
import { EventLog } from "../../domain/ports/EventLog.ts"
import { DataDirectory } from "../../infra/sqlite/DataDirectory.ts"
import { boundedMemory, SqliteMemory } from "../../infra/sqlite/Sqlite.ts"
import {
  DeltasMissing,
  deltasIn,
  pendingDeltas,
  readCheckpoint,
  writeCheckpoint
} from "../../infra/sources/off/OffDeltas.ts"
import { type SourceKind, sourceKinds } from "../../infra/sources/OpenSource.ts"
import type { SourceInventory } from "../../infra/sources/SourceRow.ts"
import { sourceUnreadable } from "../../infra/sources/SourceUnreadable.ts"
import type { ListMode } from "../commands/ListProducts.ts"
import { reconcileProducts } from "../commands/ReconcileProducts.ts"
import { CurrentOperator } from "../commands/CurrentOperator.ts"
import { awaitProjection } from "../roles/AwaitProjection.ts"
import { importFile, importFileIndexed, type ImportTotal, sumOf } from "./ImportFile.ts"
import { json } from "./Output.ts"
import { makeProgress } from "./Progress.ts"
import { rejectsMax } from "./RejectsFile.ts"
import { withProducts } from "./Stores.ts"

const importFlags = {
  kind: Argument.Literals("source", sourceKinds).pipe(
    Argument.withDescription(
      "off: Open Food Facts JSONL, CSV export, Parquet or a folder of daily deltas; fdc: USDA CSV folder or zip, JSON dump; curated: our own JSONL; partner: CSV feed"
    )
  ),
  file: Argument.String("file").pipe(
    Argument.withDescription("a file, plain or gzip; a folder or zip for fdc; - for standard input")
  ),
  wait: Flag.Boolean("wait").pipe(
    Flag.withDescription("return only when search shows the import"),
    Flag.withDefault(false)
  ),
  dryRun: Flag.Boolean("dry-run").pipe(
    Flag.withDescription("read and check everything, write no event"),
    Flag.withDefault(false)
  ),
  reconcile: Flag.Boolean("reconcile").pipe(
    Flag.withDescription("off only: the file is the whole dump; withdraw what it does not have"),
    Flag.withDefault(false)
  ),
  withdrawMaxPercent: Flag.Int("withdraw-max-percent").pipe(
    Flag.withDescription("with --reconcile: withdraw nothing when more than this share of the products would go"),
    Flag.withDefault(5)
  ),
  json
}

/** Only a whole dump of Open Food Facts can be reconciled with. */
export class NothingToReconcile extends Schema.TaggedError<NothingToReconcile>()("NothingToReconcile", {
  source: Schema.String
}) {
  override get message(): string {
    return `--reconcile needs the whole dump of Open Food Facts, not ${this.source}`
  }
}

/** Not one row of the file is of any use. */
export class NothingUsable extends Schema.TaggedError<NothingUsable>()("NothingUsable", {
  file: Schema.String,
  rows: Schema.Int
}) {
  override get message(): string {
    if (this.rows === 0) return `${this.file} has no rows`
    return `nothing of ${this.file} could be used: is it of this source? docs/sources.md says what each looks like`
  }
}

export const importCommand = Command.make(
  "import",
  importFlags,
  Effect.fn(
    function* ({ dryRun, file, kind, reconcile, wait, withdrawMaxPercent, ...flags }) {
      const isDeltas = kind === "off" && isFolder(file)
      if (reconcile && (kind !== "off" || isDeltas)) return yield* new NothingToReconcile({ source: `${kind} ${file}` })
      const options = { isDeltas, mode: dryRun ? "dry-run" : "all", reconcile, withdrawMaxPercent, wait } as const
      const { files, isIndexed, total } = yield* importAll(kind, file, options)
      if (wait && !dryRun && !isIndexed) {
        const progress = yield* makeProgress("index")
        yield* awaitProjection(total.cursor, (rows) => progress.advance({ rows, fraction: null }))
        yield* progress.finish
      }
      const summary = { ...total, cursor: undefined, dry_run: dryRun }
      const rejects = {
        rejects_file: files[0]?.rejects_file ?? null,
        rejects_left_out: files[0]?.rejects_left_out ?? 0
      }
      const withFiles = isDeltas ? { ...summary, files } : { ...summary, ...rejects }
      yield* Console.log(flags.json ? JSON.stringify(withFiles) : forPeople(total, files, dryRun))
      if (!isDeltas && isUseless(total)) return yield* new NothingUsable({ file, rows: total.rows })
    },
    withProducts,
    Effect.provideService(SqliteMemory, boundedMemory)
  )
).pipe(
  Command.withDescription("Import food products; importing the same file again writes nothing"),
  Command.withExamples([
    { command: "fooddata import off openfoodfacts-products.jsonl.gz --wait", description: "the whole dump" },
    {
      command: "fooddata import off openfoodfacts-products.jsonl.gz --reconcile",
      description: "and withdraw the rest"
    },
    { command: "fooddata import off deltas/", description: "the daily files that were not applied yet" },
    { command: "fooddata import fdc FoodData_Central_foundation_food_csv_2024-10-31.zip", description: "USDA foods" }
  ])
)

/** Nothing came of it, and not because there is nothing to do. */
const isUseless = ({ listed, rejected, relisted, revised, rows, unchanged, withdrawn }: ImportTotal): boolean =>
  listed + revised + relisted + withdrawn + unchanged === 0 && (rows === 0 || Object.keys(rejected).length > 0)

interface ImportedFile {
  readonly file: string
  readonly rows: number
  readonly rejects_file: string | null
  /** rejected rows that are counted, but not in the file */
  readonly rejects_left_out: number
}

interface Imported {
  readonly report: ImportTotal
  readonly files: ReadonlyArray<ImportedFile>
  readonly inventory?: SourceInventory | undefined
  /** search shows it already */
  readonly isIndexed: boolean
}

const isFolder = (path: string): boolean =>
  path !== "-" && statSync(path, { throwIfNoEntry: false })?.isDirectory() === true

interface ImportOptions {
  readonly isDeltas: boolean
  readonly mode: ListMode
  readonly reconcile: boolean
  readonly withdrawMaxPercent: number
  readonly wait: boolean
}

const importAll = Effect.fnUntraced(function* (kind: SourceKind, file: string, options: ImportOptions) {
  const { isDeltas, mode, reconcile, wait, withdrawMaxPercent } = options
  const { files, inventory, isIndexed, report } = isDeltas
    ? yield* importDeltas(file, mode)
    : yield* importOne(kind, file, mode, wait && mode === "all" && !reconcile)
  const reconciled =
    reconcile && inventory !== undefined ? yield* reconcileWith(inventory, mode, withdrawMaxPercent) : null
  // it grows with the file, and building the index needs memory, too
  inventory?.forget()
  if (reconciled === null) return { files, isIndexed, total: report }
  const { cursor, withdrawn } = reconciled
  return { files, isIndexed, total: { ...report, cursor, withdrawn: report.withdrawn + withdrawn } }
})

const importOne = Effect.fnUntraced(function* (kind: SourceKind, file: string, mode: ListMode, indexes = false) {
  const { inventory, isIndexed, rejectsLeftOut, rejectsPath, report } = indexes
    ? yield* importFileIndexed(kind, file)
    : { ...(yield* importFile(kind, file, mode)), isIndexed: false }
  const done = { file, rows: report.rows, rejects_file: rejectsPath, rejects_left_out: rejectsLeftOut }
  const imported: Imported = { report, inventory, isIndexed, files: [done] }
  return imported
})

/** Applies the deltas of a folder that were not applied yet, in order; after each, how far they came is kept. */
const importDeltas = Effect.fnUntraced(function* (folder: string, mode: ListMode) {
  const { deltaCheckpoint } = yield* DataDirectory
  const found = yield* reading(folder, () => deltasIn(folder))
  const pending = pendingDeltas(found, yield* reading(deltaCheckpoint, () => readCheckpoint(deltaCheckpoint)))
  if (pending instanceof DeltasMissing) return yield* pending
  const nothing = { rows: 0, listed: 0, revised: 0, relisted: 0, withdrawn: 0, unchanged: 0, skipped: {}, rejected: {} }
  let report: ImportTotal = { ...nothing, cursor: yield* (yield* EventLog).end }
  const files: Array<ImportedFile> = []
  for (const { path, to } of pending) {
    const next = yield* importOne("off", path, mode)
    report = sumOf(report, next.report)
    files.push(...next.files)
    if (mode !== "dry-run") yield* reading(deltaCheckpoint, () => writeCheckpoint(deltaCheckpoint, to))
  }
  const imported: Imported = { report, files, isIndexed: false }
  return imported
})

/** Seconds: what a dump holds of its last day may have been written out before it changed. */
const dumpDuration = 86_400

/** Deltas go on from the dump: from a day before its latest change, because writing it takes hours. */
const reconcileWith = Effect.fnUntraced(function* (inventory: SourceInventory, mode: ListMode, percentMax: number) {
  const { deltaCheckpoint } = yield* DataDirectory
  const progress = yield* makeProgress("reconcile")
  const actor = yield* CurrentOperator
  const options = { source: "off", actor, mode, percentMax, onStep: progress.advance } as const
  const reconciled = yield* reconcileProducts(inventory, options)
  yield* progress.finish
  const changedAt = inventory.changedAt()
  if (mode !== "dry-run" && changedAt !== null) {
    const now = Math.floor((yield* Clock.currentTimeMillis) / 1000)
    yield* reading(deltaCheckpoint, () => writeCheckpoint(deltaCheckpoint, Math.min(changedAt, now) - dumpDuration))
  }
  return reconciled
})

const reading = <A>(path: string, read: () => Promise<A>) =>
  Effect.tryPromise({ try: read, catch: (cause) => sourceUnreadable(path, cause) })

const forPeople = (report: ImportTotal, files: ReadonlyArray<ImportedFile>, dryRun: boolean): string => {
  const { listed, rejected, relisted, revised, rows, skipped, unchanged, withdrawn } = report
  const lines = [
    `${rows} rows: ${listed} listed, ${revised} revised, ${relisted} relisted, ${withdrawn} withdrawn, ` +
      `${unchanged} unchanged${dryRun ? " (dry run: nothing was written)" : ""}`,
    ...Object.entries(skipped).map(([reason, count]) => `  ${count} skipped: ${reason}`),
    ...Object.entries(rejected).map(([reason, count]) => `  ${count} rejected: ${reason}`),
    ...files.flatMap(({ rejects_file, rejects_left_out }) =>
      rejects_file === null ? [] : [`  rows that were left out are in ${rejects_file}${butNot(rejects_left_out)}`]
    )
  ]
  return files.length === 0 ? "no delta that was not applied before" : lines.join("\n")
}

const butNot = (leftOut: number): string =>
  leftOut === 0 ? "" : `, but for the last ${leftOut}: it holds at most ${rejectsMax.rows} rows and 64 MiB`
