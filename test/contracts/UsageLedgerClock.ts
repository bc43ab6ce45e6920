import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { UsageLedgerStore } from "../../domain/ports/UsageLedgerStore.ts"
import { type ClockAnchor, latestPlausible, nextAnchor } from "../../domain/usage/LedgerClock.ts"
import { seededRandom } from "../../bench/SyntheticCatalogue.ts"
import { day, keyId, nextDay, ready, startMs, sync, type testsOn, want } from "./UsageLedgerScript.ts"

type Test = ReturnType<typeof testsOn>

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const yearMs = 365 * dayMs
const hourQuota = 100

const acceptClock = UsageLedgerStore.use((store) => store.acceptClock)

/** A node that takes all it can get, with a clock that only the passing of time moves. */
const greedyNode = (node: string) => {
  let anchor: ClockAnchor | undefined
  let asked = 0
  return {
    take: Effect.fnUntraced(function* (steadyMs: number) {
      const notAfterMs = anchor === undefined ? null : latestPlausible(anchor, steadyMs)
      const answer = yield* sync({ node, notAfterMs, wants: [want(`${node}:${asked++}`, 1_000)] })
      anchor = nextAnchor(anchor, answer, steadyMs)
      return answer.grants[0]?.size ?? 0
    })
  }
}

export const clockSteps = (test: Test): void => {
  test(
    "the wall clock goes back: what is used up stays so until it has caught up",
    Effect.gen(function* () {
      yield* ready()
      yield* TestClock.adjust("2 hours")
      assert.strictEqual((yield* sync({ wants: [want("r1", hourQuota)] })).grants[0]?.size, hourQuota)
      for (const backMs of [hourMs, dayMs, yearMs]) {
        yield* TestClock.setTime(startMs - backMs)
        const { balances, grants, now, reachedMs, wallMs } = yield* sync({ wants: [want(`back-${backMs}`, 1)] })
        assert.deepStrictEqual([grants[0]?.lease, grants[0]?.day, grants[0]?.hour], [null, nextDay, 0])
        assert.deepStrictEqual([balances[0]?.day, balances[0]?.leftThisHour], [nextDay, 0])
        assert.deepStrictEqual([now, reachedMs, wallMs], [startMs + 2 * hourMs, startMs + 2 * hourMs, startMs - backMs])
      }
      yield* TestClock.setTime(startMs + 2 * hourMs + 1_000)
      assert.strictEqual((yield* sync({ wants: [want("r2", 1)] })).grants[0]?.hour, 1)
    })
  )

  test(
    "the wall clock goes forward: no further than the node finds plausible",
    Effect.gen(function* () {
      yield* ready()
      yield* sync({ wants: [want("r1", hourQuota)] })
      yield* TestClock.setTime(startMs + yearMs)
      const stepped = yield* sync({ notAfterMs: startMs + 999, wants: [want("r2", 1)] })
      assert.deepStrictEqual([stepped.grants[0]?.lease, stepped.grants[0]?.day], [null, day])
      assert.deepStrictEqual([stepped.now, stepped.wallMs], [startMs + 999, startMs + yearMs])
      const later = yield* sync({ notAfterMs: startMs + 1_000, wants: [want("r3", 1)] })
      assert.deepStrictEqual([later.grants[0]?.size, later.grants[0]?.day, later.grants[0]?.hour], [1, day, 23])
    })
  )

  test(
    "a node that has just started believes the wall clock, and the way back opens nothing",
    Effect.gen(function* () {
      yield* ready()
      yield* sync({ wants: [want("r1", hourQuota)] })
      yield* TestClock.setTime(startMs + 30 * dayMs)
      const { grants, reachedMs } = yield* sync({ wants: [want("r2", hourQuota)] })
      assert.deepStrictEqual([grants[0]?.day, grants[0]?.size, reachedMs], ["2026-04-13", hourQuota, startMs])
      yield* TestClock.setTime(startMs)
      const back = yield* sync({ wants: [want("r3", 1)] })
      assert.deepStrictEqual([back.grants[0]?.lease, back.grants[0]?.day], [null, "2026-04-13"])
    })
  )

  test(
    "a call that draws on nothing, and an operator's look, leave the ledger's clock where it is",
    Effect.gen(function* () {
      yield* ready()
      yield* sync({ wants: [want("r1", 10)] })
      yield* TestClock.setTime(startMs + yearMs)
      const store = yield* UsageLedgerStore
      yield* sync({ balancesOf: [keyId] })
      yield* store.balance(keyId)
      yield* store.burn("unheard-of")
      yield* TestClock.setTime(startMs)
      const { grants, now } = yield* sync({ wants: [want("r2", 100)] })
      assert.deepStrictEqual([now, grants[0]?.size], [startMs, 90])
    })
  )

  test(
    "an operator sets the ledger's clock to the wall clock, forward and back",
    Effect.gen(function* () {
      yield* ready()
      assert.deepStrictEqual(yield* acceptClock, { reachedMs: null, wallMs: startMs })
      yield* TestClock.setTime(startMs + yearMs)
      assert.strictEqual((yield* sync({ notAfterMs: startMs, balancesOf: [keyId] })).now, startMs)
      assert.deepStrictEqual(yield* acceptClock, { reachedMs: startMs, wallMs: startMs + yearMs })
      assert.strictEqual((yield* sync({ notAfterMs: startMs, balancesOf: [keyId] })).now, startMs + yearMs)
      yield* TestClock.setTime(startMs)
      assert.deepStrictEqual(yield* acceptClock, { reachedMs: startMs + yearMs, wallMs: startMs })
      assert.strictEqual((yield* sync({ wants: [want("r1", 1)] })).grants[0]?.day, day)
    })
  )

  test(
    "two nodes that take all they can get, under random steps of the wall clock: never more than quota × real hours",
    Effect.gen(function* () {
      const random = seededRandom(20_260_314)
      yield* ready()
      const [first, second] = [greedyNode("n1"), greedyNode("n2")]
      let realMs = startMs
      let units = yield* first.take(realMs)
      units += yield* second.take(realMs)
      for (let step = 0; step < 150; step++) {
        if (random() < 0.6) realMs += Math.floor(random() * 20 * 60_000)
        const offMs = random() < 0.5 ? 0 : Math.floor((random() - 0.5) * 2 * yearMs)
        yield* TestClock.setTime(realMs + offMs)
        units += yield* (step % 2 === 0 ? first : second).take(realMs)
        const hours = 2 + Math.floor(((realMs - startMs) * 1.001) / hourMs)
        assert.isAtMost(units, hourQuota * hours)
      }
      assert.isAtLeast(units, 5 * hourQuota)
    })
  )
}
