import { assert, it } from "@effect/vitest"
import { Effect, Result, type Scope } from "effect"
import { TestClock } from "effect/testing"
import { fold } from "../../domain/Decider.ts"
import { usageStream } from "../../domain/EventEnvelope.ts"
import { plans } from "../../domain/key/Plan.ts"
import { EventLog } from "../../domain/ports/EventLog.ts"
import type { KeyRecord } from "../../domain/ports/KeyDirectory.ts"
import { UsageLedgerStore } from "../../domain/ports/UsageLedgerStore.ts"
import { emptyLedger, evolve } from "../../domain/usage/LedgerState.ts"
import { UsageDay } from "../../domain/usage/UsageEvent.ts"
import { type RunningNode, storage, type Storage, ticking } from "./MeteringRig.ts"

const afternoon = Date.UTC(2026, 2, 14, 13, 10)

export const test = (guarantee: string, body: () => Effect.Effect<void, unknown, Storage | Scope.Scope>) =>
  it.effect(guarantee, () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(afternoon)
      yield* body()
    }).pipe(Effect.provide(storage, { local: true }))
  )

/** So many calls at the same time: how many were admitted, and what refused the others. */
export const burst = Effect.fnUntraced(function* (node: RunningNode, key: KeyRecord, count: number) {
  const calls = Array.from({ length: count }, () => Effect.result(node.admit(key)))
  const results = yield* ticking(Effect.all(calls, { concurrency: "unbounded" }))
  const refusals = results.flatMap((result) => (Result.isFailure(result) ? [result.failure] : []))
  return {
    admitted: results.filter(Result.isSuccess).map(({ success }) => success),
    limited: refusals.flatMap((error) => (error._tag === "RateLimited" ? [error] : [])),
    unavailable: refusals.filter(({ _tag }) => _tag === "StorageUnavailable").length
  }
})

/** Admits exactly so many, as fast as the limit per second lets it. */
export const use = Effect.fnUntraced(function* (node: RunningNode, key: KeyRecord, count: number) {
  const { requestsPerSecond } = plans[key.plan]
  for (let done = 0; done < count;) {
    const step = Math.min(requestsPerSecond, count - done)
    assert.lengthOf((yield* burst(node, key, step)).admitted, step)
    done += step
    yield* TestClock.adjust("1 second")
  }
})

export const ledgerOf = Effect.fnUntraced(function* (key: KeyRecord, day: string) {
  const log = yield* EventLog
  const events = yield* log.readStream("usage", usageStream(key.keyId, UsageDay.make(day)))
  return fold(
    evolve,
    emptyLedger,
    events.map(({ event }) => event)
  )
})

export const recordedToday = (key: KeyRecord) =>
  UsageLedgerStore.use((store) => Effect.map(store.balance(key.keyId), ({ usedToday }) => usedToday))
