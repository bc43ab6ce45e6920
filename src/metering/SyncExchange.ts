import { Result } from "effect"
import type { KeyId } from "../../domain/key/KeyEvent.ts"
import type { StorageUnavailable } from "../../domain/ports/StorageUnavailable.ts"
import type { JournalRecord, UsageJournal } from "../../domain/ports/UsageJournal.ts"
import type {
  LeaseCancellation,
  LeaseGrant,
  LeaseWant,
  RateClaim,
  SyncResponse,
  UsageReport
} from "../../domain/ports/UsageLedgerStore.ts"
import { isAmple, isHoarding, wantedSize } from "../../domain/usage/LeaseSizing.ts"
import type { UsageEntry } from "../../domain/usage/UsageEvent.ts"
import type { UsageWindow } from "../../domain/usage/UsageWindow.ts"
import { type HeldLease, isOf, spentOf } from "./HeldLease.ts"
import type { KeyMeter } from "./KeyMeter.ts"
import type { MeteringOptions } from "./MeteringOptions.ts"

/** The instant a sync is put together. */
export interface SyncInstant {
  readonly window: UsageWindow
  readonly monotonicMs: number
  /** other nodes, by the ledger's last word */
  readonly otherNodes: number
  /** the last sync failed: what is given back now may not be asked for again */
  readonly isLedgerAway: boolean
}

/** Requests of a key that wait for the ledger. */
export interface Waiting {
  readonly waitingForLease: (keyId: KeyId) => number
  readonly waitingForUnits: (keyId: KeyId) => number
}

/** Everything a node has to say in one sync, and what it must remember to understand the answer. */
export interface Outgoing {
  readonly reports: ReadonlyArray<UsageReport>
  readonly wants: ReadonlyArray<LeaseWant>
  readonly cancellations: ReadonlyArray<LeaseCancellation>
  readonly rateClaims: ReadonlyArray<RateClaim>
  /** keys of which the node holds more than it needs and does not know what is left for others */
  readonly unsureOf: ReadonlyArray<KeyId>
  readonly sent: ReadonlyArray<{
    readonly meter: KeyMeter
    readonly lease: HeldLease
    readonly settle: boolean
    readonly count: number
  }>
  readonly startedAtMs: number
  /** requests that could not be written down are not sent, and who waits for them cannot be served */
  readonly unjournaled: StorageUnavailable | undefined
}

/** So old, ms, a balance no longer says what others may lack. */
const balanceTrustMs = 1_000

/**
 * What can be reported of the lease: up to the first use of which is not known whether it counts, or, where everything is
 * settled, all. The ledger numbers those that count, without gaps; a later life finds the same numbers in the journal.
 */
const reportable = ({ reported, unreported }: HeldLease, max: number, all: boolean): ReadonlyArray<UsageEntry> => {
  const open = all ? -1 : unreported.findIndex(({ settled }) => !settled)
  const uses = unreported.slice(0, Math.min(max, open === -1 ? unreported.length : open))
  for (const use of uses) use.settled = true
  return uses.map(({ at, operation }, i) => ({ n: reported + i + 1, at, operation }))
}

/** Turns meters into sync requests and answers into meters. Never waits: nothing can come between. */
export class SyncExchange {
  readonly #options: MeteringOptions
  readonly #journal: UsageJournal["Service"]
  readonly #nextRequestId: () => string

  constructor(options: MeteringOptions, journal: UsageJournal["Service"], nextRequestId: () => string) {
    this.#options = options
    this.#journal = journal
    this.#nextRequestId = nextRequestId
  }

  /** `settleAll` gives everything back. */
  collect(meters: Iterable<KeyMeter>, instant: SyncInstant, waiters: Waiting, settleAll = false): Outgoing {
    let unjournaled: StorageUnavailable | undefined
    const reports: Array<UsageReport> = []
    const wants: Array<LeaseWant> = []
    const cancellations: Array<LeaseCancellation> = []
    const rateClaims: Array<RateClaim> = []
    const unsureOf: Array<KeyId> = []
    const sent: Array<Outgoing["sent"][number]> = []
    let room = this.#options.reportEntriesMax
    for (const meter of meters) {
      meter.measureDemand(instant.monotonicMs, this.#options.tickIntervalMs)
      // while the ledger is away nobody else can have what this node lets go of
      const keepsUnits = settleAll || instant.isLedgerAway
      const perSecond = keepsUnits ? undefined : this.#unitsOf(meter, instant, waiters.waitingForUnits(meter.keyId))
      if (perSecond !== undefined) rateClaims.push({ keyId: meter.keyId, perSecond })
      const isIdle = instant.monotonicMs - meter.lastAdmittedAtMs >= this.#options.idleReturnMs
      const excess = this.#excessOf(meter, instant)
      if (excess === "unsure") unsureOf.push(meter.keyId)
      const isSpare = excess === "hoarded" || (isIdle && !instant.isLedgerAway)
      for (const lease of meter.leases) {
        if (settleAll || isSpare || !isOf(lease, instant.window)) lease.retired = true
        const entries = reportable(lease, room, settleAll)
        const settle = lease.retired && entries.length === lease.unreported.length
        if (entries.length === 0 && !settle) continue
        room -= entries.length
        reports.push({ lease: lease.id, keyId: meter.keyId, day: lease.day, entries, settle, admitted: spentOf(lease) })
        sent.push({ meter, lease, settle, count: entries.length })
      }
      if (settleAll) {
        const { asked, keyId } = meter
        if (asked !== undefined) cancellations.push({ request: asked.request, keyId, day: instant.window.day })
        continue
      }
      const waiting = waiters.waitingForLease(meter.keyId)
      if (isIdle && waiting === 0 && meter.asked === undefined) continue
      const want = this.#want(meter, instant, waiting)
      if (Result.isFailure(want)) unjournaled = want.failure
      else if (want.success !== undefined) wants.push(want.success)
    }
    return { reports, wants, cancellations, rateClaims, unsureOf, sent, startedAtMs: instant.monotonicMs, unjournaled }
  }

  /** Takes the answer in; the failure is that of the journal, without which a lease may not be used. */
  accept(
    outgoing: Outgoing,
    response: SyncResponse,
    meterOf: (keyId: KeyId) => KeyMeter | undefined
  ): Result.Result<void, StorageUnavailable> {
    for (const { count, lease, meter, settle } of outgoing.sent) {
      lease.unreported.splice(0, count)
      lease.reported += count
      const done = settle || lease.reported === lease.size
      if (!done) continue
      meter.leases = meter.leases.filter((held) => held !== lease)
      // should this fail, the next life reports the lease once more, which changes nothing
      this.#journal.append({ _tag: "Closed", lease: lease.id })
    }
    for (const { keyId, request } of outgoing.cancellations) this.#forget(request, meterOf(keyId))
    for (const { keyId, perSecond } of outgoing.rateClaims) {
      const meter = meterOf(keyId)
      if (meter !== undefined) meter.claimed = perSecond
    }
    for (const balance of response.balances) {
      const meter = meterOf(balance.keyId)
      if (meter === undefined) continue
      meter.balance = balance
      meter.held = balance.perSecond
      meter.balanceAtMs = outgoing.startedAtMs
    }
    let outcome: Result.Result<void, StorageUnavailable> = Result.void
    for (const grant of response.grants) {
      const taken = this.#take(grant, meterOf(grant.keyId))
      if (Result.isFailure(taken)) outcome = taken
    }
    return outcome
  }

  /** The records that the journal needs if it is to hold nothing else. */
  *liveRecords(meters: Iterable<KeyMeter>, window: UsageWindow): Iterable<JournalRecord> {
    for (const { asked, keyId, leases } of meters) {
      if (asked !== undefined) yield { _tag: "Requested", request: asked.request, keyId, day: window.day }
      for (const { day, id, reported, request, unreported } of leases) {
        yield { _tag: "Granted", lease: id, request, keyId, day, reported }
        for (const { at, n, operation } of unreported) yield { _tag: "Used", lease: id, n, at, operation }
      }
    }
  }

  /** Leases as long as an outage are in the way of other nodes when little is left. */
  #excessOf(meter: KeyMeter, instant: SyncInstant): "hoarded" | "unsure" | undefined {
    const { isLedgerAway, monotonicMs, otherNodes, window } = instant
    const { leaseSizing } = this.#options
    if (otherNodes === 0 || isLedgerAway) return undefined
    const need = meter.leaseNeed(window)
    if (monotonicMs - meter.balanceAtMs > balanceTrustMs) return isAmple(leaseSizing, need) ? "unsure" : undefined
    return isHoarding(leaseSizing, need) ? "hoarded" : undefined
  }

  #unitsOf(meter: KeyMeter, { monotonicMs, otherNodes }: SyncInstant, waiting: number): number | undefined {
    const isIdle = waiting === 0 && monotonicMs - meter.lastSeenAtMs >= this.#options.idleReturnMs
    return meter.claimUnits(monotonicMs, waiting, otherNodes, isIdle)
  }

  #want(
    meter: KeyMeter,
    { window }: SyncInstant,
    waiting: number
  ): Result.Result<LeaseWant | undefined, StorageUnavailable> {
    const { asked, keyId } = meter
    if (asked !== undefined) return Result.succeed({ ...asked, keyId })
    if (waiting === 0 && meter.exhausted(window) !== undefined) return Result.succeed(undefined)
    const size = wantedSize(this.#options.leaseSizing, { ...meter.leaseNeed(window), waiting })
    if (size === 0) return Result.succeed(undefined)
    const request = this.#nextRequestId()
    return Result.map(this.#journal.append({ _tag: "Requested", request, keyId, day: window.day }), () => {
      meter.asked = { request, size }
      return { request, keyId, size }
    })
  }

  #take(grant: LeaseGrant, meter: KeyMeter | undefined): Result.Result<void, StorageUnavailable> {
    const { day, hour, keyId, lease: id, request, size } = grant
    if (meter?.asked?.request !== request) return Result.void
    if (id === null) return this.#forget(request, meter)
    meter.asked = undefined
    const journaled = this.#journal.append({ _tag: "Granted", lease: id, request, keyId, day, reported: 0 })
    // a lease that the journal does not know is given back unused
    const retired = Result.isFailure(journaled)
    meter.leases.push({ id, request, day, hour, size, reported: 0, unreported: [], newest: 0, retired })
    return journaled
  }

  /** The request is answered, and nothing came of it. */
  #forget(request: string, meter: KeyMeter | undefined): Result.Result<void, StorageUnavailable> {
    if (meter?.asked?.request === request) meter.asked = undefined
    // should this fail, the next life cancels the request once more, which changes nothing
    this.#journal.append({ _tag: "Refused", request })
    return Result.void
  }
}
