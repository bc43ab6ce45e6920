import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { logStart } from "../../../../domain/EventEnvelope.ts"
import { KeyId } from "../../../../domain/key/KeyEvent.ts"
import { type SyncRequest, UsageLedgerStore } from "../../../../domain/ports/UsageLedgerStore.ts"
import { UsageDay } from "../../../../domain/usage/UsageEvent.ts"
import { eventsFile } from "../../../../infra/sqlite/EventsFile.ts"
import { memoryPath } from "../../../../infra/sqlite/Sqlite.ts"
import * as SqliteUsageLedger from "../../../../infra/sqlite/SqliteUsageLedger.ts"
import { keysPerPart, namedIn, partsOf } from "../../../../infra/sqlite/usage-ledger/SyncParts.ts"

const key = (number: number): KeyId => KeyId.make(`key_${String(number).padStart(14, "k")}`)
const keys = Array.from({ length: 5 * keysPerPart + 1 }, (_, i) => key(i))

const request: SyncRequest = {
  node: "n1",
  heartbeatTtlMs: 3_000,
  keysSeen: logStart,
  notAfterMs: null,
  reports: [],
  wants: keys.map((keyId, i) => ({ request: `r${i}`, keyId, size: 1 })),
  cancellations: keys.slice(0, 3).map((keyId, i) => ({ request: `c${i}`, keyId, day: UsageDay.make("2026-03-14") })),
  burns: [],
  balancesOf: [key(7_777)],
  rateClaims: keys.slice(2, 9).map((keyId) => ({ keyId, perSecond: 1 }))
}

describe("a sync in parts", () => {
  it("names each key in one part, with everything that is asked of it, and few in each", () => {
    const parts = partsOf(request)
    assert.deepStrictEqual(
      parts.flatMap((part) => namedIn(part)),
      namedIn(request)
    )
    for (const part of parts) {
      const named = new Set(namedIn(part))
      assert.isAtMost(named.size, keysPerPart)
      for (const kind of ["wants", "cancellations", "rateClaims"] as const) {
        assert.deepStrictEqual<unknown>(
          part[kind],
          request[kind].filter(({ keyId }) => named.has(keyId))
        )
      }
    }
    assert.deepStrictEqual(
      parts.map(({ balancesOf }) => balancesOf.length),
      [1, ...parts.slice(1).map(() => 0)]
    )
  })

  it("that asks of no key is one part", () => {
    const idle = { ...request, wants: [], cancellations: [], rateClaims: [] }
    assert.deepStrictEqual(partsOf(idle), [idle])
  })

  it.live("lets requests be answered between the parts", () =>
    Effect.gen(function* () {
      const { sync } = yield* UsageLedgerStore
      let turns = 0
      const clock = yield* Effect.forkChild(
        Effect.forever(
          Effect.andThen(
            Effect.yieldNow,
            Effect.sync(() => turns++)
          )
        )
      )
      yield* sync({ ...request, cancellations: [], rateClaims: [] })
      clock.interruptUnsafe()
      assert.isAtLeast(turns, partsOf(request).length)
    }).pipe(Effect.provide(SqliteUsageLedger.layer.pipe(Layer.provide(eventsFile(memoryPath)))))
  )
})
