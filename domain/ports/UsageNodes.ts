import { Context, type Effect, Schema } from "effect"
import type { StorageUnavailable } from "./StorageUnavailable.ts"

/** A node as the ledger knows it: it sent heartbeats, or holds leases, or both. */
export interface UsageNode {
  readonly node: string
  /** ms until its heartbeat is over; 0: it is silent */
  readonly expiresInMs: number
  readonly openLeases: number
  /** units of the open leases that are not recorded as used */
  readonly openUnits: number
}

/** The node sends heartbeats, so it can still settle its leases itself. */
export class NodeAlive extends Schema.TaggedError<NodeAlive>()("NodeAlive", { node: Schema.String }) {
  override get message(): string {
    return `${this.node} is alive: stop it first; a node that stops in order gives its leases back`
  }
}

/** What an operator does about nodes that are gone. */
export class UsageNodes extends Context.Service<
  UsageNodes,
  {
    /** every node with a heartbeat or an open lease, by name */
    readonly list: Effect.Effect<ReadonlyArray<UsageNode>, StorageUnavailable>
    /**
     * Burns the open leases of a node that is lost with its journal: nobody can say what was used of them, so their
     * units are gone for the day. Returns how many. Should the journal turn up, its uses still count.
     */
    readonly burn: (node: string) => Effect.Effect<number, StorageUnavailable | NodeAlive>
  }
>()("fooddata/domain/ports/UsageNodes") {}
