import { Duration, Effect, Layer, Option, Stream } from "effect"
import { isAtOrPast } from "../../domain/EventEnvelope.ts"
import { EventFeed } from "../../domain/ports/EventFeed.ts"
import { EventLog, sizeOf } from "../../domain/ports/EventLog.ts"
import { AppendSignal } from "../event-log/AppendSignal.ts"

/** How soon an event of another process, a command line beside the service, is seen. */
const pollInterval = Duration.millis(250)

/**
 * Follows the log itself: woken by commits of this process, polling for those of others. The page that catches up is
 * given out even when it is empty, so that a reader knows where it stands; idle polls are not.
 */
export const layer: Layer.Layer<EventFeed, never, EventLog | AppendSignal> = Layer.effect(
  EventFeed,
  Effect.gen(function* () {
    const log = yield* EventLog
    const signal = yield* AppendSignal
    const from: EventFeed["Service"]["from"] = (category, after, batchSizeMax) => {
      const nextPage = Effect.fnUntraced(function* (state: { readonly after: typeof after; readonly first: boolean }) {
        while (true) {
          const appended = yield* signal.next
          const page = yield* log.readNaming(category, state.after, batchSizeMax)
          if (sizeOf(page) > 0 || state.first) {
            return [[page], Option.some({ after: page.cursor, first: sizeOf(page) === batchSizeMax })] as const
          }
          if (!isAtOrPast(state.after, page.cursor)) {
            state = { after: page.cursor, first: false }
          }
          yield* Effect.raceFirst(appended, Effect.sleep(pollInterval))
        }
      })
      return Stream.paginate({ after, first: true }, nextPage)
    }
    return EventFeed.of({ from })
  })
)
