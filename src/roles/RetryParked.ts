import { Effect } from "effect"
import { type Category, type EventEnvelope, isAtOrPast, isStreamOf, justBefore } from "../../domain/EventEnvelope.ts"
import { EventLog, EventUndecodable, type NamingPage } from "../../domain/ports/EventLog.ts"
import { type ParkedStream, reasonOf } from "../../projections/ParkedStreams.ts"
import type { Projection } from "../../projections/Projection.ts"

/** What a stream kept back while it was parked, or why it still cannot be read. */
type Outcome<C extends Category> =
  | { readonly events: ReadonlyArray<EventEnvelope<C>>; readonly reason: null }
  | { readonly events: null; readonly reason: string }

/** The event at the place of the one that could not be read. */
const eventAt = <C extends Category>(
  { events, unreadable }: NamingPage<C>,
  { cursor, streamId, version }: ParkedStream
) => {
  if (unreadable[0] !== undefined) return Effect.fail(unreadable[0].error)
  const found = events.find((event) => isAtOrPast(cursor, event.cursor))
  if (found !== undefined) return Effect.succeed(found)
  const issues = "it is not in the log any more"
  return Effect.fail(new EventUndecodable({ type: "the event", streamId, streamVersion: version, issues }))
}

/**
 * Reads the whole stream, or nothing of it. The event is looked for at its place: where its name was what was damaged, it
 * belongs to another stream, which comes along.
 */
const readAgain = <C extends Category>(category: C, stream: ParkedStream) =>
  Effect.gen(function* () {
    const log = yield* EventLog
    const mended = yield* eventAt(yield* log.readNaming(category, justBefore(stream.cursor), 1), stream)
    const names = [...new Set([stream.streamId, mended.streamId])].filter(isStreamOf(category))
    const streams = yield* Effect.forEach(names, (name) => log.readStream(category, name))
    const outcome: Outcome<C> = { events: streams.flat(), reason: null }
    return outcome
  }).pipe(
    Effect.catchTag("EventUndecodable", (error) =>
      Effect.succeed<Outcome<C>>({ events: null, reason: reasonOf(error) })
    )
  )

/** What became of the streams that were parked. */
export interface Retried {
  readonly released: ReadonlyArray<ParkedStream>
  readonly parked: ReadonlyArray<ParkedStream>
}

/**
 * Reads the parked streams of a build again. Those that can be read are written as the log has them, and released; the others
 * stay, with the reason of today. Nobody else may project into the build meanwhile.
 */
export const retryParked = Effect.fnUntraced(function* <C extends Category, E, R, L>(
  { category, name, writer }: Projection<C, E, R, L>,
  checkpoint: string
) {
  const build = writer(checkpoint)
  const retried = { released: new Array<ParkedStream>(), parked: new Array<ParkedStream>() }
  if (build.parking === null) return retried satisfies Retried
  const place = yield* build.place
  const news: Array<ParkedStream> = []
  for (const stream of yield* build.parking.parked) {
    const { events, reason } = yield* readAgain(category, stream)
    if (events === null) {
      retried.parked.push({ ...stream, reason })
      if (reason !== stream.reason) news.push({ ...stream, reason })
      continue
    }
    yield* build.write({ events, cursor: place }, { after: place, deferred: false })
    yield* build.parking.release([stream.streamId])
    retried.released.push(stream)
    yield* Effect.logInfo(`${name} follows ${stream.streamId} again, which was parked at version ${stream.version}`)
  }
  if (news.length > 0) yield* build.keep(place, false, news)
  return retried satisfies Retried
})
