import { HashMap } from "effect"
import { emptyWindow, type Lease, type LedgerWindow, type UsageLedgerState } from "../../../domain/usage/LedgerState.ts"

const sumOf = (leases: Iterable<Lease>): LedgerWindow => {
  let { burnt, open, used } = emptyWindow
  for (const lease of leases) {
    const rest = lease.size - lease.recorded
    used += lease.recorded
    if (lease.status === "open") open += rest
    if (lease.status === "burnt") burnt += rest
  }
  return { open, used, burnt }
}

const same = (a: LedgerWindow, b: LedgerWindow) => a.open === b.open && a.used === b.used && a.burnt === b.burnt

/** What is wrong with a whole ledger by itself: totals that are not the sum of the leases (I3), counts out of range (I4). */
export const ledgerFaults = (state: UsageLedgerState): ReadonlyArray<string> => {
  const leases = HashMap.toValues(state.leases)
  const faults: Array<string> = []
  if (!same(state.day, sumOf(leases))) faults.push("the day's totals are not the sum of its leases")
  for (const [hour, window] of state.hours) {
    const sum = sumOf(leases.filter((lease) => lease.hour === hour))
    if (!same(window, sum)) faults.push(`the totals of hour ${hour} are not the sum of its leases`)
  }
  for (const lease of leases) {
    if (lease.recorded < 0 || lease.recorded > lease.size) faults.push(`${lease.id} records ${lease.recorded}`)
    if (lease.status === "open" && lease.recorded === lease.size) faults.push(`${lease.id} is full and open`)
  }
  return faults
}
