import { Effect, Equal, Option, Result, Stream } from "effect"
import { type Cursor, type EventEnvelope, logStart } from "../../domain/EventEnvelope.ts"
import { EventLog } from "../../domain/ports/EventLog.ts"
import { categoryOf } from "../event-log/CategoryOf.ts"
import { cursorText, parseCursor } from "../../domain/CursorText.ts"
import { exportedEvent } from "../event-log/EventLine.ts"
import { holdLock } from "../sqlite/DataDirectory.ts"
import { claimFolder, commit, lockOf, onDisk, openFolder } from "./DatasetFolder.ts"
import { type DatasetFile, type DatasetManifest, DatasetUnusable, type Selection } from "./DatasetManifest.ts"
import type { DatasetFormat } from "./EventTable.ts"
import { partitionFiles } from "./PartitionFiles.ts"
import { isSelected } from "./Selection.ts"

export interface DatasetPlan {
  readonly folder: string
  readonly format: DatasetFormat
  readonly selection: Selection
  /** a dataset that is there is gone on with */
  readonly incremental: boolean
}

/** What one run did; the manifest says what the dataset is. */
export interface DatasetRun {
  readonly events: number
  readonly files: number
  readonly manifest: DatasetManifest
}

const emptyManifest = ({ format, selection }: DatasetPlan): DatasetManifest => ({
  format_version: 1,
  format,
  selection,
  runs: 0,
  cursor: null,
  checksum: null,
  events: {},
  files: []
})

/**
 * Writes the events after the last run into files of their own, and the manifest last. `events` gives the events of the log
 * after a cursor; `onRows` is told how many of them were looked at.
 */
export const exportDataset = Effect.fn("exportDataset")(function* <E, R, EP, RP>(
  plan: DatasetPlan,
  events: (after: Cursor) => Stream.Stream<EventEnvelope, E, R>,
  onRows: (rows: number) => Effect.Effect<void, EP, RP>
) {
  const { folder, format, selection } = plan
  yield* claimFolder(folder)
  yield* holdLock(lockOf(folder))
  const known = yield* openFolder(folder)
  const before = Option.getOrElse(known, () => emptyManifest(plan))
  if (Option.isSome(known)) yield* refuseAnother(plan, known.value)
  const after = yield* placeOf(before, folder)
  const run = partitionFiles(folder, format, before.runs + 1)
  yield* Effect.addFinalizer(() => Effect.sync(run.abandon))
  const isWanted = isSelected(selection)
  let last: EventEnvelope | undefined
  yield* events(after).pipe(
    Stream.runForEachArray((page) =>
      Effect.andThen(
        onDisk(folder, () => {
          for (const envelope of page) {
            if (isWanted(envelope)) run.add(categoryOf(envelope), exportedEvent(envelope))
          }
          last = page.at(-1)
        }),
        onRows(page.length)
      )
    )
  )
  const written = yield* onDisk(folder, run.finish)
  const manifest = manifestAfter(before, written, last)
  if (Option.isNone(known) || last !== undefined) yield* commit(folder, written, manifest)
  const rows = written.reduce((sum, file) => sum + file.rows, 0)
  return { events: rows, files: written.length, manifest } satisfies DatasetRun
}, Effect.scoped)

const manifestAfter = (
  before: DatasetManifest,
  written: ReadonlyArray<DatasetFile>,
  last: EventEnvelope | undefined
): DatasetManifest => {
  const events: Record<string, number> = { ...before.events }
  for (const { category, rows } of written) events[category] = (events[category] ?? 0) + rows
  return {
    ...before,
    runs: written.length > 0 ? before.runs + 1 : before.runs,
    ...(last === undefined ? {} : { cursor: cursorText(last.cursor), checksum: exportedEvent(last).checksum }),
    events,
    files: [...before.files, ...written]
  }
}

/** One dataset holds one selection, in one form. */
const refuseAnother = (
  { folder, format, incremental, selection }: DatasetPlan,
  known: DatasetManifest
): Effect.Effect<void, DatasetUnusable> => {
  const refuse = (reason: string) => Effect.fail(new DatasetUnusable({ path: folder, reason }))
  if (!incremental) return refuse("holds a dataset already: --incremental goes on with it")
  if (known.format !== format) return refuse(`its files are ${known.format}, not ${format}`)
  return Equal.equals(known.selection, selection)
    ? Effect.void
    : refuse(`it was made with other filters: ${JSON.stringify(known.selection)}`)
}

/** Where the run begins. The event there must be the one that the last run ended with, or this is another log. */
const placeOf = Effect.fnUntraced(function* ({ checksum, cursor }: DatasetManifest, folder: string) {
  if (cursor === null) return logStart
  const unknown = new DatasetUnusable({
    path: folder,
    reason: `the log has another event at ${cursor}, or none: the dataset was made from another log, or this one was restored`
  })
  const place = yield* Effect.fromResult(parseCursor(cursor)).pipe(Effect.mapError(() => unknown))
  const found = yield* (yield* EventLog).scan({ tx: place.tx, position: place.position - 1 }).pipe(Stream.runHead)
  if (Option.isNone(found) || !Equal.equals(found.value.cursor, place)) return yield* unknown
  const event = found.value.found
  // one that is damaged now was read by the last run, which is done
  if (Result.isSuccess(event) && exportedEvent(event.success).checksum !== checksum) return yield* unknown
  return place
})
