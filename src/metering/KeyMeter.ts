import type { KeyId } from "../../domain/key/KeyEvent.ts"
import type { Plan } from "../../domain/key/Plan.ts"
import type { LedgerBalance } from "../../domain/ports/UsageLedgerStore.ts"
import { nextDemand } from "../../domain/usage/LeaseSizing.ts"
import { shareOfLimit } from "../../domain/usage/RateShare.ts"
import {
  hasRoom,
  makeSecondWindow,
  noteAdmission,
  type SecondWindow,
  withLimit
} from "../../domain/usage/SecondWindow.ts"
import type { LeaseId, Operation, UsageDay } from "../../domain/usage/UsageEvent.ts"
import type { QuotaWindow, UsageWindow } from "../../domain/usage/UsageWindow.ts"
import type { QuotaSnapshot } from "./Metering.ts"

/** A use that this node has admitted. */
export interface HeldUse {
  /** its number among all uses of the lease, those that were given back included */
  readonly n: number
  readonly at: number
  readonly operation: Operation
  /** whether it counts is known; until then neither it nor what came after it is reported */
  settled: boolean
}

/** A lease that this node draws on. */
export interface HeldLease {
  readonly id: LeaseId
  readonly request: string
  readonly day: UsageDay
  readonly hour: number
  readonly size: number
  /** uses that are in the ledger */
  reported: number
  /** those that are not yet, in the order they came */
  readonly unreported: Array<HeldUse>
  /** the number of the newest use */
  newest: number
  /** admits nothing more; its rest goes back with the next sync */
  retired: boolean
}

/** Units of the lease that are used. */
export const spentOf = ({ reported, unreported }: HeldLease): number => reported + unreported.length

/** What stands in the way of one more request: a window, or nothing but the lack of a lease or of a balance. */
export type Verdict = "admit" | "wait" | QuotaWindow

/** What this node knows of one key's quota. Mutable: it is touched by every request of the key. */
export class KeyMeter {
  readonly keyId: KeyId
  leases: Array<HeldLease> = []
  /** a wish for a lease that is not answered yet: sent again under the same id until it is */
  asked: { readonly request: string; readonly size: number } | undefined
  /** the ledger's last word, and when the sync that brought it began (monotonic ms) */
  balance: LedgerBalance | undefined
  balanceAtMs = -Infinity
  /** requests a second that the key asks this node for, up to the plan's limit */
  demandPerSecond = 0
  /** what the other nodes were last told of it, in whole requests */
  toldPerSecond = 0
  /** when it was last asked for anything, and last counted (monotonic ms) */
  lastSeenAtMs: number
  lastAdmittedAtMs = -Infinity
  #second: SecondWindow = makeSecondWindow(1)
  #askedSince = 0
  #countedAtMs: number

  constructor(keyId: KeyId, monotonicMs: number) {
    this.keyId = keyId
    this.lastSeenAtMs = monotonicMs
    this.#countedAtMs = monotonicMs
  }

  /** Which lease the next use of the window would come from. */
  usable(window: UsageWindow): HeldLease | undefined {
    for (const lease of this.leases) {
      if (!lease.retired && spentOf(lease) < lease.size && isOf(lease, window)) return lease
    }
    return undefined
  }

  /** Units that this node may still admit in the window. */
  available(window: UsageWindow): number {
    let units = 0
    for (const lease of this.leases) if (!lease.retired && isOf(lease, window)) units += lease.size - spentOf(lease)
    return units
  }

  /** Has a balance of today been fetched, so that used and remaining are known? */
  knows(window: UsageWindow): boolean {
    return this.balance?.day === window.day
  }

  /** The window that the ledger has nothing left of, as far as it is known. */
  exhausted(window: UsageWindow): "day" | "hour" | undefined {
    const { balance } = this
    if (balance?.day !== window.day) return undefined
    if (balance.leftToday === 0) return "day"
    return balance.hour === window.hour && balance.leftThisHour === 0 ? "hour" : undefined
  }

  /** Would a counted request be admitted? Checks every window and consumes none. */
  verdict(plan: Plan, window: UsageWindow, monotonicMs: number, exhaustionTrustMs: number): Verdict {
    if (!this.knows(window)) return "wait"
    const hasLease = this.usable(window) !== undefined
    if (!hasLease && monotonicMs - this.balanceAtMs < exhaustionTrustMs) {
      const exhausted = this.exhausted(window)
      if (exhausted !== undefined) return exhausted
    }
    if (!this.hasRoom(plan, monotonicMs)) return "second"
    return hasLease ? "admit" : "wait"
  }

  /** Would this node's share of the limit per second let one more request through? A refusal counts as demand. */
  hasRoom(plan: Plan, monotonicMs: number): boolean {
    const limit = plan.requestsPerSecond
    this.#second = withLimit(this.#second, limit)
    const share = shareOfLimit(limit, this.demandPerSecond, this.balance?.othersPerSecond ?? 0)
    if (hasRoom(this.#second, monotonicMs, share)) return true
    this.#askedSince++
    return false
  }

  notePace(monotonicMs: number): void {
    noteAdmission(this.#second, monotonicMs)
    this.#askedSince++
  }

  /** Consumes one unit of every window; the caller has a verdict "admit" of the same instant. */
  admit(lease: HeldLease, use: HeldUse, monotonicMs: number): void {
    lease.newest = use.n
    lease.unreported.push(use)
    this.notePace(monotonicMs)
    this.lastAdmittedAtMs = monotonicMs
  }

  /** Brings the measured demand up to date, at most once in the interval. */
  measureDemand(monotonicMs: number, intervalMs: number): void {
    const elapsedMs = monotonicMs - this.#countedAtMs
    if (elapsedMs < intervalMs) return
    const demand = nextDemand(this.demandPerSecond, this.#askedSince, elapsedMs)
    // a burst within the interval is no rate: it cannot go on at more than the plan's
    this.demandPerSecond = Math.min(demand, this.#second.limit)
    this.#askedSince = 0
    this.#countedAtMs = monotonicMs
  }

  /** Recorded and admitted uses of today. For one node exact; with several, others' last uses come with their sync. */
  usedToday(window: UsageWindow): number {
    let used = this.balance?.day === window.day ? this.balance.usedToday : 0
    for (const lease of this.leases) if (lease.day === window.day) used += lease.unreported.length
    return used
  }

  snapshot(plan: Plan, window: UsageWindow): QuotaSnapshot {
    const usedToday = this.usedToday(window)
    const limit = plan.requestsPerDay
    return limit === null
      ? { plan: plan.name, limit: -1, remaining: -1, usedToday }
      : { plan: plan.name, limit, remaining: Math.max(0, limit - usedToday), usedToday }
  }

  /** Gives every lease back with the next sync, so that what comes after is granted under the plan of then. */
  retireAll(): void {
    for (const lease of this.leases) lease.retired = true
    this.balanceAtMs = -Infinity
  }
}

export const isOf = (lease: HeldLease, window: UsageWindow): boolean =>
  lease.hour === window.hour && lease.day === window.day
