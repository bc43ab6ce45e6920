import { type Clock, Deferred, Effect, Exit, Latch, Result } from "effect"
import { type Cursor, logStart } from "../../domain/EventEnvelope.ts"
import type { KeyId } from "../../domain/key/KeyEvent.ts"
import { StorageUnavailable } from "../../domain/ports/StorageUnavailable.ts"
import type { UsageJournal } from "../../domain/ports/UsageJournal.ts"
import type { SyncRequest, SyncResponse, UsageLedgerStore } from "../../domain/ports/UsageLedgerStore.ts"
import type { Admissions } from "./Admissions.ts"
import type { ClockGuard } from "./ClockGuard.ts"
import { replayJournal, settlementOf } from "./JournalReplay.ts"
import type { MeteringOptions } from "./MeteringOptions.ts"
import type { NodeTime } from "./NodeTime.ts"
import type { Outgoing, SyncExchange } from "./SyncExchange.ts"

interface NodeSyncParts {
  readonly node: string
  readonly options: MeteringOptions
  readonly store: UsageLedgerStore["Service"]
  readonly journal: UsageJournal["Service"]
  readonly clock: Clock.Clock
  readonly time: NodeTime
  readonly guard: ClockGuard
  readonly admissions: Admissions
  readonly exchange: SyncExchange
  readonly wake: WakeUp
}

/** Why the next sync should not wait for the tick. */
export class WakeUp {
  readonly latch = Latch.makeUnsafe(false)
  /** somebody needs the sync itself; a request without a lease waits a moment for others */
  urgent = false

  /** A request waits for a lease. */
  readonly waiting = (): void => void this.latch.openUnsafe()

  readonly now = (): void => {
    this.urgent = true
    this.latch.openUnsafe()
  }
}

/** Rounds of the last sync, at most: each reports `reportEntriesMax` uses. */
const lastRoundsMax = 100

/** The exchange with the ledger: one sync at a time, at each tick or when woken. */
export class NodeSync {
  readonly #parts: NodeSyncParts
  readonly #listeners: Array<(keys: ReadonlySet<KeyId>) => void> = []
  #joined: Array<Deferred.Deferred<void, StorageUnavailable>> = []
  #keysSeen: Cursor = logStart
  #trustedUntilMs = -Infinity
  #otherNodes = 0
  syncs = 0
  syncFailures = 0

  constructor(parts: NodeSyncParts) {
    this.#parts = parts
  }

  isTrusted(): boolean {
    return this.#parts.time.monotonicMs() < this.#trustedUntilMs
  }

  /** ms since the start of the last sync that succeeded */
  sinceSyncMs(): number {
    return this.#parts.time.monotonicMs() - (this.#trustedUntilMs - this.#parts.options.heartbeatTtlMs)
  }

  onKeysChanged(listener: (keys: ReadonlySet<KeyId>) => void): void {
    this.#listeners.push(listener)
  }

  /** Completes after a sync that began after this was asked for. */
  get next(): Effect.Effect<void, StorageUnavailable> {
    return Effect.suspend(() => {
      const done = Deferred.makeUnsafe<void, StorageUnavailable>()
      this.#joined.push(done)
      this.#parts.wake.now()
      return Deferred.await(done)
    })
  }

  /** Settles what earlier lives of this node left behind; to be done before anything is admitted. */
  get recover(): Effect.Effect<void, StorageUnavailable> {
    const { journal, node, store } = this.#parts
    return Effect.gen({ self: this }, function* () {
      const start = yield* store.start(node)
      const replay = replayJournal(journal.recovered)
      const settlement = settlementOf(replay, start)
      this.#keysSeen = start.keysSeen
      yield* this.#exchangeWith(settlement)
      yield* Effect.fromResult(journal.rewrite([]))
      const uses = settlement.reports.reduce((sum, { entries }) => sum + entries.length, replay.strayUses)
      if (uses + settlement.cancellations.length + settlement.burns.length === 0) return
      yield* Effect.logInfo("settled an earlier run of this node").pipe(
        Effect.annotateLogs({
          usesReplayed: uses - replay.strayUses,
          usesOfNoLease: replay.strayUses,
          leasesSettled: settlement.reports.length,
          requestsCancelled: settlement.cancellations.length,
          leasesBurnt: settlement.burns.length
        })
      )
    })
  }

  /** Syncs at every tick and when woken, for ever; a sync that has begun is finished. */
  get loop(): Effect.Effect<never> {
    const { options, wake } = this.#parts
    return Effect.gen({ self: this }, function* () {
      yield* Effect.raceFirst(Effect.sleep(options.tickIntervalMs), wake.latch.await)
      const isCoalescing = !wake.urgent && wake.latch.closeUnsafe()
      if (isCoalescing) yield* Effect.sleep(options.coalesceMs)
      wake.latch.closeUnsafe()
      wake.urgent = false
      yield* Effect.uninterruptible(Effect.ignore(this.#round(false)))
    }).pipe(Effect.forever)
  }

  /** Reports everything and gives every lease back; the node leaves. What cannot be done is left to the next life. */
  get finish(): Effect.Effect<void> {
    const { admissions, journal, node, store } = this.#parts
    return Effect.gen({ self: this }, function* () {
      admissions.close(closing)
      for (let round = 0; round < lastRoundsMax; round++) {
        yield* this.#round(true)
        if ([...admissions.meters].every(({ asked, leases }) => leases.length === 0 && asked === undefined)) break
      }
      yield* store.leave(node)
      yield* Effect.fromResult(journal.rewrite(this.#liveRecords()))
    }).pipe(
      Effect.catch((error) => Effect.logWarning("usage stays in the journal until the next start", error)),
      Effect.ensuring(Effect.sync(() => admissions.failWaiting(closing)))
    )
  }

  #round(settleAll: boolean): Effect.Effect<void, StorageUnavailable> {
    return Effect.suspend(() => {
      const { admissions, exchange, time } = this.#parts
      const joined = this.#joined
      this.#joined = []
      const otherNodes = this.#otherNodes
      const { isLedgerAway } = admissions
      const instant = { window: time.window(time.nowMs()), monotonicMs: time.monotonicMs(), otherNodes, isLedgerAway }
      const outgoing = exchange.collect(admissions.meters, instant, admissions, settleAll)
      const { cancellations, rateClaims, reports, wants } = outgoing
      const balancesOf = [...admissions.waitingKeys(), ...outgoing.unsureOf]
      return this.#exchangeWith({ reports, wants, cancellations, rateClaims, balancesOf }, outgoing).pipe(
        Effect.onExit((exit) =>
          Effect.sync(() => {
            for (const done of joined) Deferred.doneUnsafe(done, Exit.asVoid(exit))
          })
        )
      )
    })
  }

  /** One sync and everything that follows from its answer. */
  #exchangeWith(content: Partial<SyncRequest>, outgoing?: Outgoing): Effect.Effect<void, StorageUnavailable> {
    const { admissions, clock, guard, node, options, store, time } = this.#parts
    return Effect.suspend(() => {
      const beganAtMs = time.monotonicMs()
      const began = clock.currentTimeMillisUnsafe()
      const begunSteadyMs = guard.steadyMs()
      const own = { node, heartbeatTtlMs: options.heartbeatTtlMs, notAfterMs: guard.notAfterMs(begunSteadyMs) }
      const request = { ...nothing, ...own, keysSeen: this.#keysSeen, ...content }
      return store.sync(request).pipe(
        // a defect of the store refuses requests as an outage does: it must not end the syncs
        Effect.catchDefect((cause) => Effect.fail(new StorageUnavailable({ operation: "sync usage", cause }))),
        Effect.tap((response) =>
          Effect.sync(() => {
            time.align(began, clock.currentTimeMillisUnsafe(), response.now)
            this.#trustedUntilMs = beganAtMs + options.heartbeatTtlMs
            this.#accept(response, outgoing)
          })
        ),
        Effect.tap((response) => guard.accept(response, begunSteadyMs)),
        Effect.tap(({ rejections }) =>
          Effect.forEach(rejections, (rejected) => Effect.logError("the ledger refused usage of this node", rejected), {
            discard: true
          })
        ),
        Effect.asVoid,
        Effect.tapError((error) => Effect.sync(() => admissions.failWaiting(error))),
        Effect.onExit((exit) => this.#noteOutcome(exit))
      )
    })
  }

  #accept(response: SyncResponse, outgoing: Outgoing | undefined): void {
    const { admissions, exchange, journal, options, wake } = this.#parts
    const changed = new Set(response.changedKeys)
    this.#keysSeen = response.keysSeen
    this.#otherNodes = response.otherNodes
    if (changed.size > 0) {
      for (const listener of this.#listeners) listener(changed)
      // acknowledged at once: somebody may be waiting for the change to be in force
      wake.now()
    }
    const meterOf = (keyId: KeyId) => admissions.meterOf(keyId)
    const taken = outgoing === undefined ? Result.void : exchange.accept(outgoing, response, meterOf)
    // with the leases of this answer: they may have been granted before the change that it tells of
    for (const keyId of changed) meterOf(keyId)?.retireAll()
    if (outgoing !== undefined) {
      admissions.drain()
      const failure = Result.isFailure(taken) ? taken.failure : outgoing.unjournaled
      if (failure !== undefined) admissions.failWaiting(failure)
    }
    admissions.forgetIdle()
    // should this fail, the journal stays as it is, which is right but long; the next tick tries again
    if (journal.sizeBytes() > options.journalBytesMax) journal.rewrite(this.#liveRecords())
  }

  #liveRecords() {
    const { admissions, exchange, time } = this.#parts
    return exchange.liveRecords(admissions.meters, time.window(time.nowMs()))
  }

  #noteOutcome(exit: Exit.Exit<void, StorageUnavailable>): Effect.Effect<void> {
    const succeeded = Exit.isSuccess(exit)
    this.syncs++
    if (!succeeded) this.syncFailures++
    const { admissions } = this.#parts
    const changed = succeeded === admissions.isLedgerAway
    admissions.isLedgerAway = !succeeded
    if (!changed) return Effect.void
    return succeeded
      ? Effect.logInfo("the usage ledger is available again")
      : Effect.logWarning("the usage ledger is not available: serving what is leased", exit.cause)
  }
}

const closing = new StorageUnavailable({ operation: "count a request", cause: "the service is stopping" })

const nothing = { reports: [], wants: [], cancellations: [], burns: [], balancesOf: [], rateClaims: [] }
