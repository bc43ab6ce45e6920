import { HashMap, Option } from "effect"
import { UsageEvent, type LeaseId } from "./UsageEvent.ts"

/**
 * Units of one quota window (a day, or one UTC hour of it). Granted is their sum, so that
 * `granted = open + used + burnt` holds by construction and only `granted <= quota` needs watching.
 */
export interface LedgerWindow {
  /** in open leases, not recorded as used */
  readonly open: number
  /** recorded as used */
  readonly used: number
  /** lost with the node that held them */
  readonly burnt: number
}

/** `closed`: used up, or settled and the rest given back. `burnt`: its node and journal are lost. */
export type LeaseStatus = "open" | "closed" | "burnt"

export interface Lease {
  readonly id: LeaseId
  readonly request: string
  readonly node: string
  /** UTC hour 0..23 that it may be used in */
  readonly hour: number
  readonly size: number
  /** uses 1..recorded are in the ledger */
  readonly recorded: number
  readonly status: LeaseStatus
}

/**
 * The ledger of one key for one UTC day. A command looks only at the totals and at the lease or request it names, so
 * a store may load just those: the rest of `leases` and `requests` never changes a decision.
 */
export interface UsageLedgerState {
  readonly day: LedgerWindow
  readonly hours: HashMap.HashMap<number, LedgerWindow>
  readonly leases: HashMap.HashMap<LeaseId, Lease>
  /** what became of each request id: its lease, or `null` when it was cancelled before it arrived */
  readonly requests: HashMap.HashMap<string, LeaseId | null>
}

export const emptyWindow: LedgerWindow = { open: 0, used: 0, burnt: 0 }

export const emptyLedger: UsageLedgerState = {
  day: emptyWindow,
  hours: HashMap.empty(),
  leases: HashMap.empty(),
  requests: HashMap.empty()
}

/** Units of the window that are taken; what is left to grant is the quota less these, never below 0. */
export const granted = (window: LedgerWindow): number => window.open + window.used + window.burnt

/** What is left of a quota; `null` is unlimited. A downgrade may have taken more than the new quota: 0 is left. */
export const left = (window: LedgerWindow, quota: number): number => Math.max(0, quota - granted(window))

export const hourWindow = (state: UsageLedgerState, hour: number): LedgerWindow =>
  Option.getOrElse(HashMap.get(state.hours, hour), () => emptyWindow)

export const leaseOf = (state: UsageLedgerState, id: LeaseId): Lease | undefined =>
  Option.getOrUndefined(HashMap.get(state.leases, id))

/** The state after the event; an event of a lease the state does not hold changes nothing. */
export const evolve = (state: UsageLedgerState, event: UsageEvent): UsageLedgerState =>
  UsageEvent.match(event, {
    LeaseGranted: ({ hour, lease: id, node, request, size }) =>
      withLease(
        { ...state, requests: HashMap.set(state.requests, request, id) },
        { id, request, node, hour, size, recorded: 0, status: "open" },
        { open: size, used: 0, burnt: 0 }
      ),
    UsageRecorded: ({ lease: id, to }) =>
      updateLease(state, id, (lease) => {
        const count = to - lease.recorded
        const from = lease.status === "burnt" ? { open: 0, burnt: -count } : { open: -count, burnt: 0 }
        const status = lease.status === "open" && to === lease.size ? "closed" : lease.status
        return [
          { ...lease, recorded: to, status },
          { ...from, used: count }
        ]
      }),
    LeaseSettled: ({ lease: id }) =>
      updateLease(state, id, (lease) => [
        { ...lease, status: "closed" },
        { open: lease.recorded - lease.size, used: 0, burnt: 0 }
      ]),
    LeaseBurnt: ({ lease: id }) =>
      updateLease(state, id, (lease) => {
        const lost = lease.size - lease.recorded
        return [
          { ...lease, status: "burnt" },
          { open: -lost, used: 0, burnt: lost }
        ]
      }),
    LeaseRequestCancelled: ({ request }) => ({ ...state, requests: HashMap.set(state.requests, request, null) }),
    CallsRefused: () => state
  })

const updateLease = (
  state: UsageLedgerState,
  id: LeaseId,
  update: (lease: Lease) => readonly [Lease, LedgerWindow]
): UsageLedgerState => {
  const lease = leaseOf(state, id)
  return lease === undefined ? state : withLease(state, ...update(lease))
}

const withLease = (state: UsageLedgerState, lease: Lease, change: LedgerWindow): UsageLedgerState => ({
  ...state,
  day: plus(state.day, change),
  hours: HashMap.set(state.hours, lease.hour, plus(hourWindow(state, lease.hour), change)),
  leases: HashMap.set(state.leases, lease.id, lease)
})

const plus = (window: LedgerWindow, change: LedgerWindow): LedgerWindow => ({
  open: window.open + change.open,
  used: window.used + change.used,
  burnt: window.burnt + change.burnt
})
