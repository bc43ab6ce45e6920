import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Logger, Stream } from "effect"
import { TestClock } from "effect/testing"
import { logStart } from "../../domain/EventEnvelope.ts"
import { KeyId } from "../../domain/key/KeyEvent.ts"
import { EventLog } from "../../domain/ports/EventLog.ts"
import { StorageUnavailable } from "../../domain/ports/StorageUnavailable.ts"
import { UsageDay } from "../../domain/usage/UsageEvent.ts"
import { countsOf } from "../../projections/usage-report/UsageReportProjection.ts"
import { LedgerNode } from "../../src/metering/LedgerNode.ts"
import { type Refusal, RefusalCounts } from "../../src/metering/RefusalCounts.ts"
import * as RefusalReports from "../../src/metering/RefusalReports.ts"
import { embeddedStores } from "../support/EmbeddedStores.ts"

const a = KeyId.make("key_aaaaaaaaaaaa")
const b = KeyId.make("key_bbbbbbbbbbbb")
const day = UsageDay.make("2026-11-21")

const refusal = (more: Partial<Refusal> = {}): Refusal => ({
  keyId: a,
  day,
  hour: 13,
  operation: "search",
  window: "hour",
  ...more
})

/** What the log is like while a life of the node reports into it. */
interface Weather {
  /** appends fail before they are done */
  isAway: boolean
  /** appends are done, and fail */
  losesAnswers: boolean
}

const stormy = (weather: Weather) =>
  Layer.effect(
    EventLog,
    Effect.map(EventLog, (log) =>
      EventLog.of({
        ...log,
        append: (streams, meta) => {
          const gone = Effect.fail(new StorageUnavailable({ operation: "append", cause: "gone" }))
          if (weather.isAway) return gone
          return Effect.flatMap(log.append(streams, meta), (cursor) =>
            weather.losesAnswers ? gone : Effect.succeed(cursor)
          )
        }
      })
    )
  )

/** A life of the node, in which these refusals come and some minutes pass. */
const life = <A, E, R>(
  refusals: RefusalCounts,
  body: Effect.Effect<A, E, R>,
  weather: Weather = { isAway: false, losesAnswers: false }
) => {
  const node = Layer.mock(LedgerNode, {
    id: "node_000000000001",
    isTrusted: () => true,
    onKeysChanged: () => undefined,
    stats: () => assert.fail("not asked"),
    refusals
  })
  const reports = RefusalReports.layer.pipe(Layer.provide(node), Layer.provide(stormy(weather)))
  return Effect.andThen(Layer.build(reports), body).pipe(Effect.scoped, Effect.provide(Logger.layer([])))
}

const refused = Effect.gen(function* () {
  const log = yield* EventLog
  const { events } = yield* log.read("usage", logStart, 1_000)
  return { events, counts: countsOf(events) }
})

const callsOf = ({ counts }: Effect.Success<typeof refused>) => counts.reduce((sum, { calls }) => sum + calls, 0)
const minute = TestClock.adjust("1 minute")

describe("calls that a node refuses", () => {
  it.effect("are written down once a minute, added up by key, hour, operation and window", () =>
    Effect.gen(function* () {
      const refusals = new RefusalCounts()
      yield* life(
        refusals,
        Effect.gen(function* () {
          for (let i = 0; i < 500; i++) refusals.note(refusal())
          refusals.note(refusal({ operation: "analyze", window: "second" }))
          refusals.note(refusal({ hour: 14, window: "day" }))
          refusals.note(refusal({ keyId: b }))
          yield* TestClock.adjust("59 seconds")
          assert.lengthOf((yield* refused).events, 0)
          yield* TestClock.adjust("1 second")
          const found = yield* refused
          assert.lengthOf(found.events, 3, "one for each key and hour")
          assert.deepStrictEqual(
            found.counts.map(({ calls, hour, keyId, operation, outcome }) => [keyId, hour, operation, outcome, calls]),
            [
              [a, 13, "search", "refused-hour", 500],
              [a, 13, "analyze", "refused-second", 1],
              [a, 14, "search", "refused-day", 1],
              [b, 13, "search", "refused-hour", 1]
            ]
          )
          yield* TestClock.adjust("10 minutes")
          assert.lengthOf((yield* refused).events, 3, "nothing is written where nothing was refused")
        })
      )
    }).pipe(Effect.provide(embeddedStores))
  )

  it.effect("are written when the process stops in order, and a later life goes on in the same stream", () =>
    Effect.gen(function* () {
      for (let each = 0; each < 3; each++) {
        const refusals = new RefusalCounts()
        yield* life(
          refusals,
          Effect.sync(() => refusals.note(refusal()))
        )
      }
      const found = yield* refused
      assert.strictEqual(callsOf(found), 3)
      assert.deepStrictEqual(
        found.events.map(({ streamVersion }) => streamVersion),
        [1, 2, 3]
      )
    }).pipe(Effect.provide(embeddedStores))
  )

  it.effect("count once where the answer to an append is lost, and wait where the log is away", () =>
    Effect.gen(function* () {
      const refusals = new RefusalCounts()
      const weather = { isAway: false, losesAnswers: true }
      yield* life(
        refusals,
        Effect.gen(function* () {
          refusals.note(refusal())
          yield* minute
          refusals.note(refusal())
          yield* minute
          weather.losesAnswers = false
          weather.isAway = true
          yield* minute
          assert.strictEqual(callsOf(yield* refused), 1)
          weather.isAway = false
          yield* minute
          assert.strictEqual(callsOf(yield* refused), 2)
          yield* TestClock.adjust("5 minutes")
        }),
        weather
      )
      assert.strictEqual(callsOf(yield* refused), 2)
    }).pipe(Effect.provide(embeddedStores))
  )

  it("of more keys and hours than can be told apart, those beyond are counted as uncounted", () => {
    const refusals = new RefusalCounts()
    for (let i = 0; i < 60_000; i++) refusals.note(refusal({ keyId: KeyId.make(`key_${String(i).padStart(12, "0")}`) }))
    refusals.note(refusal({ keyId: KeyId.make("key_000000000000") }))
    assert.strictEqual(refusals.uncounted, 10_000)
    assert.lengthOf(refusals.take(), 50_000)
    assert.lengthOf(refusals.take(), 0)
  })

  it.effect("of many keys are appended a hundred streams at a time", () =>
    Effect.gen(function* () {
      const refusals = new RefusalCounts()
      for (let i = 0; i < 250; i++) refusals.note(refusal({ keyId: KeyId.make(`key_${String(i).padStart(12, "0")}`) }))
      yield* life(refusals, minute)
      const log = yield* EventLog
      const commands = yield* Stream.runCollect(log.export(logStart))
      assert.lengthOf(new Set(Array.from(commands, ({ commandId }) => commandId)), 3)
      assert.strictEqual(callsOf(yield* refused), 250)
    }).pipe(Effect.provide(embeddedStores))
  )
})
