import { Console, Effect, Option, Stream } from "effect"
import { Command, Flag } from "effect/cli"
import { type Cursor, type EventEnvelope, logStart } from "../../domain/EventEnvelope.ts"
import { EventLog } from "../../domain/ports/EventLog.ts"
import type { StorageUnavailable } from "../../domain/ports/StorageUnavailable.ts"
import { withStores } from "./Stores.ts"
import { eventLine, parseCursor } from "./EventLine.ts"
import {
  eventsBesidesDamaged,
  type ExportEnded,
  type ListUnwritable,
  readableEvents,
  skipDamaged
} from "./SkipDamaged.ts"

const filters = {
  stream: Flag.String("stream").pipe(
    Flag.withDescription("only this stream, e.g. product-usda_171265 or key-key_…"),
    Flag.optional
  ),
  type: Flag.String("type").pipe(Flag.withDescription("only this type, e.g. KeyRotated"), Flag.optional),
  after: Flag.String("after").pipe(
    Flag.withDescription('only what stands after this place: the "cursor" of an exported event'),
    Flag.optional
  )
}

const pollInterval = "250 millis"

interface Filters {
  readonly stream: Option.Option<string>
  readonly type: Option.Option<string>
}

const isWanted =
  ({ stream, type }: Filters) =>
  ({ event, streamId }: EventEnvelope): boolean =>
    Option.match(stream, { onNone: () => true, onSome: (wanted) => wanted === streamId }) &&
    Option.match(type, { onNone: () => true, onSome: (wanted) => wanted === event._tag })

const exportEvents = Command.make(
  "export",
  { ...filters, skipDamaged },
  Effect.fn(function* ({ after, skipDamaged: list, ...wanted }) {
    const start = yield* startOf(after, Effect.succeed(logStart))
    const events: Stream.Stream<EventEnvelope, ExportEnded | ListUnwritable | StorageUnavailable, EventLog> =
      Option.isNone(list) ? readableEvents(start) : eventsBesidesDamaged(start, list.value)
    yield* events.pipe(
      Stream.filter(isWanted(wanted)),
      Stream.runForEach((envelope) => Console.log(eventLine(envelope)))
    )
  }, withStores)
).pipe(
  Command.withDescription("Print the events of the log as NDJSON, oldest first, and end"),
  Command.withExamples([{ command: "fooddata events export --type KeyRotated", description: "every key rotation" }])
)

const tailEvents = Command.make(
  "tail",
  filters,
  Effect.fn(function* ({ after, ...wanted }) {
    const log = yield* EventLog
    let cursor = yield* startOf(after, log.end)
    const newOnes = Effect.suspend(() =>
      log.export(cursor).pipe(
        Stream.tap((envelope) => Effect.sync(() => (cursor = envelope.cursor))),
        Stream.filter(isWanted(wanted)),
        Stream.runForEach((envelope) => Console.log(eventLine(envelope)))
      )
    )
    return yield* newOnes.pipe(Effect.andThen(Effect.sleep(pollInterval)), Effect.forever)
  }, withStores)
).pipe(Command.withDescription("Print events as NDJSON as they come, until interrupted"))

const startOf = <E, R>(after: Option.Option<string>, otherwise: Effect.Effect<Cursor, E, R>) =>
  Option.match(after, { onNone: () => otherwise, onSome: (text) => Effect.fromResult(parseCursor(text)) })

export const eventsCommand = Command.make("events").pipe(
  Command.withDescription("Read the event log"),
  Command.withSubcommands([exportEvents, tailEvents])
)
