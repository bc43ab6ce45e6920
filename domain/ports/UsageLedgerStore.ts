import { Context, type Effect, type Option, Schema } from "effect"
import type { Cursor } from "../EventEnvelope.ts"
import type { KeyId } from "../key/KeyEvent.ts"
import type { LedgerRejection } from "../usage/UsageLedger.ts"
import type { ClockAnswer } from "../usage/LedgerClock.ts"
import type { LeaseId, UsageDay, UsageEntry } from "../usage/UsageEvent.ts"
import type { StorageUnavailable } from "./StorageUnavailable.ts"

/** Uses of one lease that the node has admitted and not yet reported: `entries` are consecutive in `n`. */
export interface UsageReport {
  readonly lease: LeaseId
  readonly keyId: KeyId
  readonly day: UsageDay
  readonly entries: ReadonlyArray<UsageEntry>
  /** all that the node ever admitted from this lease and that counts, these entries included */
  readonly admitted: number
  /** the node will admit nothing more from this lease: what it did not use goes back to the quota */
  readonly settle: boolean
}

/**
 * A wish for a lease. The same `request` is granted once, however often it is sent and on whatever day. An id must
 * stay known while a message with it may still arrive: two days, after which only ids of open leases are kept.
 */
export interface LeaseWant {
  readonly request: string
  readonly keyId: KeyId
  readonly size: number
}

/** A request id of an earlier life of the node that must never be granted, or be closed when it was. */
export interface LeaseCancellation {
  readonly request: string
  readonly keyId: KeyId
  /** the day the request was made on, so that the same ledger is looked at */
  readonly day: UsageDay
}

/** An open lease of this node that its journal knows nothing of: nobody can say what was used of it. */
export interface LeaseBurn {
  readonly lease: LeaseId
  readonly keyId: KeyId
  readonly day: UsageDay
}

/**
 * How much of a key's limit per second the node should hold, requests a second; 0 gives all back. Less than it holds is
 * taken at once, so a node gives back only what it has not used within the last second.
 */
export interface RateClaim {
  readonly keyId: KeyId
  readonly perSecond: number
}

export interface SyncRequest {
  readonly node: string
  /** how long the node may trust its key cache from the start of this call, ms */
  readonly heartbeatTtlMs: number
  /** all key changes up to here are known to the node */
  readonly keysSeen: Cursor
  /** the latest time that the node finds plausible, ms since the epoch; `null`: it has just started, and cannot tell */
  readonly notAfterMs: number | null
  readonly reports: ReadonlyArray<UsageReport>
  readonly wants: ReadonlyArray<LeaseWant>
  readonly cancellations: ReadonlyArray<LeaseCancellation>
  readonly burns: ReadonlyArray<LeaseBurn>
  /** keys whose balance the node needs and of which it wants nothing else */
  readonly balancesOf: ReadonlyArray<KeyId>
  readonly rateClaims: ReadonlyArray<RateClaim>
}

/** What is left of a key's windows in the ledger, after everything this sync did. */
export interface LedgerBalance {
  readonly keyId: KeyId
  readonly day: UsageDay
  /** UTC hour 0..23 */
  readonly hour: number
  /** recorded uses of the day */
  readonly usedToday: number
  readonly usedThisHour: number
  /** grantable now; `null` is unlimited */
  readonly leftToday: number | null
  readonly leftThisHour: number
  /** what the node holds of the limit per second; together the nodes never hold more than the limit */
  readonly perSecond: number
  /** what all other live nodes hold of it, and what they claimed and were refused */
  readonly othersPerSecond: number
  readonly othersLack: number
}

export interface LeaseGrant {
  readonly request: string
  readonly keyId: KeyId
  /** `null`: nothing left in one of the windows, see the balance */
  readonly lease: LeaseId | null
  readonly day: UsageDay
  readonly hour: number
  readonly size: number
}

/** A part of a sync that the ledger refused, while it did the rest: sending it again would not help. */
export interface SyncRejection {
  readonly keyId: KeyId
  readonly day: UsageDay
  readonly rejection: LedgerRejection
}

/** `now` is the ledger's clock, which decides days and hours. */
export interface SyncResponse extends ClockAnswer {
  /** how far the ledger's clock was known to have got before this sync, ms since the epoch; `null`: nothing was granted */
  readonly reachedMs: number | null
  /** nodes in touch with the ledger besides this one */
  readonly otherNodes: number
  readonly rejections: ReadonlyArray<SyncRejection>
  readonly grants: ReadonlyArray<LeaseGrant>
  /** one for every key named in the request, and for those of which the node holds units that another lacks */
  readonly balances: ReadonlyArray<LedgerBalance>
  /** keys changed after `keysSeen`: the node forgets what it knows of them */
  readonly changedKeys: ReadonlyArray<KeyId>
  readonly keysSeen: Cursor
}

export interface LiveNode {
  readonly node: string
  readonly keysSeen: Cursor
  /** ms until the node stops trusting its cache by itself */
  readonly expiresInMs: number
}

export interface OpenLease {
  readonly lease: LeaseId
  readonly request: string
  readonly keyId: KeyId
  readonly day: UsageDay
}

/** What a node must know before it admits anything. */
export interface NodeStart {
  /** leases of its earlier lives that were not settled */
  readonly openLeases: ReadonlyArray<OpenLease>
  /** where the key changes stand: an empty cache knows them all */
  readonly keysSeen: Cursor
}

/** A node that the ledger knows of: by its heartbeat, or only by leases that it left open. */
export interface NodeAccount {
  readonly node: string
  /** ms until its heartbeat ends, negative since it has ended; `null`: it left, or is long gone */
  readonly expiresInMs: number | null
  readonly openLeases: number
  /** of its open leases: granted, and not reported as used */
  readonly openUnits: number
}

/** What was written off. */
export interface BurntLeases {
  readonly leases: number
  readonly units: number
}

/** The ledger's clock was set to the wall clock of its store; ms since the epoch. */
export interface AcceptedClock {
  /** how far it had got; `null`: nothing was ever granted */
  readonly reachedMs: number | null
  readonly wallMs: number
}

/** The node still sends heartbeats: its leases are in use. */
export class NodeIsLive extends Schema.TaggedError<NodeIsLive>()("NodeIsLive", {
  node: Schema.String,
  expiresInMs: Schema.Int
}) {
  override get message(): string {
    return `${this.node} is alive, its heartbeat ends in ${this.expiresInMs} ms: stop it first`
  }
}

/**
 * The usage ledger and the nodes that draw on it. `sync` is the only call of the metering path: usage, settlements, wants, the
 * heartbeat, and back the grants and the key changes. What it does to a key is one transaction; if it fails, some keys may have had theirs,
 * and the same request sent again does the rest.
 */
export class UsageLedgerStore extends Context.Service<
  UsageLedgerStore,
  {
    readonly start: (node: string) => Effect.Effect<NodeStart, StorageUnavailable>
    readonly sync: (request: SyncRequest) => Effect.Effect<SyncResponse, StorageUnavailable>
    /** The balance of a key without drawing on it. */
    readonly balance: (keyId: KeyId) => Effect.Effect<LedgerBalance, StorageUnavailable>
    /** Recorded uses of the key on this UTC day, as the ledger keeps them; none: it does not keep days that are settled and old. */
    readonly usedOn: (keyId: KeyId, day: UsageDay) => Effect.Effect<Option.Option<number>, StorageUnavailable>
    /** Nodes that may still trust a key cache older than the cursor. Empty: the change is in force everywhere. */
    readonly nodesBehind: (cursor: Cursor) => Effect.Effect<ReadonlyArray<LiveNode>, StorageUnavailable>
    /** The node is leaving in order: nobody needs to wait for it any more. */
    readonly leave: (node: string) => Effect.Effect<void, StorageUnavailable>
    /** Every node that has a heartbeat or open leases, by name. */
    readonly nodes: Effect.Effect<ReadonlyArray<NodeAccount>, StorageUnavailable>
    /**
     * Writes off all open leases of a node that is lost with its journal: their units count as used for ever. Should it
     * come back all the same, what it then reports is recorded in their place.
     */
    readonly burn: (node: string) => Effect.Effect<BurntLeases, StorageUnavailable | NodeIsLive>
    /**
     * Sets the ledger's clock to the wall clock, forward or back, on the word of an operator. A day that is older than
     * what the ledger keeps may be granted once more.
     */
    readonly acceptClock: Effect.Effect<AcceptedClock, StorageUnavailable>
  }
>()("fooddata/domain/ports/UsageLedgerStore") {}
