import { PgTypes } from "@effect/sql-pg"
import { Result } from "effect"
import type { DomainEvent, StreamId } from "../../domain/EventEnvelope.ts"
import { ConcurrencyConflict, type StreamAppend } from "../../domain/ports/EventLog.ts"

/**
 * The parameters of `append_events`, up to its `command_id`: a column of the streams or of the events each. The driver
 * writes such a column into its message as it is; Postgres takes it without parsing, and checks the JSON of the data once.
 */
export type AppendRequest = ReadonlyArray<PgTypes.Parameter>

interface StreamChange {
  readonly id: string
  readonly before: number
  after: number
  /** of a product: its state after these events; null: as it was */
  status: "listed" | "withdrawn" | null
  fingerprint: string | null
}

interface AppendedEvent {
  readonly streamId: string
  readonly version: number
  readonly type: string
  readonly data: object
}

const subjectOf = (streamId: StreamId): string => streamId.slice(streamId.indexOf("-") + 1)

/** What the event changes in the key directory; nothing when it is not of a key. */
const keyChangeOf = (streamId: StreamId, version: number, event: DomainEvent): object | undefined => {
  const key = { id: subjectOf(streamId), version, issued: false }
  switch (event._tag) {
    case "KeyIssued": {
      const { accountId: account, digest, plan, prefix, role } = event
      return { ...key, issued: true, account, digest, plan, prefix, role }
    }
    case "KeyRotated":
      return { ...key, digest: event.digest, prefix: event.prefix }
    case "KeyRenamed":
      return key
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

const column = <Row>(rows: ReadonlyArray<Row>, elementOid: number, valueOf: (row: Row) => unknown): PgTypes.Parameter =>
  Result.getOrThrow(PgTypes.array(rows.map(valueOf), elementOid))

const { int4, json, text } = PgTypes.OID

const toRequest = (
  streams: ReadonlyArray<StreamChange>,
  events: ReadonlyArray<AppendedEvent>,
  keys: ReadonlyArray<object>
): AppendRequest => [
  column(streams, text, ({ id }) => id),
  column(streams, int4, ({ before }) => before),
  column(streams, int4, ({ after }) => after),
  column(streams, text, ({ status }) => status),
  column(streams, text, ({ fingerprint }) => fingerprint),
  column(events, text, ({ streamId }) => streamId),
  column(events, int4, ({ version }) => version),
  column(events, text, ({ type }) => type),
  column(events, json, ({ data }) => data),
  PgTypes.json(keys)
]

/**
 * What the appends come to. `undefined`: there is no event. A stream that is named twice must go on where its first part
 * ends.
 */
export const appendRequest = (
  appends: ReadonlyArray<StreamAppend>
): Result.Result<AppendRequest | undefined, ConcurrencyConflict> => {
  const streams = new Map<string, StreamChange>()
  const rows: Array<AppendedEvent> = []
  const keys: Array<object> = []
  for (const { events, expectedVersion, keyName: name, streamId } of appends) {
    if (events.length === 0) continue
    let change = streams.get(streamId)
    if (change === undefined) {
      change = { id: streamId, before: expectedVersion, after: expectedVersion, status: null, fingerprint: null }
      streams.set(streamId, change)
    }
    if (change.after !== expectedVersion) return Result.fail(new ConcurrencyConflict({ streamId }))
    for (const event of events) {
      const { _tag: type, ...data } = event
      rows.push({ streamId, version: ++change.after, type, data })
      noteProduct(change, event)
      const keyChange = keyChangeOf(streamId, change.after, event)
      if (keyChange !== undefined) keys.push({ ...keyChange, name })
    }
  }
  return Result.succeed(rows.length === 0 ? undefined : toRequest([...streams.values()], rows, keys))
}

/** The statement of the request: one row with the `answer`, a cursor or the stream in conflict. */
export const appendStatement = "SELECT append_events($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) AS answer"

/** The same, with the origin of the command: address, client, id of the request. */
export const appendWithOrigin =
  "SELECT append_with_origin($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15) AS answer"
