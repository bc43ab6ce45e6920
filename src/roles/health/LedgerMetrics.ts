import { Effect, Metric } from "effect"
import { LedgerNode, type LedgerNodeStats } from "../../metering/LedgerNode.ts"

const interval = "3 seconds"

const admitted = Metric.counter("usage_admitted_total", {
  description: "Requests that this process has admitted and counted.",
  incremental: true
})
const syncs = Metric.counter("usage_syncs_total", {
  description: "Exchanges with the usage ledger, each one call of the database.",
  incremental: true
})
const syncFailures = Metric.counter("usage_sync_failures_total", {
  description: "Exchanges with the usage ledger that failed.",
  incremental: true
})
const unreported = Metric.gauge("usage_unreported", {
  description: "Uses that the journal holds and the ledger lacks."
})
const openLeases = Metric.gauge("usage_open_leases", { description: "Leases that this process admits from." })
const journalBytes = Metric.gauge("usage_journal_bytes", { description: "Size of the usage journal." })
const syncAge = Metric.gauge("usage_sync_age_ms", {
  description: "Time since the last exchange with the usage ledger that succeeded."
})
const clockOffset = Metric.gauge("usage_clock_offset_ms", {
  description: "How far the wall clock is ahead of the usage ledger's clock; not 0 after a step of the wall clock."
})

const record = (now: LedgerNodeStats, before: LedgerNodeStats | undefined) =>
  Effect.all(
    [
      Metric.update(admitted, now.admitted - (before?.admitted ?? 0)),
      Metric.update(syncs, now.syncs - (before?.syncs ?? 0)),
      Metric.update(syncFailures, now.syncFailures - (before?.syncFailures ?? 0)),
      Metric.update(unreported, now.unreported),
      Metric.update(openLeases, now.openLeases),
      Metric.update(journalBytes, now.journalBytes),
      Metric.update(syncAge, Math.max(0, Math.round(now.sinceSyncMs))),
      Metric.update(clockOffset, now.clockOffsetMs)
    ],
    { discard: true }
  )

/** Publishes what the node of the usage ledger counts, every few seconds, for ever. */
export const publishLedgerStats = Effect.gen(function* () {
  const node = yield* LedgerNode
  let before: LedgerNodeStats | undefined
  const publish = Effect.suspend(() => {
    const now = node.stats()
    const recorded = record(now, before)
    before = now
    return recorded
  })
  return yield* publish.pipe(Effect.andThen(Effect.sleep(interval)), Effect.forever)
})
