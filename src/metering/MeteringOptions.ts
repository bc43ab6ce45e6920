import { defaultLeaseSizing, type LeaseSizing } from "../../domain/usage/LeaseSizing.ts"

/** How a node of the usage ledger works. */
export interface MeteringOptions {
  /** how often usage is reported, leases are renewed and key changes are fetched */
  readonly tickIntervalMs: number
  /** how long the key cache may be trusted after the start of a sync */
  readonly heartbeatTtlMs: number
  /** how long a request without a lease waits for others, to ask together */
  readonly coalesceMs: number
  /** after this time without a request the rest of a lease goes back */
  readonly idleReturnMs: number
  /** the journal is rewritten without what is reported when it is larger */
  readonly journalBytesMax: number
  /** uses reported in one sync, at most */
  readonly reportEntriesMax: number
  readonly leaseSizing: LeaseSizing
}

/** The shortest time that keys are trusted without the ledger, ms. */
const heartbeatTtlMs = 3_000

export const defaultMeteringOptions: MeteringOptions = {
  tickIntervalMs: 250,
  heartbeatTtlMs,
  coalesceMs: 2,
  idleReturnMs: 30_000,
  journalBytesMax: 4_194_304,
  reportEntriesMax: 20_000,
  leaseSizing: defaultLeaseSizing
}

/** For nodes that go on for so long without the ledger: with the keys they know and the units they hold. */
export const throughOutage = (seconds: number): MeteringOptions => ({
  ...defaultMeteringOptions,
  // it is counted from the last sync before the outage, and the first one after it takes its time
  heartbeatTtlMs: Math.max(heartbeatTtlMs, seconds * 1_000 + 1_000),
  leaseSizing: { ...defaultLeaseSizing, outageMs: seconds * 1_000 }
})
