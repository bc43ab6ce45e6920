import { Clock, Effect, Metric, Option } from "effect"
import type { Category, Cursor } from "../../../domain/EventEnvelope.ts"
import { EventLog } from "../../../domain/ports/EventLog.ts"
import { Checkpoints } from "../../../projections/ports/Checkpoints.ts"
import type { Projection } from "../../../projections/Projection.ts"

/** A reader that is further behind than this is no longer merely busy. */
export const ageMaxMs = 60_000
const countTimeout = "2 seconds"

const feedLag = Metric.gauge("feed_lag_events", {
  description:
    "Events that a read model has yet to see, by projection; kept as it was while there are too many to count."
})
const feedAge = Metric.gauge("feed_lag_ms", {
  description: "Age of the oldest event that a read model has yet to see, by projection."
})
const parkedStreams = Metric.gauge("parked_streams", {
  description: "Streams of which a read model shows what they were before an event that cannot be read, by projection."
})

export const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`

/** How long the first event after the cursor has waited, ms; 0 when there is none. */
export const ageAfter = Effect.fnUntraced(function* (category: Category, cursor: Cursor) {
  const [next] = (yield* (yield* EventLog).read(category, cursor, 1)).events
  return next === undefined ? 0 : Math.max(0, (yield* Clock.currentTimeMillis) - next.recordedAt)
})

/** A projection, as metrics and the log name it. */
interface Follower {
  readonly name: string
  readonly category: Category
}

/** How far the projection is behind the log, whose build keeps its place under the name. */
export const feedLook = Effect.fnUntraced(function* ({ category, name: projection }: Follower, checkpoint: string) {
  const log = yield* EventLog
  const place = yield* (yield* Checkpoints).load(checkpoint)
  const ageMs = yield* ageAfter(category, place)
  yield* Metric.update(Metric.withAttributes(feedAge, { projection }), ageMs)
  const ok = ageMs <= ageMaxMs
  const counted =
    ageMs === 0 ? Option.some(0) : yield* Effect.timeoutOption(log.countAfter(category, place), countTimeout)
  if (Option.isNone(counted)) return { ok, detail: `${seconds(ageMs)} behind, with too many events to count` }
  yield* Metric.update(Metric.withAttributes(feedLag, { projection }), counted.value)
  return { ok, detail: counted.value === 0 ? "up to date" : `${counted.value} events, ${seconds(ageMs)} behind` }
})

/** What the projection, whose build keeps its place under the name, has parked. */
export const parkedLook = Effect.fnUntraced(function* ({ name: projection }: Follower, checkpoint: string) {
  const { length } = yield* (yield* Checkpoints).parked(checkpoint)
  yield* Metric.update(Metric.withAttributes(parkedStreams, { projection }), length)
  const streams = length === 1 ? "1 stream waits" : `${length} streams wait`
  return { ok: length === 0, detail: length === 0 ? "none" : `${streams} at an event that cannot be read` }
})

/** The same of the live build. */
export const followedParked = <C extends Category, E, R, L>(projection: Projection<C, E, R, L>) =>
  Effect.flatMap(projection.live, ({ liveCheckpoint }) =>
    Effect.flatMap(liveCheckpoint, (place) => parkedLook(projection, place))
  )

/** How far the live build is behind the log. */
export const followedLook = <C extends Category, E, R, L>(projection: Projection<C, E, R, L>) =>
  Effect.flatMap(projection.live, ({ liveCheckpoint }) =>
    Effect.flatMap(liveCheckpoint, (place) => feedLook(projection, place))
  )
