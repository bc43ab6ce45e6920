import { Result, Schema } from "effect"
import { type Category, type EventEnvelope, eventDecoders } from "../../domain/EventEnvelope.ts"
import { EventUndecodable } from "../../domain/ports/EventLog.ts"
import { damaged, eventChecksum } from "../crypto/EventChecksum.ts"
import { schemaPath } from "./EventSchemas.ts"
import { eventId } from "../crypto/EventId.ts"

/** How a value is marked in Kafka: CloudEvents 1.0, Kafka protocol binding, structured mode. */
export const contentType = "application/cloudevents+json; charset=UTF-8"
export const source = "/fooddata/events"

/** CloudEvents' own integers have 32 bits, so what may be longer is decimal text. */
const LongText = Schema.String.check(Schema.isPattern(/^\d{1,16}$/))

/** The attributes that CloudEvents 1.0 asks for, as we give them. */
export const CommonAttributes = {
  specversion: Schema.Literal("1.0"),
  id: Schema.String,
  source: Schema.String,
  time: Schema.String,
  datacontenttype: Schema.Literal("application/json")
}

/**
 * The attributes of an event: `subject` is its stream, and six extensions. `streamversion` counts the events of the
 * stream from 1 without gaps; `logtx` and `logposition` are the place in the log. `checksum` is that of `EventChecksum.ts` over
 * this very `data`; messages that were sent before there were checksums have none.
 */
export const EventAttributes = {
  ...CommonAttributes,
  subject: Schema.String,
  streamversion: Schema.Int.check(Schema.isGreaterThan(0)),
  logtx: LongText,
  logposition: LongText,
  commandid: Schema.String,
  actor: Schema.String,
  checksum: Schema.optionalKey(Schema.String),
  /** the JSON Schema of `data`; messages that were sent before there were any have none */
  dataschema: Schema.optionalKey(Schema.String)
}

const CloudEvent = Schema.fromJsonString(
  Schema.Struct({ ...EventAttributes, type: Schema.String, data: Schema.Record(Schema.String, Schema.Unknown) })
)
const decodeAttributes = Schema.decodeUnknownResult(CloudEvent)

export const eventTypePrefix = (category: Category): string => `food.${category}.`

/** The event with its attributes. `publicUrl`: where the service has its schemas; empty: where it is not known. */
export const cloudEvent = (category: Category, envelope: EventEnvelope, publicUrl = "") => {
  const { _tag, ...data } = envelope.event
  const checksum = eventChecksum({ ...envelope, type: _tag, data: JSON.stringify(data) })
  return {
    specversion: "1.0",
    id: eventId(envelope.streamId, envelope.streamVersion),
    source,
    type: eventTypePrefix(category) + _tag,
    subject: envelope.streamId,
    time: new Date(envelope.recordedAt).toISOString(),
    datacontenttype: "application/json",
    dataschema: publicUrl + schemaPath(_tag),
    streamversion: envelope.streamVersion,
    logtx: String(envelope.cursor.tx),
    logposition: String(envelope.cursor.position),
    commandid: envelope.commandId,
    actor: envelope.actor,
    checksum,
    data
  }
}

/** The event as the value of a Kafka message. */
export const encodeCloudEvent = (category: Category, envelope: EventEnvelope, publicUrl = ""): string =>
  JSON.stringify(cloudEvent(category, envelope, publicUrl))

/** The same envelope as the log gives; a failure names the event as far as it says what it is. */
export const decodeCloudEvent = <C extends Category>(
  category: C,
  value: string
): Result.Result<EventEnvelope<C>, EventUndecodable> => {
  const attributes = decodeAttributes(value)
  if (Result.isFailure(attributes)) {
    return undecodable({ type: "", subject: "", streamversion: 0 }, String(attributes.failure))
  }
  const { actor, checksum, commandid, data, logposition, logtx, streamversion, subject, time, type } =
    attributes.success
  const prefix = eventTypePrefix(category)
  if (!type.startsWith(prefix)) return undecodable(attributes.success, `not an event of the category ${category}`)
  const recordedAt = Date.parse(time)
  if (Number.isNaN(recordedAt)) return undecodable(attributes.success, "its time is not RFC 3339")
  const written = { streamId: subject, streamVersion: streamversion, commandId: commandid, actor, recordedAt }
  const actual = () => eventChecksum({ ...written, type: type.slice(prefix.length), data: JSON.stringify(data) })
  if (checksum !== undefined && checksum !== actual()) return undecodable(attributes.success, damaged)
  const event = eventDecoders[category]({ ...data, _tag: type.slice(prefix.length) })
  if (Result.isFailure(event)) return undecodable(attributes.success, String(event.failure))
  return Result.succeed({
    cursor: { tx: Number(logtx), position: Number(logposition) },
    streamId: subject,
    streamVersion: streamversion,
    recordedAt,
    commandId: commandid,
    actor,
    event: event.success
  })
}

const undecodable = (
  of: { readonly type: string; readonly subject: string; readonly streamversion: number },
  issues: string
): Result.Result<never, EventUndecodable> =>
  Result.fail(new EventUndecodable({ type: of.type, streamId: of.subject, streamVersion: of.streamversion, issues }))
