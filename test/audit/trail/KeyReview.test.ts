import { assert, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { auditStream, keyStream } from "../../../domain/EventEnvelope.ts"
import { KeyDigest, type KeyEvent, KeyId, KeyPrefix, type KeyRole } from "../../../domain/key/KeyEvent.ts"
import { EventLog } from "../../../domain/ports/EventLog.ts"
import { UsageDay } from "../../../domain/usage/UsageEvent.ts"
import { UsageReport } from "../../../projections/ports/UsageReport.ts"
import { keyReview } from "../../../src/audit/trail/KeyReview.ts"
import { embeddedStores } from "../../support/EmbeddedStores.ts"

const keyId = (name: string) => KeyId.make(`key_${name.padEnd(12, "0")}`)
const issued = (name: string, role: KeyRole = "client"): KeyEvent => ({
  _tag: "KeyIssued",
  role,
  accountId: null,
  digest: KeyDigest.make(name.padEnd(43, "_")),
  prefix: KeyPrefix.make("fdb_abcdef"),
  plan: "developer"
})

const append = Effect.fnUntraced(function* (name: string, expectedVersion: number, ...events: ReadonlyArray<KeyEvent>) {
  const log = yield* EventLog
  yield* log.append([{ streamId: keyStream(keyId(name)), expectedVersion, events, keyName: name }], {
    commandId: `c-${name}-${expectedVersion}`,
    actor: expectedVersion === 0 ? "operator:maria" : `key:${keyId(name)}`
  })
})

const nobodyAsks = Effect.die(new Error("nobody asks for the place"))
/** `used` was called on 5 March. */
const report = Layer.mock(UsageReport, {
  live: { checkpoint: nobodyAsks, liveCheckpoint: nobodyAsks, isPending: nobodyAsks, adopt: nobodyAsks },
  days: ({ keyIds }) =>
    Effect.succeed(
      keyIds
        .filter((id) => id === keyId("used"))
        .map((id) => ({
          keyId: id,
          day: UsageDay.make("2026-03-05"),
          operation: "search" as const,
          outcome: "admitted" as const,
          calls: 3
        }))
    )
})

const asked = { account: null, reader: "" }

it.effect("a key of an auditor was used when it read the trail last, and is used by this very reading", () =>
  Effect.gen(function* () {
    const log = yield* EventLog
    yield* TestClock.setTime(Date.UTC(2026, 0, 1))
    yield* append("auditor", 0, issued("auditor", "auditor"))
    yield* append("idle", 0, issued("idle", "auditor"))
    for (const day of ["2026-02-28", "2026-03-03"]) {
      const read = { _tag: "TrailRead", view: "keys", filter: {}, rows: 0 } as const
      const streamId = auditStream(keyId("auditor"), UsageDay.make(day))
      yield* log.append([{ streamId, expectedVersion: 0, events: [read, read] }], {
        commandId: `read-${day}`,
        actor: `key:${keyId("auditor")}`
      })
    }
    const used = (reader: string) =>
      Effect.map(keyReview({ ...asked, reader, offset: 0, limit: 10, now: Date.UTC(2026, 3, 10) }), ({ keys }) =>
        keys.map(({ dormantDays, key, lastUsed }) => [key.keyId, lastUsed, dormantDays])
      )
    assert.deepStrictEqual(yield* used(""), [
      [keyId("auditor"), "2026-03-03", 30],
      [keyId("idle"), null, 90]
    ])
    assert.deepStrictEqual(yield* used(keyId("idle")), [
      [keyId("auditor"), "2026-03-03", 30],
      [keyId("idle"), "2026-04-10", null]
    ])
  }).pipe(Effect.provide(report.pipe(Layer.provideMerge(embeddedStores))))
)

it.effect("a review says of each key who issued it, how old it is, when it was used, and which are dormant", () =>
  Effect.gen(function* () {
    yield* TestClock.setTime(Date.UTC(2026, 0, 1))
    yield* append("unused", 0, issued("unused"))
    yield* append("used", 0, issued("used"))
    yield* append("ended", 0, issued("ended"))
    yield* append("auditor", 0, issued("auditor", "auditor"))
    yield* TestClock.setTime(Date.UTC(2026, 2, 1))
    const next = { digest: KeyDigest.make("n".repeat(43)), prefix: KeyPrefix.make("fdb_newnew") }
    yield* append("used", 1, { _tag: "KeyRotated", ...next }, { _tag: "KeyPlanChanged", plan: "growth" })
    yield* append("ended", 1, { _tag: "KeyDeactivated", reason: "left" })
    yield* append("fresh", 0, issued("fresh"))
    const {
      keys,
      next: more,
      population
    } = yield* keyReview({ ...asked, offset: 0, limit: 10, now: Date.UTC(2026, 3, 10) })
    assert.deepStrictEqual([population, more], [5, null])
    assert.deepStrictEqual(
      keys.map(({ ageDays, deactivatedBecause, dormantDays, issuedBy, key, lastUsed, planChanges, rotations }) => [
        key.name,
        issuedBy,
        ageDays,
        rotations,
        planChanges,
        lastUsed,
        dormantDays,
        deactivatedBecause
      ]),
      [
        ["auditor", "operator:maria", 99, 0, 0, null, 90, null],
        ["ended", "operator:maria", 99, 0, 0, null, null, "left"],
        ["unused", "operator:maria", 99, 0, 0, null, 90, null],
        ["used", "operator:maria", 40, 1, 1, "2026-03-05", 30, null],
        ["fresh", "operator:maria", 40, 0, 0, null, 30, null]
      ]
    )
    const second = yield* keyReview({ ...asked, offset: 2, limit: 2, now: Date.UTC(2026, 3, 10) })
    assert.deepStrictEqual([second.keys.length, second.next], [2, 4])
  }).pipe(Effect.provide(report.pipe(Layer.provideMerge(embeddedStores))))
)
