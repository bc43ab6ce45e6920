import { Predicate, Result } from "effect"
import { Category, type Cursor } from "../../domain/EventEnvelope.ts"
import { EventUndecodable, type LoggedEvent, type WrittenEvent } from "../../domain/ports/EventLog.ts"
import { damaged, eventDigest, isChecksumOf } from "../crypto/EventChecksum.ts"

/** The columns of an event, by the names that both stores have for them. */
export interface LoggedRow {
  readonly category?: unknown
  readonly stream_id?: unknown
  readonly stream_version?: unknown
  readonly type?: unknown
  /** the text, or its bytes in UTF-8, which a store may give sooner */
  readonly data?: unknown
  readonly command_id?: unknown
  readonly actor?: unknown
  readonly recorded_at?: unknown
  readonly checksum?: unknown
}

const categories: ReadonlySet<unknown> = new Set(Category.literals)

/** A text, or its bytes. */
const dataOf = (value: unknown): string | Uint8Array => (value instanceof Uint8Array ? value : textOf(value))
const textOf = (value: unknown): string => (Predicate.isString(value) ? value : "")
const isInteger = (value: unknown): value is number => Predicate.isNumber(value) && Number.isSafeInteger(value)
const integerOf = (value: unknown): number => (isInteger(value) ? value : 0)

const areOfTheirTypes = ({ actor, command_id, data, recorded_at, stream_id, stream_version, type }: LoggedRow) =>
  Predicate.isString(actor) &&
  Predicate.isString(command_id) &&
  (Predicate.isString(data) || data instanceof Uint8Array) &&
  isInteger(recorded_at) &&
  Predicate.isString(stream_id) &&
  isInteger(stream_version) &&
  Predicate.isString(type)

/** An event as it stands; one whose columns hold what they cannot hold is damaged, whatever its checksum. */
export const loggedEvent = (cursor: Cursor, row: LoggedRow): LoggedEvent => {
  const category = textOf(row.category)
  const streamId = textOf(row.stream_id)
  const streamVersion = integerOf(row.stream_version)
  const type = textOf(row.type)
  const data = dataOf(row.data)
  const commandId = textOf(row.command_id)
  const actor = textOf(row.actor)
  const recordedAt = integerOf(row.recorded_at)
  const digest = eventDigest({ streamId, streamVersion, type, data, commandId, actor, recordedAt })
  const isIntact =
    isChecksumOf(textOf(row.checksum), digest) &&
    areOfTheirTypes(row) &&
    categories.has(category) &&
    streamId.startsWith(category) &&
    streamId[category.length] === "-"
  const damage = isIntact ? undefined : new EventUndecodable({ type, streamId, streamVersion, issues: damaged })
  return { cursor, streamId, streamVersion, type, recordedAt, actor, digest, damage }
}

/** The same with its words, where it is intact. */
export const writtenEvent = (cursor: Cursor, row: LoggedRow): Result.Result<WrittenEvent, EventUndecodable> => {
  const { actor, damage, recordedAt, streamId, streamVersion, type } = loggedEvent(cursor, row)
  if (damage !== undefined) return Result.fail(damage)
  const [data, commandId] = [textOf(row.data), textOf(row.command_id)]
  return Result.succeed({ cursor, streamId, streamVersion, type, data, commandId, actor, recordedAt })
}
