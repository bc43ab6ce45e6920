import type { KeyId } from "../../domain/key/KeyEvent.ts"
import type { Plan } from "../../domain/key/Plan.ts"
import type { LedgerBalance } from "../../domain/ports/UsageLedgerStore.ts"
import { type LeaseNeed, nextDemand } from "../../domain/usage/LeaseSizing.ts"
import { wantedUnits } from "../../domain/usage/RateShare.ts"
import {
  countRecent,
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

/**
 * What stands in the way of one more request: a window; or the ledger can tell, `wait`; or other nodes may give back a
 * unit of the limit per second at their next syncs, `wait-for-others`.
 */
export type Verdict = "admit" | "wait" | "wait-for-others" | QuotaWindow

/** The instant of a request and its place among those of its key that wait. */
export interface Attempt {
  readonly window: UsageWindow
  readonly monotonicMs: number
  /** how long it has waited, ms */
  readonly waitedMs: number
  /** others of the key that wait */
  readonly waiting: number
}

/** How long the ledger's word is believed, and a request waits for other nodes, ms. */
export interface Patience {
  readonly exhaustionTrustMs: number
  readonly othersMs: number
}

/** So old, ms, the ledger's word on a limit per second is asked for anew. */
const rateTrustMs = 50

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
  /** units of the limit per second: those that the ledger has given this node, what it last heard of a claim */
  held = 0
  claimed = 0
  /** what is used of them at the most; less than is held while used ones cool down to be given back */
  #unitsMax = Infinity
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

  leaseNeed(window: UsageWindow): LeaseNeed {
    return { demandPerSecond: this.demandPerSecond, available: this.available(window), left: this.#left(window) }
  }

  /** Units that the ledger has left of the window, by its last word; nothing where that was about another one. */
  #left({ day, hour }: UsageWindow): number {
    const { balance } = this
    if (balance?.day !== day || balance.hour !== hour) return 0
    return Math.min(balance.leftToday ?? Infinity, balance.leftThisHour)
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

  /** Would a counted request be admitted, where the window is known? Checks every window and consumes none. */
  verdict(plan: Plan, attempt: Attempt, patience: Patience): Verdict {
    const { monotonicMs, window } = attempt
    const hasLease = this.usable(window) !== undefined
    if (!hasLease && monotonicMs - this.balanceAtMs < patience.exhaustionTrustMs) {
      const exhausted = this.exhausted(window)
      if (exhausted !== undefined) return exhausted
    }
    const pace = this.pace(plan, attempt, patience)
    return pace === "admit" && !hasLease ? "wait" : pace
  }

  /** Does the limit per second let one more request through? A refusal counts as demand. */
  pace({ requestsPerSecond: limit }: Plan, { monotonicMs, waitedMs, waiting }: Attempt, patience: Patience): Verdict {
    if (hasRoom(this.#second, monotonicMs, Math.min(limit, this.held, this.#unitsMax))) return "admit"
    // no more wait than could be admitted if all came here that others hold and that is free
    const elsewhere = limit - this.held
    if (waitedMs < patience.othersMs && waiting < elsewhere) {
      const isFree = elsewhere > (this.balance?.othersPerSecond ?? 0)
      return isFree || monotonicMs - this.balanceAtMs > rateTrustMs ? "wait" : "wait-for-others"
    }
    this.#askedSince++
    return "second"
  }

  /** The plan's limit per second, which recent requests count against, too. */
  keepTo({ requestsPerSecond }: Plan): void {
    this.#second = withLimit(this.#second, requestsPerSecond)
  }

  /**
   * Decides what this node should hold of the limit per second; what to claim of the ledger for it, or nothing where
   * the ledger knows. `isIdle`: nothing was asked for in a long time.
   */
  claimUnits(monotonicMs: number, waiting: number, otherNodes: number, isIdle: boolean): number | undefined {
    const { held } = this
    const hot = countRecent(this.#second, monotonicMs)
    const { othersLack = 0, othersPerSecond: othersHeld = 0 } = this.balance ?? {}
    const { limit } = this.#second
    const wanted = isIdle ? 0 : wantedUnits({ limit, held, othersHeld, othersLack, otherNodes, hot, waiting })
    const claim = Math.max(wanted, hot)
    this.#unitsMax = wanted
    // not used from now on: another node may have them before the answer arrives
    this.held = Math.min(held, claim)
    return claim !== this.claimed || claim > held ? claim : undefined
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
