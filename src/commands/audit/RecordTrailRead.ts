import { Effect } from "effect"
import type { TrailView } from "../../../domain/audit/AuditEvent.ts"
import type { Actor } from "../../../domain/EventEnvelope.ts"
import { appendToTrail } from "./AppendToTrail.ts"

/** What somebody was shown of the trail. */
export interface TrailReading {
  readonly view: TrailView
  /** as it was asked for, `withoutAddress` */
  readonly filter: Readonly<Record<string, string>>
  readonly rows: number
}

/** A filter as it may be recorded: addresses are personal data, and the log keeps none. */
export const withoutAddress = (filter: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  "address" in filter ? { ...filter, address: "given" } : filter

/** The stream of a reader: a key by its id, people at the command line together. */
const readerOf = (actor: Actor): string => (actor.startsWith("key:") ? actor.slice("key:".length) : "operator")

/** Records that the trail was read. To be done before the rows are handed out: without it there is no answer. */
export const recordTrailRead = Effect.fn("recordTrailRead")((reading: TrailReading, actor: Actor) =>
  appendToTrail(readerOf(actor), { _tag: "TrailRead", ...reading }, actor)
)
