import { assert, describe, it } from "@effect/vitest"
import { HashMap, Result, Schema } from "effect"
import { fold } from "../../../domain/Decider.ts"
import { emptyLedger, evolve, granted, hourWindow, leaseOf } from "../../../domain/usage/LedgerState.ts"
import { LeaseId, type UsageEntry } from "../../../domain/usage/UsageEvent.ts"
import { type GrantLease, type LedgerCommand, UsageLedger } from "../../../domain/usage/UsageLedger.ts"
import { ledgerFaults } from "./LedgerInvariants.ts"
import { LedgerWorld, Step } from "./LedgerWorld.ts"

const Steps = Schema.Array(Step).check(Schema.isMinLength(30), Schema.isMaxLength(80))
const Quotas = Schema.Struct({
  day: Schema.NullOr(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 40 }))),
  hour: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 25 }))
})

const runs = { arbitrary: { runs: 400 } }

describe("over any sequence of commands, crashes, repeats and reorderings", () => {
  it.prop(
    "I1 admitted, and I2 granted, never exceed the quota, by day and by hour",
    { Steps, Quotas },
    ({ Quotas, Steps }) => {
      const world = new LedgerWorld(Quotas)
      for (const step of Steps.filter((step) => step._tag !== "ChangePlan")) {
        world.step(step)
        assert.isAtMost(granted(world.state.day), Quotas.day ?? Infinity)
        assert.isAtMost(world.admitted, Quotas.day ?? Infinity)
        for (const window of HashMap.values(world.state.hours)) assert.isAtMost(granted(window), Quotas.hour)
      }
    },
    runs
  )

  it.prop(
    "a change of plan grants by the new quota at once: the excess is only what was granted before",
    { Steps, Quotas },
    ({ Quotas, Steps }) => {
      const world = new LedgerWorld(Quotas)
      for (const step of Steps) {
        const before = granted(world.state.day)
        world.step(step)
        assert.isAtMost(granted(world.state.day), Math.max(before, world.quota.day ?? Infinity))
      }
    },
    runs
  )

  it.prop(
    "I3 granted = open + used + burnt of the leases, I4 0 ≤ used ≤ size",
    { Steps, Quotas },
    ({ Quotas, Steps }) => {
      const world = new LedgerWorld(Quotas)
      for (const step of Steps) {
        world.step(step)
        assert.deepStrictEqual(ledgerFaults(world.state), [])
      }
    },
    runs
  )

  it.prop(
    "I5 recorded ≤ admitted at any time; I6 recorded = admitted once every journal is replayed",
    { Steps, Quotas },
    ({ Quotas, Steps }) => {
      const world = new LedgerWorld(Quotas)
      for (const step of Steps) {
        world.step(step)
        assert.isAtMost(world.state.day.used, world.admitted)
      }
      world.recoverAll()
      assert.strictEqual(world.state.day.used, world.admitted)
      // only a request of a life whose journal is lost can be granted to nobody
      if (!Steps.some((step) => step._tag === "LoseDisk")) assert.strictEqual(world.state.day.open, 0)
    },
    runs
  )

  it.prop(
    "I7 the fold of the events is the state, I8 a request is granted once and a lease closed once",
    { Steps, Quotas },
    ({ Quotas, Steps }) => {
      const world = new LedgerWorld(Quotas)
      for (const step of Steps) world.step(step)
      const refolded = fold(evolve, emptyLedger, world.events)
      assert.deepStrictEqual(HashMap.toEntries(refolded.leases), HashMap.toEntries(world.state.leases))
      assert.deepStrictEqual(refolded.day, world.state.day)
      const once = (keys: ReadonlyArray<string>) => assert.strictEqual(new Set(keys).size, keys.length)
      once(world.events.flatMap((event) => (event._tag === "LeaseGranted" ? [event.request] : [])))
      once(
        world.events.flatMap((event) =>
          event._tag === "LeaseSettled" || event._tag === "LeaseBurnt" ? [event.lease] : []
        )
      )
      once(
        world.events.flatMap((event) =>
          event._tag === "UsageRecorded" ? event.entries.map(({ n }) => `${event.lease} ${n}`) : []
        )
      )
    },
    runs
  )

  it.prop(
    "I9 a node that keeps the protocol is never refused",
    { Steps, Quotas },
    ({ Quotas, Steps }) => {
      const world = new LedgerWorld(Quotas)
      for (const step of Steps) world.step(step)
      world.recoverAll()
      assert.deepStrictEqual(world.rejections, [])
    },
    runs
  )
})

const lease = LeaseId.make("l1")
const grantLease = {
  _tag: "GrantLease",
  request: "r1",
  lease,
  node: "a",
  hour: 3,
  size: 10,
  dayQuota: 100,
  hourQuota: 50
} as const
const entries = (from: number, to: number): ReadonlyArray<UsageEntry> =>
  Array.from({ length: to - from + 1 }, (_, i) => ({ n: from + i, at: 1_000 + i, operation: "search" as const }))

const run = (...commands: ReadonlyArray<LedgerCommand>) =>
  commands.reduce(
    (state, command) => fold(evolve, state, Result.getOrThrow(UsageLedger.decide(state, command))),
    emptyLedger
  )

const refusal = (state: typeof emptyLedger, command: LedgerCommand) =>
  Result.match(UsageLedger.decide(state, command), {
    onFailure: (rejection) => rejection.reason,
    onSuccess: () => "accepted"
  })

describe("UsageLedger", () => {
  it("grants what is left in both windows and no more", () => {
    const sizeOf = (command: Partial<GrantLease>) => leaseOf(run({ ...grantLease, ...command }), lease)?.size
    assert.strictEqual(sizeOf({}), 10)
    assert.strictEqual(sizeOf({ dayQuota: 4 }), 4)
    assert.strictEqual(leaseOf(run({ ...grantLease, hourQuota: 7 }), lease)?.size, 7)
    assert.strictEqual(sizeOf({ dayQuota: null }), 10)
    assert.strictEqual(sizeOf({ dayQuota: 0 }), undefined)
  })

  it("each command repeated on the state it led to yields no events", () => {
    const history: ReadonlyArray<LedgerCommand> = [
      grantLease,
      { _tag: "RecordUsage", lease, entries: entries(1, 4) },
      { _tag: "SettleLease", lease, used: 4 },
      { _tag: "CancelRequest", request: "r2", node: "a" },
      { ...grantLease, request: "r3", lease: LeaseId.make("l3") },
      { _tag: "BurnLease", lease: LeaseId.make("l3") }
    ]
    history.forEach((command, i) => {
      const state = run(...history.slice(0, i + 1))
      assert.deepStrictEqual(UsageLedger.decide(state, command), Result.succeed([]))
    })
  })

  it("a request id that was cancelled before it arrived is never granted", () => {
    const state = run({ _tag: "CancelRequest", request: "r1", node: "a" }, grantLease)
    assert.strictEqual(granted(state.day), 0)
  })

  it("cancelling a request that was granted unseen gives its units back", () => {
    const state = run(grantLease, { _tag: "CancelRequest", request: "r1", node: "a" })
    assert.strictEqual(granted(state.day), 0)
    assert.strictEqual(leaseOf(state, lease)?.status, "closed")
  })

  it("passes over uses already recorded and refuses a gap", () => {
    const state = run(
      grantLease,
      { _tag: "RecordUsage", lease, entries: entries(1, 4) },
      { _tag: "RecordUsage", lease, entries: entries(2, 6) }
    )
    assert.strictEqual(state.day.used, 6)
    assert.strictEqual(refusal(state, { _tag: "RecordUsage", lease, entries: entries(8, 9) }), "gap")
    assert.strictEqual(
      refusal(state, { _tag: "RecordUsage", lease, entries: [...entries(7, 7), ...entries(9, 9)] }),
      "gap"
    )
    assert.strictEqual(refusal(state, { _tag: "RecordUsage", lease, entries: entries(7, 11) }), "overdrawn")
    assert.strictEqual(refusal(state, { _tag: "SettleLease", lease, used: 7 }), "gap")
  })

  it("a late report on a burnt lease moves units from burnt to used and gives nothing back", () => {
    const late = run(
      grantLease,
      { _tag: "BurnLease", lease },
      { _tag: "RecordUsage", lease, entries: entries(1, 4) },
      { _tag: "SettleLease", lease, used: 4 }
    )
    assert.deepStrictEqual(late.day, { open: 0, used: 4, burnt: 6 })
    assert.deepStrictEqual(hourWindow(late, 3), late.day)
  })

  it("what was burnt is never granted again", () => {
    const next = { ...grantLease, request: "r2", lease: LeaseId.make("l2"), size: 100 }
    const state = run(grantLease, { _tag: "BurnLease", lease }, next)
    assert.strictEqual(leaseOf(state, next.lease)?.size, 40)
  })

  it("refuses uses of a lease that was settled or never granted, and a lease id given twice", () => {
    const settled = run(grantLease, { _tag: "SettleLease", lease, used: 0 })
    assert.strictEqual(refusal(settled, { _tag: "RecordUsage", lease, entries: entries(1, 1) }), "closed")
    assert.strictEqual(refusal(emptyLedger, { _tag: "RecordUsage", lease, entries: entries(1, 1) }), "unknown-lease")
    assert.strictEqual(refusal(settled, { ...grantLease, request: "r9" }), "taken")
  })

  it("a lease used up closes by itself", () => {
    const state = run(grantLease, { _tag: "RecordUsage", lease, entries: entries(1, 10) })
    assert.strictEqual(leaseOf(state, lease)?.status, "closed")
    assert.deepStrictEqual(state.day, { open: 0, used: 10, burnt: 0 })
  })
})
