import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { KeyId } from "../../domain/key/KeyEvent.ts"
import { LeaseId } from "../../domain/usage/UsageEvent.ts"
import { UsageLedgerStore } from "../../domain/ports/UsageLedgerStore.ts"
import { clockSteps } from "./UsageLedgerClock.ts"
import { nodesAndKeys, windowsAndPlans } from "./UsageLedgerContractParts.ts"
import {
  balance,
  day,
  folded,
  issue,
  keyId,
  type LedgerLayer,
  nextDay,
  otherKey,
  ready,
  report,
  sync,
  testsOn,
  want
} from "./UsageLedgerScript.ts"

/**
 * What every store of the usage ledger must do. The layer is built anew for each test and is empty; its clock is the
 * test's.
 */
export const suite = (name: string, layer: LedgerLayer): void => {
  const test = testsOn(layer)

  describe(`UsageLedgerStore: ${name}`, () => {
    test(
      "grants what is wanted and no more than the hour has left",
      Effect.gen(function* () {
        yield* ready()
        const first = yield* sync({ wants: [want("r1", 60)] })
        const second = yield* sync({ wants: [want("r2", 60), want("r3", 1)] })
        assert.deepStrictEqual(
          [...first.grants, ...second.grants].map(({ size }) => size),
          [60, 40, 0]
        )
        assert.strictEqual(second.grants[1]?.lease, null)
        assert.strictEqual(second.balances[0]?.leftThisHour, 0)
        assert.strictEqual(second.balances[0]?.leftToday, 900)
      })
    )

    test(
      "grants no more than the day has left, over all its hours",
      Effect.gen(function* () {
        yield* TestClock.setTime(Date.UTC(2026, 2, 14, 0))
        yield* issue(keyId)
        for (let hour = 0; hour < 10; hour++) {
          const { grants } = yield* sync({ wants: [want(`r${hour}`, 100)] })
          assert.strictEqual(grants[0]?.size, 100)
          yield* TestClock.adjust("1 hour")
        }
        const { balances, grants } = yield* sync({ wants: [want("r10", 100)] })
        assert.strictEqual(grants[0]?.lease, null)
        assert.deepStrictEqual([balances[0]?.leftToday, balances[0]?.leftThisHour], [0, 100])
      })
    )

    test(
      "a request sent again is answered with the same lease, even on the next day",
      Effect.gen(function* () {
        yield* ready()
        const first = yield* sync({ wants: [want("r1", 10)] })
        const again = yield* sync({ wants: [want("r1", 10)] })
        assert.deepStrictEqual(again.grants, first.grants)
        yield* TestClock.adjust("2 hours")
        const tomorrow = yield* sync({ wants: [want("r1", 10)] })
        assert.deepStrictEqual(tomorrow.grants, first.grants)
        assert.strictEqual((yield* folded(day)).day.open, 10)
        assert.strictEqual((yield* folded(nextDay)).day.open, 0)
      })
    )

    test(
      "one sync does for each of many keys what it wants and reports",
      Effect.gen(function* () {
        yield* ready()
        const keys = Array.from({ length: 30 }, (_, i) => KeyId.make(`key_${String(i).padStart(14, "m")}`))
        yield* Effect.forEach(keys, (key) => issue(key))
        const balancesOf = [otherKey]
        const granted = yield* sync({ wants: keys.map((key) => want(`r-${key}`, 5, key)), balancesOf })
        assert.sameDeepMembers(
          granted.grants.map(({ keyId, request, size }) => [request, keyId, size]),
          keys.map((key) => [`r-${key}`, key, 5])
        )
        const used = yield* sync({
          reports: keys.map((key) => ({ ...report(`r-${key}`, 1, 3, true), keyId: key })),
          balancesOf
        })
        assert.sameDeepMembers(
          used.balances.map(({ keyId, usedToday }) => [keyId, usedToday]),
          [[otherKey, 0], ...keys.map((key) => [key, 3])]
        )
        assert.deepStrictEqual(used.rejections, [])
      })
    )

    test(
      "records each use once, whatever is repeated, and settles once",
      Effect.gen(function* () {
        yield* ready()
        yield* sync({ wants: [want("r1", 10)] })
        yield* sync({ reports: [report("r1", 1, 3)] })
        yield* sync({ reports: [report("r1", 1, 5)] })
        yield* sync({ reports: [report("r1", 1, 5, true)] })
        const last = yield* sync({ reports: [report("r1", 4, 5, true)] })
        assert.strictEqual(last.balances[0]?.usedToday, 5)
        assert.strictEqual(last.balances[0]?.leftThisHour, 95)
        assert.deepStrictEqual(last.rejections, [])
        assert.deepStrictEqual((yield* folded(day)).day, { open: 0, used: 5, burnt: 0 })
      })
    )

    test(
      "uses of one instant, drawn from two leases as a batch draws them, are recorded each once",
      Effect.gen(function* () {
        yield* ready()
        yield* sync({ wants: [want("r1", 12)] })
        yield* sync({ wants: [want("r2", 60)] })
        const batch = [report("r1", 1, 12), report("r2", 1, 38)]
        yield* sync({ reports: batch })
        const again = yield* sync({ reports: batch })
        assert.deepStrictEqual(again.rejections, [])
        assert.deepStrictEqual([again.balances[0]?.usedToday, again.balances[0]?.leftThisHour], [50, 28])
        yield* sync({ reports: [report("r2", 39, 39, true)] })
        assert.deepStrictEqual((yield* folded(day)).day, { open: 0, used: 51, burnt: 0 })
      })
    )

    test(
      "refuses a report with a gap, and does the rest of the sync",
      Effect.gen(function* () {
        yield* ready()
        yield* sync({ wants: [want("r1", 10), want("r2", 10)] })
        const { balances, rejections } = yield* sync({ reports: [report("r1", 3, 4), report("r2", 1, 2)] })
        assert.deepStrictEqual(
          rejections.map(({ rejection }) => [rejection.subject, rejection.reason]),
          [["r1", "gap"]]
        )
        assert.strictEqual(balances[0]?.usedToday, 2)
      })
    )

    test(
      "no entry crosses key or day: a report under another key or day is refused",
      Effect.gen(function* () {
        yield* ready()
        yield* issue(otherKey)
        yield* sync({ wants: [want("r1", 10)] })
        const strays = [
          { ...report("r1", 1, 1), keyId: otherKey },
          { ...report("r1", 1, 1), day: nextDay }
        ]
        const { rejections } = yield* sync({ reports: strays })
        assert.deepStrictEqual(
          rejections.map(({ rejection }) => rejection.reason),
          ["unknown-lease", "unknown-lease"]
        )
        assert.strictEqual((yield* balance).usedToday, 0)
      })
    )

    test(
      "a cancelled request is never granted, and one that was granted gives its units back",
      Effect.gen(function* () {
        yield* ready()
        yield* sync({ wants: [want("r1", 10)] })
        const cancellations = ["r1", "r2"].map((request) => ({ request, keyId, day }))
        yield* sync({ cancellations })
        const { balances, grants } = yield* sync({ wants: [want("r1", 10), want("r2", 10)], cancellations })
        assert.deepStrictEqual(
          grants.map(({ lease }) => lease),
          [null, null]
        )
        assert.strictEqual(balances[0]?.leftThisHour, 100)
      })
    )

    test(
      "a cancellation finds the lease that was granted after midnight",
      Effect.gen(function* () {
        yield* ready()
        yield* TestClock.adjust("2 hours")
        yield* sync({ wants: [want("r1", 10)] })
        yield* sync({ cancellations: [{ request: "r1", keyId, day }] })
        assert.strictEqual((yield* balance).leftThisHour, 100)
      })
    )

    test(
      "a burnt lease gives nothing back; a late report still counts what was used",
      Effect.gen(function* () {
        yield* ready()
        yield* sync({ wants: [want("r1", 10)] })
        const { openLeases } = yield* UsageLedgerStore.use((store) => store.start("n1"))
        assert.deepStrictEqual(openLeases, [{ lease: LeaseId.make("r1"), request: "r1", keyId, day }])
        yield* sync({ burns: openLeases })
        yield* sync({ reports: [report("r1", 1, 4, true)] })
        assert.deepStrictEqual((yield* folded(day)).day, { open: 0, used: 4, burnt: 6 })
        assert.strictEqual((yield* balance).leftThisHour, 90)
      })
    )
    windowsAndPlans(test)
    nodesAndKeys(test)
    clockSteps(test)
  })
}
