import { Result } from "effect"
import type { DomainEvent, StreamId } from "../../domain/EventEnvelope.ts"
import { ConcurrencyConflict, type StreamAppend } from "../../domain/ports/EventLog.ts"

/** The JSON parameters of `append_events`: text, because one JSON text costs the client least. */
export interface AppendRequest {
  readonly streams: string
  readonly events: string
  readonly keys: string
}

interface StreamChange {
  id: string
  /** the version before and after */
  expected: number
  version: number
  /** of a product: its state after these events; absent: as it was */
  status?: "listed" | "withdrawn"
  fingerprint?: string
}

const subjectOf = (streamId: StreamId): string => streamId.slice(streamId.indexOf("-") + 1)

/** What the event changes in the key directory; nothing when it is not of a key. */
const keyChangeOf = (streamId: StreamId, version: number, event: DomainEvent): object | undefined => {
  const key = { id: subjectOf(streamId), version, issued: false }
  switch (event._tag) {
    case "KeyIssued": {
      const { accountId: account, digest, plan, prefix } = event
      return { ...key, issued: true, account, digest, plan, prefix }
    }
    case "KeyRotated":
      return { ...key, digest: event.digest, prefix: event.prefix }
    case "KeyPlanChanged":
      return { ...key, plan: event.plan }
    case "KeyActivated":
      return { ...key, active: true }
    case "KeyDeactivated":
      return { ...key, active: false }
    default:
      return undefined
  }
}

const noteProduct = (change: StreamChange, event: DomainEvent): void => {
  switch (event._tag) {
    case "ProductListed":
    case "ProductRevised":
    case "ProductRelisted":
      change.status = "listed"
      change.fingerprint = event.fingerprint
      return
    case "ProductWithdrawn":
      change.status = "withdrawn"
  }
}

/**
 * The rows that the appends come to. `undefined`: there is no event. A stream that is named twice must go on where its
 * first part ends.
 */
export const appendRequest = (
  appends: ReadonlyArray<StreamAppend>
): Result.Result<AppendRequest | undefined, ConcurrencyConflict> => {
  const streams = new Map<string, StreamChange>()
  const rows: Array<object> = []
  const keys: Array<object> = []
  for (const { events, expectedVersion, streamId } of appends) {
    if (events.length === 0) continue
    const change = streams.get(streamId) ?? { id: streamId, expected: expectedVersion, version: expectedVersion }
    if (change.version !== expectedVersion) return Result.fail(new ConcurrencyConflict({ streamId }))
    streams.set(streamId, change)
    for (const event of events) {
      const { _tag: t, ...data } = event
      // a text within the text: taking JSON apart, Postgres refuses U+0000, which it stores in a `json` unread
      rows.push({ s: streamId, v: ++change.version, t, d: JSON.stringify(data) })
      noteProduct(change, event)
      const keyChange = keyChangeOf(streamId, change.version, event)
      if (keyChange !== undefined) keys.push(keyChange)
    }
  }
  if (rows.length === 0) return Result.succeed(undefined)
  return Result.succeed({
    streams: JSON.stringify([...streams.values()]),
    events: JSON.stringify(rows),
    keys: JSON.stringify(keys)
  })
}
