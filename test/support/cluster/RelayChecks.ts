import { assert } from "@effect/vitest"
import { Console, Effect, Schedule, Stream } from "effect"
import { type EventEnvelope, isAtOrPast, logStart } from "../../../domain/EventEnvelope.ts"
import { EventFeed } from "../../../domain/ports/EventFeed.ts"
import { EventLog } from "../../../domain/ports/EventLog.ts"
import { relayPlace } from "../../../infra/kafka/Relay.ts"
import { Checkpoints } from "../../../projections/ports/Checkpoints.ts"
import { foldOfLog, gated, topicContents } from "./TopicContents.ts"

/** Returns when the place of the relay is the end of the log. */
export const relayed = Effect.gen(function* () {
  const end = yield* (yield* EventLog).end
  const checkpoints = yield* Checkpoints
  yield* checkpoints
    .load(relayPlace("product"))
    .pipe(Effect.repeat({ until: (place) => isAtOrPast(place, end), schedule: Schedule.spaced("20 millis") }))
})

/** A reader of the feed from the beginning; `events` is what it was given. */
export const reader = Effect.gen(function* () {
  const feed = yield* EventFeed
  const events: Array<EventEnvelope> = []
  yield* feed.from("product", logStart, 200).pipe(
    Stream.runForEach((page) => Effect.sync(() => void events.push(...page.events))),
    Effect.forkScoped
  )
  const caughtUp = (count: number) =>
    Effect.sync(() => events.length).pipe(
      Effect.repeat({ until: (length) => length >= count, schedule: Schedule.spaced("20 millis") }),
      Effect.timeout("30 seconds")
    )
  return { events, caughtUp }
})

export const countEvents = (versions: ReadonlyMap<string, number>): number =>
  [...versions.values()].reduce((a, b) => a + b, 0)

/**
 * Kafka holds all of the log, every stream in the order of its versions; the feed has given it once, in order. Returns
 * how many events stand in Kafka more than once.
 */
export const assertComplete = Effect.fnUntraced(function* (what: string, seen: ReadonlyArray<EventEnvelope>) {
  const fold = yield* foldOfLog
  const contents = gated(yield* topicContents("product"))
  yield* Console.log(`${what}: ${countEvents(fold)} events, ${contents.duplicates} duplicates in Kafka`)
  assert.deepStrictEqual(contents.versions, fold)
  assert.strictEqual(contents.orderBreaks, 0)
  assert.deepStrictEqual(gated(seen), { duplicates: 0, orderBreaks: 0, versions: fold })
  return contents.duplicates
})
