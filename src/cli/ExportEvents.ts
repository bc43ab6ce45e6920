import { Console, Effect, Option, Schema, Stream } from "effect"
import { Command, Flag } from "effect/cli"
import { resolve } from "node:path"
import { Category as Categories, type Cursor, type EventEnvelope, logStart } from "../../domain/EventEnvelope.ts"
import type { EventLog } from "../../domain/ports/EventLog.ts"
import type { StorageUnavailable } from "../../domain/ports/StorageUnavailable.ts"
import type { Selection } from "../../infra/dataset/DatasetManifest.ts"
import { type DatasetPlan, exportDataset } from "../../infra/dataset/ExportDataset.ts"
import { isSelected } from "../../infra/dataset/Selection.ts"
import { parseCursor } from "../../domain/CursorText.ts"
import { eventLine } from "../../infra/event-log/EventLine.ts"
import { boundedMemory, SqliteMemory } from "../../infra/sqlite/Sqlite.ts"
import { makeProgress } from "./Progress.ts"
import {
  eventsBesidesDamaged,
  type ExportEnded,
  type ListUnwritable,
  readableEvents,
  skipDamaged
} from "./SkipDamaged.ts"
import { withStores } from "./Stores.ts"
import { json } from "./Output.ts"
import { recordedBetween } from "./TimeFlag.ts"

/** Flags that do not go together. */
export class ExportUnclear extends Schema.TaggedError<ExportUnclear>()("ExportUnclear", { reason: Schema.String }) {
  override get message(): string {
    return this.reason
  }
}

/** Which events are wanted, and from where on. */
export const eventFilters = {
  stream: Flag.String("stream").pipe(
    Flag.withDescription("only this stream, e.g. product-usda_171265 or key-key_…"),
    Flag.optional
  ),
  type: Flag.String("type").pipe(Flag.withDescription("only this type, e.g. KeyRotated"), Flag.optional),
  category: Flag.Literals("category", Categories.literals).pipe(
    Flag.withDescription("only events of this category"),
    Flag.optional
  ),
  after: Flag.String("after").pipe(
    Flag.withDescription('only what stands after this place: the "cursor" of an exported event'),
    Flag.optional
  )
}

export const startOf = <E, R>(after: Option.Option<string>, otherwise: Effect.Effect<Cursor, E, R>) =>
  Option.match(after, { onNone: () => otherwise, onSome: (text) => Effect.fromResult(parseCursor(text)) })

const flags = {
  ...eventFilters,
  ...recordedBetween,
  format: Flag.Literals("format", ["ndjson", "parquet"]).pipe(
    Flag.withDescription("ndjson is printed, unless it goes to a dataset; parquet is a dataset"),
    Flag.withDefault("ndjson")
  ),
  out: Flag.String("out").pipe(
    Flag.withDescription("write a dataset into this new folder: files by category and day, and manifest.json"),
    Flag.optional
  ),
  incremental: Flag.String("incremental").pipe(
    Flag.withDescription("the same, or add to the dataset in this folder what the log has beyond it"),
    Flag.optional
  ),
  skipDamaged,
  json: json.pipe(Flag.withDescription("print what a dataset holds as JSON; events are JSON anyhow"))
}

const selectionOf = (asked: {
  readonly [K in keyof Selection]: Option.Option<NonNullable<Selection[K]>>
}): Selection => ({
  category: Option.getOrNull(asked.category),
  stream: Option.getOrNull(asked.stream),
  type: Option.getOrNull(asked.type),
  from: Option.getOrNull(asked.from),
  to: Option.getOrNull(asked.to)
})

type Events = Stream.Stream<EventEnvelope, ExportEnded | ListUnwritable | StorageUnavailable, EventLog>

const eventsAfter =
  (list: Option.Option<string>) =>
  (after: Cursor): Events =>
    Option.isNone(list) ? readableEvents(after) : eventsBesidesDamaged(after, list.value)

export const exportCommand = Command.make(
  "export",
  flags,
  Effect.fn(
    function* ({ after, format, incremental, json: asJson, out, skipDamaged: list, ...asked }) {
      const selection = selectionOf(asked)
      const events = eventsAfter(list)
      const folder = Option.orElse(incremental, () => out)
      if (Option.isSome(folder)) {
        if (Option.isSome(incremental) && Option.isSome(out)) {
          return yield* new ExportUnclear({
            reason: "--out makes a new dataset, --incremental goes on with one: give one of them"
          })
        }
        if (Option.isSome(after)) {
          return yield* new ExportUnclear({ reason: "--after is for what is printed: a dataset keeps its own place" })
        }
        const plan = { folder: resolve(folder.value), format, selection, incremental: Option.isSome(incremental) }
        return yield* writeDataset(plan, events, asJson)
      }
      if (format === "parquet") {
        return yield* new ExportUnclear({ reason: "Parquet is not printed: name a folder for the dataset, --out DIR" })
      }
      yield* events(yield* startOf(after, Effect.succeed(logStart))).pipe(
        Stream.filter(isSelected(selection)),
        Stream.runForEach((envelope) => Console.log(eventLine(envelope)))
      )
    },
    withStores,
    Effect.provideService(SqliteMemory, boundedMemory)
  )
).pipe(
  Command.withDescription("Print the events of the log as NDJSON, oldest first, or write them as a dataset"),
  Command.withExamples([
    { command: "fooddata events export --type KeyRotated", description: "every key rotation" },
    {
      command: "fooddata events export --format parquet --out dataset",
      description: "all of it, for DuckDB and the like"
    },
    { command: "fooddata events export --format parquet --incremental dataset", description: "and what came since" }
  ])
)

const writeDataset = Effect.fnUntraced(function* (
  plan: DatasetPlan,
  events: (after: Cursor) => Events,
  asJson: boolean
) {
  const progress = yield* makeProgress("export")
  const {
    events: count,
    files,
    manifest
  } = yield* exportDataset(plan, events, (rows) => progress.advance({ rows, fraction: null }))
  yield* progress.finish
  if (asJson) {
    const { cursor, events: held } = manifest
    return yield* Console.log(JSON.stringify({ new_events: count, new_files: files, events: held, cursor }))
  }
  const all = Object.entries(manifest.events).map(([category, rows]) => `${category} ${rows}`)
  yield* Console.log(
    `${count} events in ${files} new files; the dataset has ${all.length === 0 ? "none" : all.join(", ")}, up to ${manifest.cursor ?? "the start of the log"}`
  )
})
