import type { LeaseId, Operation, UsageDay } from "../../domain/usage/UsageEvent.ts"
import type { UsageWindow } from "../../domain/usage/UsageWindow.ts"

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

export const isOf = (lease: HeldLease, window: UsageWindow): boolean =>
  lease.hour === window.hour && lease.day === window.day

/** Units that the lease may still admit in the window. */
export const freeOf = (lease: HeldLease, window: UsageWindow): number =>
  lease.retired || !isOf(lease, window) ? 0 : lease.size - spentOf(lease)

/** A use and the lease that it is drawn from. */
export interface DrawnUse {
  readonly lease: HeldLease
  readonly use: HeldUse
}

/**
 * The uses that a call of so many units would draw at the instant, from the oldest lease on; fewer where the leases of the
 * window have less. Consumes nothing.
 */
export const nextUses = (
  leases: ReadonlyArray<HeldLease>,
  window: UsageWindow,
  units: number,
  at: number,
  operation: Operation
): ReadonlyArray<DrawnUse> => {
  const drawn: Array<DrawnUse> = []
  for (const lease of leases) {
    const count = Math.min(freeOf(lease, window), units - drawn.length)
    for (let i = 1; i <= count; i++) {
      drawn.push({ lease, use: { n: lease.newest + i, at, operation, settled: false } })
    }
  }
  return drawn
}
