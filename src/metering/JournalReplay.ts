import type { KeyId } from "../../domain/key/KeyEvent.ts"
import type { JournalRecord } from "../../domain/ports/UsageJournal.ts"
import type { NodeStart, SyncRequest } from "../../domain/ports/UsageLedgerStore.ts"
import type { LeaseId, UsageDay, UsageEntry } from "../../domain/usage/UsageEvent.ts"

interface RecoveredLease {
  readonly keyId: KeyId
  readonly day: UsageDay
  /** uses that were in the ledger when the journal was last written anew */
  readonly reported: number
  /** uses since, by their number in the journal */
  readonly uses: Map<number, Omit<UsageEntry, "n">>
}

/** What an earlier life of the node left unfinished. */
export interface Replay {
  readonly requests: ReadonlyMap<string, { readonly keyId: KeyId; readonly day: UsageDay }>
  readonly leases: ReadonlyMap<LeaseId, RecoveredLease>
  /** uses of leases that the journal does not name: there are none, unless someone edited the file */
  readonly strayUses: number
}

/** Reads the journal's records in their order. */
export const replayJournal = (records: Iterable<JournalRecord>): Replay => {
  const requests = new Map<string, { readonly keyId: KeyId; readonly day: UsageDay }>()
  const leases = new Map<LeaseId, RecoveredLease>()
  let strayUses = 0
  for (const record of records) {
    switch (record._tag) {
      case "Requested":
        requests.set(record.request, { keyId: record.keyId, day: record.day })
        break
      case "Refused":
        requests.delete(record.request)
        break
      case "Granted": {
        const { day, keyId, lease, reported, request } = record
        requests.delete(request)
        leases.set(lease, { keyId, day, reported, uses: new Map() })
        break
      }
      case "Used": {
        const lease = leases.get(record.lease)
        if (lease === undefined) {
          strayUses++
          break
        }
        lease.uses.set(record.n, { at: record.at, operation: record.operation })
        break
      }
      case "Returned":
        leases.get(record.lease)?.uses.delete(record.n)
        break
      case "Closed":
        leases.delete(record.lease)
    }
  }
  return { requests, leases, strayUses }
}

/**
 * What settles an earlier life: every use the journal knows is reported and its lease given back, requests that were
 * under way are cancelled by their id, and leases that the journal does not know are burnt, because nobody can say
 * what was used of them.
 */
export const settlementOf = (
  { leases, requests }: Replay,
  { openLeases }: NodeStart
): Pick<SyncRequest, "burns" | "cancellations" | "reports"> => ({
  reports: [...leases].map(([lease, { day, keyId, reported, uses }]) => ({
    lease,
    keyId,
    day,
    // the ledger numbers those that count, without gaps
    entries: [...uses.values()].map((use, i) => ({ n: reported + i + 1, ...use })),
    admitted: reported + uses.size,
    settle: true
  })),
  cancellations: [...requests].map(([request, { day, keyId }]) => ({ request, keyId, day })),
  burns: openLeases.filter(({ lease, request }) => !leases.has(lease) && !requests.has(request))
})
