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
import type { QuotaWindow, UsageWindow } from "../../domain/usage/UsageWindow.ts"
import { type DrawnUse, freeOf, type HeldLease } from "./HeldLease.ts"
import type { QuotaSnapshot } from "./Metering.ts"

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
  /** turns of others of the key that wait */
  readonly waiting: number
  /** requests of the limit per second that it stands for */
  readonly turns: number
  /** uses that it counts as by hour and day */
  readonly units: number
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
  /** units a second that the key asks this node for, in no more turns than the plan's limit */
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
  #turnsSince = 0
  #unitsSince = 0
  #unitsOfTurn = 1
  #countedAtMs: number

  constructor(keyId: KeyId, monotonicMs: number) {
    this.keyId = keyId
    this.lastSeenAtMs = monotonicMs
    this.#countedAtMs = monotonicMs
  }

  /** Units that this node may still admit in the window. */
  available(window: UsageWindow): number {
    let units = 0
    for (const lease of this.leases) units += freeOf(lease, window)
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

  /** The window that the ledger has less than so many units left of, as far as it is known. */
  exhausted(window: UsageWindow, units = 1): "day" | "hour" | undefined {
    const { balance } = this
    if (balance?.day !== window.day) return undefined
    if ((balance.leftToday ?? Infinity) < units) return "day"
    return balance.hour === window.hour && balance.leftThisHour < units ? "hour" : undefined
  }

  /** Would a counted request be admitted, where the window is known? Checks every window and consumes none. */
  verdict(plan: Plan, attempt: Attempt, patience: Patience): Verdict {
    const { monotonicMs, units, window } = attempt
    const missing = units - this.available(window)
    if (missing > 0 && monotonicMs - this.balanceAtMs < patience.exhaustionTrustMs) {
      const exhausted = this.exhausted(window, missing)
      if (exhausted !== undefined) return exhausted
    }
    const pace = this.pace(plan, attempt, patience)
    return pace === "admit" && missing > 0 ? "wait" : pace
  }

  /** Does the limit per second let the request through? A refusal counts as demand. */
  pace({ requestsPerSecond: limit }: Plan, attempt: Attempt, patience: Patience): Verdict {
    const { monotonicMs, turns, units, waitedMs, waiting } = attempt
    if (hasRoom(this.#second, monotonicMs, Math.min(limit, this.held, this.#unitsMax) - turns + 1)) return "admit"
    // no more wait than could be admitted if all came here that others hold and that is free
    const elsewhere = limit - this.held
    if (waitedMs < patience.othersMs && waiting < elsewhere) {
      const isFree = elsewhere > (this.balance?.othersPerSecond ?? 0)
      return isFree || monotonicMs - this.balanceAtMs > rateTrustMs ? "wait" : "wait-for-others"
    }
    this.#noteAsked(turns, units)
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

  notePace(monotonicMs: number, turns = 1, units = 1): void {
    for (let turn = 0; turn < turns; turn++) noteAdmission(this.#second, monotonicMs)
    this.#noteAsked(turns, units)
  }

  #noteAsked(turns: number, units: number): void {
    this.#turnsSince += turns
    this.#unitsSince += units
  }

  /** Consumes these uses and turns; the caller has a verdict "admit" of the same instant. */
  admit(uses: ReadonlyArray<DrawnUse>, turns: number, monotonicMs: number): void {
    for (const { lease, use } of uses) {
      lease.newest = use.n
      lease.unreported.push(use)
    }
    this.notePace(monotonicMs, turns, uses.length)
    this.lastAdmittedAtMs = monotonicMs
  }

  /** Brings the measured demand up to date, at most once in the interval. */
  measureDemand(monotonicMs: number, intervalMs: number): void {
    const elapsedMs = monotonicMs - this.#countedAtMs
    if (elapsedMs < intervalMs) return
    if (this.#turnsSince > 0) this.#unitsOfTurn = this.#unitsSince / this.#turnsSince
    const demand = nextDemand(this.demandPerSecond, this.#unitsSince, elapsedMs)
    // a burst within the interval is no rate: it cannot go on at more turns than the plan's, of as many units each
    this.demandPerSecond = Math.min(demand, this.#second.limit * this.#unitsOfTurn)
    this.#turnsSince = 0
    this.#unitsSince = 0
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
