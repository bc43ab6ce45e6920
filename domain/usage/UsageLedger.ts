import { HashMap, Option, Result, Schema } from "effect"
import type { Decider } from "../Decider.ts"
import { emptyLedger, evolve, hourWindow, type Lease, leaseOf, left, type UsageLedgerState } from "./LedgerState.ts"
import type { LeaseId, UsageEntry, UsageEvent } from "./UsageEvent.ts"

/**
 * A wish for `size` units in this UTC hour. Quotas come with the command, because the plan may have changed since the
 * last one; `dayQuota` `null` is unlimited. Granted is `min(size, left of the day, left of the hour)`, or nothing.
 */
export interface GrantLease {
  readonly _tag: "GrantLease"
  readonly request: string
  readonly lease: LeaseId
  readonly node: string
  readonly hour: number
  readonly size: number
  readonly dayQuota: number | null
  readonly hourQuota: number
}

export type LedgerCommand =
  | GrantLease
  /** Uses of the lease, consecutive in `n`; those already recorded are passed over. */
  | { readonly _tag: "RecordUsage"; readonly lease: LeaseId; readonly entries: ReadonlyArray<UsageEntry> }
  /** The node admits nothing more from the lease, and `used` is all it ever admitted. */
  | { readonly _tag: "SettleLease"; readonly lease: LeaseId; readonly used: number }
  /** Node and journal are lost: what was not recorded may have been used, so it never goes back to the quota. */
  | { readonly _tag: "BurnLease"; readonly lease: LeaseId }
  /** The request belongs to a node's earlier life: close what it was granted unseen, or never grant it. */
  | { readonly _tag: "CancelRequest"; readonly request: string; readonly node: string }

/**
 * Why a command is refused: a node broke the protocol, or reports to a ledger that is not its own.
 * `gap`: uses before these are missing · `overdrawn`: more uses than the lease has · `closed`: the rest of the lease
 * was given back · `taken`: the lease id belongs to another request.
 */
export class LedgerRejection extends Schema.TaggedError<LedgerRejection>()("LedgerRejection", {
  reason: Schema.Literals(["unknown-lease", "gap", "overdrawn", "closed", "taken"]),
  subject: Schema.String
}) {}

type Decision = Result.Result<ReadonlyArray<UsageEvent>, LedgerRejection>

const accept = (...events: ReadonlyArray<UsageEvent>): Decision => Result.succeed(events)
const reject = (reason: LedgerRejection["reason"], subject: string): Decision =>
  Result.fail(new LedgerRejection({ reason, subject }))

/** The ledger of one key for one UTC day as a decider. */
export const UsageLedger: Decider<UsageLedgerState, LedgerCommand, UsageEvent, LedgerRejection> = {
  initial: emptyLedger,
  decide: (state, command) => {
    switch (command._tag) {
      case "GrantLease":
        return grant(state, command)
      case "CancelRequest":
        return cancel(state, command)
      case "RecordUsage":
      case "SettleLease":
      case "BurnLease": {
        const lease = leaseOf(state, command.lease)
        if (lease === undefined) return reject("unknown-lease", command.lease)
        if (command._tag === "RecordUsage") return record(lease, command.entries)
        return command._tag === "SettleLease" ? settle(lease, command.used) : burn(lease)
      }
    }
  },
  evolve
}

const grant = (state: UsageLedgerState, command: GrantLease): Decision => {
  const { dayQuota, hour, hourQuota, lease, node, request } = command
  if (HashMap.has(state.requests, request)) return accept()
  if (HashMap.has(state.leases, lease)) return reject("taken", lease)
  const leftToday = dayQuota === null ? Infinity : left(state.day, dayQuota)
  const size = Math.min(command.size, leftToday, left(hourWindow(state, hour), hourQuota))
  return size < 1 ? accept() : accept({ _tag: "LeaseGranted", lease, request, node, hour, size })
}

const cancel = (state: UsageLedgerState, command: LedgerCommand & { readonly _tag: "CancelRequest" }): Decision =>
  Option.match(HashMap.get(state.requests, command.request), {
    onNone: () => accept({ _tag: "LeaseRequestCancelled", request: command.request, node: command.node }),
    onSome: (id) => {
      const lease = id === null ? undefined : leaseOf(state, id)
      return lease?.status === "open"
        ? accept({ _tag: "LeaseSettled", lease: lease.id, used: lease.recorded })
        : accept()
    }
  })

const record = (lease: Lease, entries: ReadonlyArray<UsageEntry>): Decision => {
  if (entries.some((entry, i) => i > 0 && entry.n !== (entries[i - 1]?.n ?? 0) + 1)) return reject("gap", lease.id)
  const fresh = entries.filter((entry) => entry.n > lease.recorded)
  const first = fresh[0]
  const last = fresh.at(-1)
  if (first === undefined || last === undefined) return accept()
  if (lease.status === "closed") return reject("closed", lease.id)
  if (first.n !== lease.recorded + 1) return reject("gap", lease.id)
  if (last.n > lease.size) return reject("overdrawn", lease.id)
  return accept({ _tag: "UsageRecorded", lease: lease.id, from: first.n, to: last.n, entries: fresh })
}

const settle = (lease: Lease, used: number): Decision => {
  if (lease.status === "closed" && used <= lease.recorded) return accept()
  // a smaller count than recorded is as wrong as a larger one: the node does not know its own lease
  if (used !== lease.recorded) return lease.status === "burnt" ? accept() : reject("gap", lease.id)
  return lease.status === "open" ? accept({ _tag: "LeaseSettled", lease: lease.id, used }) : accept()
}

const burn = (lease: Lease): Decision =>
  lease.status === "open" ? accept({ _tag: "LeaseBurnt", lease: lease.id }) : accept()
