import { Console, Effect } from "effect"
import { basename, join } from "node:path"
import { DataDirectory } from "../../infra/sqlite/DataDirectory.ts"
import { openSource, type SourceKind } from "../../infra/sources/OpenSource.ts"
import type { SourceReader, SourceRow } from "../../infra/sources/SourceRow.ts"
import { importProducts, type ImportReport } from "../commands/ImportProducts.ts"
import type { ListMode } from "../commands/ListProducts.ts"
import { CurrentOperator } from "../commands/CurrentOperator.ts"
import { canIndexAtOnce, importIndexed } from "../roles/indexed-import/IndexedImport.ts"
import { makeProgress } from "./Progress.ts"
import { rejectsFile } from "./RejectsFile.ts"

/** Imports one file, with its progress on standard error and its rejected rows in a file of their own. */
export const importFile = (kind: SourceKind, file: string, mode: ListMode) =>
  Effect.flatMap(openSource(kind, file), (reader) =>
    importRows(kind, file, mode, { reader, onBatch: () => Effect.void })
  )

/** The same, in one pass with the index where that can be; else what was imported is to be indexed from the log. */
export const importFileIndexed = Effect.fnUntraced(function* (kind: SourceKind, file: string) {
  if (!(yield* canIndexAtOnce(kind, file))) return { ...(yield* importFile(kind, file, "all")), isIndexed: false }
  const { imported, isIndexed } = yield* importIndexed(kind, file, (source) => importRows(kind, file, "all", source))
  return { ...imported, isIndexed }
})

interface ReadRows<Row extends SourceRow, E, R> {
  readonly reader: SourceReader<Row>
  readonly onBatch: (batch: ReadonlyArray<Row>, listed: number) => Effect.Effect<void, E, R>
}

const importRows = Effect.fnUntraced(function* <Row extends SourceRow, E, R>(
  kind: SourceKind,
  file: string,
  mode: ListMode,
  { onBatch, reader }: ReadRows<Row, E, R>
) {
  const { root } = yield* DataDirectory
  const rejects = rejectsFile(join(root, "rejects", `${kind}-${file === "-" ? "stdin" : basename(file)}.ndjson`))
  const progress = yield* makeProgress(`import ${file}`)
  const report = yield* importProducts(reader, {
    source: file,
    actor: yield* CurrentOperator,
    mode,
    onBatch,
    onStep: (step) => Effect.andThen(rejects.add(step.rejected), progress.advance(step))
  }).pipe(Effect.onInterrupt(() => Effect.andThen(progress.finish, Console.error(interrupted))))
  yield* progress.finish
  return { report, inventory: reader.inventory, rejectsPath: rejects.written(), rejectsLeftOut: rejects.leftOut() }
})

const interrupted = "Interrupted between two batches: what was imported stays. Run it again to finish."

/** What one or several files did; the cursor is the last one's. */
export interface ImportTotal extends Omit<ImportReport, "skipped" | "rejected"> {
  readonly skipped: Counts
  readonly rejected: Counts
}

type Counts = Readonly<Record<string, number>>

const sums = (one: Counts, other: Counts): Counts => {
  const all: Record<string, number> = { ...one }
  for (const [reason, count] of Object.entries(other)) all[reason] = count + (all[reason] ?? 0)
  return all
}

export const sumOf = (one: ImportTotal, other: ImportTotal): ImportTotal => ({
  rows: one.rows + other.rows,
  listed: one.listed + other.listed,
  revised: one.revised + other.revised,
  relisted: one.relisted + other.relisted,
  withdrawn: one.withdrawn + other.withdrawn,
  unchanged: one.unchanged + other.unchanged,
  skipped: sums(one.skipped, other.skipped),
  rejected: sums(one.rejected, other.rejected),
  cursor: other.cursor
})
