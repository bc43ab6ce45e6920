import { Effect, Result } from "effect"
import type { KeyId } from "../../domain/key/KeyEvent.ts"
import { plans } from "../../domain/key/Plan.ts"
import type { StorageUnavailable } from "../../domain/ports/StorageUnavailable.ts"
import type { UsageJournal } from "../../domain/ports/UsageJournal.ts"
import { type QuotaWindow, retryAfterSeconds } from "../../domain/usage/UsageWindow.ts"
import { type Ask, turnsOf, unitsOf } from "./Ask.ts"
import { type DrawnUse, nextUses } from "./HeldLease.ts"
import { type Attempt, KeyMeter, type Patience, type Verdict } from "./KeyMeter.ts"
import { type AdmittedCall, RateLimited, uncounted } from "./Metering.ts"
import type { NodeTime } from "./NodeTime.ts"
import type { RefusalCounts } from "./RefusalCounts.ts"

export type Answer = Effect.Effect<AdmittedCall, RateLimited | StorageUnavailable>

/** It takes a sync to know: the next one, or one that comes after those of other nodes. */
type Pending = "wait" | "wait-for-others"

interface Waiter {
  readonly ask: Ask
  /** monotonic ms */
  readonly sinceMs: number
  readonly resume: (answer: Answer) => void
}

interface AdmissionsOptions {
  readonly journal: UsageJournal["Service"]
  readonly time: NodeTime
  readonly patience: Patience
  /** where refused calls that would have counted are noted */
  readonly refusals: RefusalCounts
  /** a request waits: a sync is needed */
  readonly onWaiting: () => void
}

const isPending = (verdict: Verdict): verdict is Pending => verdict === "wait" || verdict === "wait-for-others"

/** A key without leases that was not seen for so long is forgotten, ms. */
const forgetAfterMs = 60_000

/** The meters of all keys in use, and the requests that wait for the ledger's answer. */
export class Admissions {
  readonly #options: AdmissionsOptions
  readonly #meters = new Map<KeyId, KeyMeter>()
  readonly #waiting = new Map<KeyId, Set<Waiter>>()
  #closed: StorageUnavailable | undefined
  /** while the ledger is away nobody can give anything back */
  isLedgerAway = false
  #admittedCount = 0

  constructor(options: AdmissionsOptions) {
    this.#options = options
  }

  get meters(): Iterable<KeyMeter> {
    return this.#meters.values()
  }

  get admittedCount(): number {
    return this.#admittedCount
  }

  /** The answer at once when this node knows it, else after the sync that brings it. */
  request(ask: Ask): Answer {
    return Effect.suspend(() => {
      const answer = this.#attempt(ask, 0, this.waitingForUnits(ask.key.keyId))
      return typeof answer === "string" ? this.#wait(ask, answer) : answer
    })
  }

  meterOf(keyId: KeyId): KeyMeter | undefined {
    return this.#meters.get(keyId)
  }

  /** Units of a lease of the key that requests wait for. */
  waitingForLease(keyId: KeyId): number {
    return this.#countWaiting(keyId, unitsOf)
  }

  /** Turns, units of the key's limit per second, that requests may wait for. */
  waitingForUnits(keyId: KeyId): number {
    return this.#countWaiting(keyId, turnsOf)
  }

  /** Keys that a request waits for. */
  waitingKeys(): ReadonlyArray<KeyId> {
    return [...this.#waiting.keys()]
  }

  /** Answers all that can be answered now, in the order they came; whom the next sync may help asks for it. */
  drain(): void {
    const nowMs = this.#options.time.monotonicMs()
    let isSyncNeeded = false
    for (const [keyId, waiters] of this.#waiting) {
      let before = 0
      for (const waiter of waiters) {
        const answer = this.#attempt(waiter.ask, nowMs - waiter.sinceMs, before)
        if (typeof answer === "string") {
          isSyncNeeded ||= answer === "wait"
          before += turnsOf(waiter.ask)
          continue
        }
        waiters.delete(waiter)
        waiter.resume(answer)
      }
      if (waiters.size === 0) this.#waiting.delete(keyId)
    }
    if (isSyncNeeded) this.#options.onWaiting()
  }

  /** The ledger or the journal is not available: who is over a limit is told so, nobody else can be answered. */
  failWaiting(error: StorageUnavailable): void {
    const waiting = [...this.#waiting.values()].flatMap((waiters) => [...waiters])
    this.#waiting.clear()
    for (const { ask, resume } of waiting) {
      const answer = this.#attempt(ask, Infinity, 0)
      resume(typeof answer === "string" ? Effect.fail(error) : answer)
    }
  }

  /** From now on nothing is admitted. */
  close(reason: StorageUnavailable): void {
    this.#closed = reason
  }

  forgetIdle(): void {
    const beforeMs = this.#options.time.monotonicMs() - forgetAfterMs
    for (const [keyId, { asked, claimed, lastSeenAtMs, leases }] of this.#meters) {
      const isKnown = leases.length > 0 || asked !== undefined || claimed > 0
      if (isKnown || lastSeenAtMs > beforeMs || this.#waiting.has(keyId)) continue
      this.#meters.delete(keyId)
    }
  }

  #countWaiting(keyId: KeyId, countOf: (ask: Ask) => number): number {
    const waiters = this.#waiting.get(keyId)
    let count = 0
    if (waiters !== undefined) for (const { ask } of waiters) count += countOf(ask)
    return count
  }

  #wait(ask: Ask, pending: Pending): Answer {
    return Effect.callback((resume) => {
      const { keyId } = ask.key
      const waiter: Waiter = { ask, sinceMs: this.#options.time.monotonicMs(), resume }
      const waiters = this.#waiting.get(keyId) ?? new Set()
      this.#waiting.set(keyId, waiters.add(waiter))
      if (pending === "wait") this.#options.onWaiting()
      return Effect.sync(() => {
        waiters.delete(waiter)
        if (waiters.size === 0 && this.#waiting.get(keyId) === waiters) this.#waiting.delete(keyId)
      })
    })
  }

  /** `waiting`: turns of requests of the key that have waited longer. */
  #attempt(ask: Ask, waitedMs: number, waiting: number): Answer | Pending {
    if (this.#closed !== undefined) return Effect.fail(this.#closed)
    const { time } = this.#options
    const nowMs = time.nowMs()
    const window = time.window(nowMs)
    const monotonicMs = time.monotonicMs()
    const plan = plans[ask.key.plan]
    const meter = this.#meter(ask.key.keyId, monotonicMs)
    meter.keepTo(plan)
    if (!meter.knows(window)) return "wait"
    const turns = Math.min(plan.requestsPerSecond, turnsOf(ask))
    if (turns === 0) return Effect.succeed(uncounted(meter.snapshot(plan, window)))
    const waited = this.isLedgerAway ? Infinity : waitedMs
    const attempt: Attempt = {
      window,
      monotonicMs,
      waitedMs: waited,
      waiting,
      turns,
      units: Math.max(turns, unitsOf(ask))
    }
    const { patience } = this.#options
    const verdict = ask.kind === "admit" ? meter.verdict(plan, attempt, patience) : meter.pace(plan, attempt, patience)
    if (isPending(verdict)) return verdict
    if (verdict !== "admit") return this.#refuse(meter, ask, verdict, nowMs)
    if (ask.kind === "admit") return this.#admit(meter, ask, turns, nowMs, monotonicMs)
    meter.notePace(monotonicMs)
    return Effect.succeed(uncounted(meter.snapshot(plan, window)))
  }

  #meter(keyId: KeyId, monotonicMs: number): KeyMeter {
    const known = this.#meters.get(keyId)
    if (known !== undefined) {
      known.lastSeenAtMs = monotonicMs
      return known
    }
    const meter = new KeyMeter(keyId, monotonicMs)
    this.#meters.set(keyId, meter)
    return meter
  }

  /** All of its units or none: they are written down in one piece. */
  #admit(
    meter: KeyMeter,
    { key, operation, units }: Ask & { readonly kind: "admit" },
    turns: number,
    nowMs: number,
    monotonicMs: number
  ): Answer | Pending {
    const window = this.#options.time.window(nowMs)
    const uses = nextUses(meter.leases, window, units, nowMs, operation)
    if (uses.length < units) return "wait"
    const journaled = this.#options.journal.append(
      ...uses.map(({ lease, use: { n } }) => ({ _tag: "Used", lease: lease.id, n, at: nowMs, operation }) as const)
    )
    if (Result.isFailure(journaled)) return Effect.fail(journaled.failure)
    meter.admit(uses, turns, monotonicMs)
    this.#admittedCount += units
    const snapshot = () => meter.snapshot(plans[key.plan], window)
    return Effect.succeed({
      quota: snapshot(),
      keep: () => {
        for (const { use } of uses) use.settled = true
      },
      giveBack: () => {
        this.#giveBack(uses.filter(({ use }) => !use.settled))
        return snapshot()
      }
    })
  }

  /** A return that cannot be written down is none: the next life would report what this one has given to another call. */
  #giveBack(uses: ReadonlyArray<DrawnUse>): void {
    if (uses.length === 0) return
    for (const { use } of uses) use.settled = true
    const journaled = this.#options.journal.append(
      ...uses.map(({ lease, use: { n } }) => ({ _tag: "Returned", lease: lease.id, n }) as const)
    )
    if (Result.isFailure(journaled)) return
    for (const { lease, use } of uses) lease.unreported.splice(lease.unreported.indexOf(use), 1)
  }

  #refuse(meter: KeyMeter, ask: Ask, window: QuotaWindow, nowMs: number): Answer {
    const { refusals, time } = this.#options
    const { keyId, plan } = ask.key
    const now = time.window(nowMs)
    if (ask.kind === "admit") refusals.note({ keyId, ...now, operation: ask.operation, window }, ask.units)
    const snapshot = meter.snapshot(plans[plan], now)
    return Effect.fail(new RateLimited({ window, retryAfterSeconds: retryAfterSeconds(window, nowMs), snapshot }))
  }
}
