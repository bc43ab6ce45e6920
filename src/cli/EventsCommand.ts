import { Console, Effect, Option, Stream } from "effect"
import { Command } from "effect/cli"
import { EventLog } from "../../domain/ports/EventLog.ts"
import { isSelected } from "../../infra/dataset/Selection.ts"
import { eventLine } from "../../infra/event-log/EventLine.ts"
import { eventFilters, exportCommand, startOf } from "./ExportEvents.ts"
import { withStores } from "./Stores.ts"

const pollInterval = "250 millis"

const tailEvents = Command.make(
  "tail",
  eventFilters,
  Effect.fn(function* ({ after, category, stream, type }) {
    const log = yield* EventLog
    let cursor = yield* startOf(after, log.end)
    const isWanted = isSelected({
      category: Option.getOrNull(category),
      stream: Option.getOrNull(stream),
      type: Option.getOrNull(type),
      from: null,
      to: null
    })
    const newOnes = Effect.suspend(() =>
      log.export(cursor).pipe(
        Stream.tap((envelope) => Effect.sync(() => (cursor = envelope.cursor))),
        Stream.filter(isWanted),
        Stream.runForEach((envelope) => Console.log(eventLine(envelope)))
      )
    )
    return yield* newOnes.pipe(Effect.andThen(Effect.sleep(pollInterval)), Effect.forever)
  }, withStores)
).pipe(Command.withDescription("Print events as NDJSON as they come, until interrupted"))

export const eventsCommand = Command.make("events").pipe(
  Command.withDescription("Read the event log"),
  Command.withSubcommands([exportCommand, tailEvents])
)
