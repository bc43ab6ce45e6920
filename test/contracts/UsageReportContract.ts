import { assert, describe, it } from "@effect/vitest"
import { Effect, type Layer, Result, Schema } from "effect"
import { TestClock } from "effect/testing"
import { seededRandom } from "../../bench/SyntheticCatalogue.ts"
import { type Cursor, logStart } from "../../domain/EventEnvelope.ts"
import { KeyId } from "../../domain/key/KeyEvent.ts"
import { Operation, UsageDay } from "../../domain/usage/UsageEvent.ts"
import { addDays, dayStartMs } from "../../domain/usage/UsageWindow.ts"
import { PlaceMoved, UsageReport } from "../../projections/ports/UsageReport.ts"
import { daysKeptDays, type HourlyCount, hoursKeptDays, Outcome } from "../../projections/usage-report/UsageCount.ts"

const today = UsageDay.make("2026-11-21")
export const keyOf = (letter: string) => KeyId.make(`key_${letter.repeat(12)}`)
const at = (position: number): Cursor => ({ tx: position === 0 ? 0 : 7, position })

const count = (more: Partial<HourlyCount> = {}): HourlyCount => ({
  keyId: keyOf("a"),
  day: today,
  hour: 13,
  operation: "search",
  outcome: "admitted",
  calls: 1,
  ...more
})

const nameOf = ({ day, hour, keyId, operation, outcome }: HourlyCount) =>
  [keyId, day, String(hour).padStart(2, "0"), operation, outcome].join(" ")

/** What the report must hold after these counts, in its order. */
const sumsOf = (counts: ReadonlyArray<HourlyCount>): ReadonlyArray<HourlyCount> => {
  const sums = new Map<string, HourlyCount>()
  for (const each of counts) {
    const calls = (sums.get(nameOf(each))?.calls ?? 0) + each.calls
    sums.set(nameOf(each), { ...each, calls })
  }
  return [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum)
}

const randomCounts = (random: () => number): ReadonlyArray<HourlyCount> => {
  const pick = <A>(values: ReadonlyArray<A>, otherwise: A): A =>
    values[Math.floor(random() * values.length)] ?? otherwise
  return sumsOf(
    Array.from({ length: Math.floor(random() * 6) }, () =>
      count({
        keyId: keyOf(pick(["a", "b"], "a")),
        day: addDays(today, -pick([0, 1], 0)),
        hour: pick([0, 9, 10, 23], 0),
        operation: pick(Operation.literals, "search"),
        outcome: pick(Outcome.literals, "admitted"),
        calls: 1 + Math.floor(random() * 90)
      })
    )
  )
}

const bothKeys = { keyIds: [keyOf("a"), keyOf("b")], from: addDays(today, -1), to: today }
const total = (counts: ReadonlyArray<{ readonly calls: number }>) => counts.reduce((sum, { calls }) => sum + calls, 0)

const Seed = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 2 ** 31 }))

/** What a usage report guarantees: each page of the log counts once. The layer makes an empty one each time. */
export const suite = <E>(name: string, layer: Layer.Layer<UsageReport, E>, runs = 30) =>
  describe(`UsageReport: ${name}`, () => {
    const test = (guarantee: string, body: Effect.Effect<void, unknown, UsageReport>) =>
      it.effect(guarantee, () => Effect.andThen(TestClock.setTime(dayStartMs(today)), body).pipe(Effect.provide(layer)))

    test(
      "what is added is found by hour and by day, and the place moves with it",
      Effect.gen(function* () {
        const report = yield* UsageReport
        const checkpoint = yield* report.live.checkpoint
        assert.deepStrictEqual(yield* report.place(checkpoint), logStart)
        const counts = [count({ hour: 13, calls: 2 }), count({ hour: 14, calls: 3 })]
        yield* report.add(checkpoint, counts, { after: logStart, cursor: at(9) })
        assert.deepStrictEqual(yield* report.place(checkpoint), at(9))
        const asked = { keyIds: [keyOf("a")], from: today, to: today }
        assert.deepStrictEqual(yield* report.hours(asked), counts)
        const { hour: _, ...daily } = count({ calls: 5 })
        assert.deepStrictEqual(yield* report.days(asked), [daily])
      })
    )

    test(
      "a page that comes again counts no more, and neither does one that begins elsewhere",
      Effect.gen(function* () {
        const report = yield* UsageReport
        const checkpoint = yield* report.live.checkpoint
        yield* report.add(checkpoint, [count()], { after: logStart, cursor: at(9) })
        for (const after of [logStart, at(5), at(12)]) {
          const again = yield* Effect.result(report.add(checkpoint, [count()], { after, cursor: at(20) }))
          assert.isTrue(Result.isFailure(again) && again.failure instanceof PlaceMoved)
        }
        assert.deepStrictEqual(yield* report.place(checkpoint), at(9))
        assert.strictEqual(total(yield* report.days(bothKeys)), 1)
        assert.strictEqual(total(yield* report.hours(bothKeys)), 1)
      })
    )

    test(
      "of two projectors at once each page counts once",
      Effect.gen(function* () {
        const report = yield* UsageReport
        const checkpoint = yield* report.live.checkpoint
        for (let page = 0; page < 10; page++) {
          const step = { after: at(page), cursor: at(page + 1) }
          const tries = Array.from({ length: 4 }, () => Effect.result(report.add(checkpoint, [count()], step)))
          const results = yield* Effect.all(tries, { concurrency: "unbounded" })
          assert.lengthOf(results.filter(Result.isSuccess), 1)
        }
        assert.strictEqual(total(yield* report.days(bothKeys)), 10)
      })
    )

    it.effect.prop(
      "whatever is tried again after a lost answer, hours and days are the sums of the pages",
      [Seed],
      ([seed]) =>
        Effect.gen(function* () {
          yield* TestClock.setTime(dayStartMs(today))
          const report = yield* UsageReport
          const checkpoint = yield* report.live.checkpoint
          const random = seededRandom(seed)
          const pages = Array.from({ length: 8 }, () => randomCounts(random))
          for (const [i, counts] of pages.entries()) {
            const step = { after: at(i), cursor: at(i + 1) }
            yield* report.add(checkpoint, counts, step)
            if (random() < 0.4) yield* Effect.flip(report.add(checkpoint, counts, step))
          }
          const expected = sumsOf(pages.flat())
          assert.deepStrictEqual(yield* report.hours(bothKeys), expected)
          assert.strictEqual(total(yield* report.days(bothKeys)), total(expected))
          for (const keyId of bothKeys.keyIds) {
            const ofKey = yield* report.hours({ keyIds: [keyId], from: today, to: today })
            assert.deepStrictEqual(
              ofKey,
              expected.filter((each) => each.keyId === keyId && each.day === today)
            )
          }
        }).pipe(Effect.provide(layer, { local: true })),
      { arbitrary: { runs } }
    )

    test(
      "hours are kept thirteen months, days five years, and what is older leaves with the next page",
      Effect.gen(function* () {
        const report = yield* UsageReport
        const checkpoint = yield* report.live.checkpoint
        const days = [0, -hoursKeptDays, -hoursKeptDays - 1, -daysKeptDays, -daysKeptDays - 1].map((ago) =>
          addDays(today, ago)
        )
        const counts = days.map((day) => count({ day }))
        yield* report.add(checkpoint, counts, { after: logStart, cursor: at(1) })
        const asked = { keyIds: [keyOf("a")], from: addDays(today, -2 * daysKeptDays), to: addDays(today, 1) }
        const kept = Effect.all([
          Effect.map(report.hours(asked), (found) => found.map(({ day }) => day)),
          Effect.map(report.days(asked), (found) => found.map(({ day }) => day))
        ])
        const inOrder = days.toReversed()
        assert.deepStrictEqual(yield* kept, [inOrder.slice(3), inOrder.slice(1)])
        yield* TestClock.adjust("1 day")
        yield* report.add(checkpoint, [count({ day: addDays(today, 1) })], { after: at(1), cursor: at(2) })
        const tomorrow = addDays(today, 1)
        assert.deepStrictEqual(yield* kept, [
          [today, tomorrow],
          [...inOrder.slice(2), tomorrow]
        ])
      })
    )
  })
