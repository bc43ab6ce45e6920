import { assert, describe, it } from "@effect/vitest"
import { Effect, Result, Schema } from "effect"
import { Category, DomainEvent, type EventEnvelope, eventUnions } from "../../../domain/EventEnvelope.ts"
import { eventId } from "../../../infra/crypto/EventId.ts"
import { decodeCloudEvent, encodeCloudEvent } from "../../../infra/event-log/CloudEvent.ts"
import { listed } from "../../support/Facts.ts"

const envelope: EventEnvelope<"product"> = {
  cursor: { tx: 2 ** 40, position: 2 ** 45 },
  streamId: "product-off_4600000000008",
  streamVersion: 3,
  recordedAt: 1_795_269_600_123,
  commandId: "command-1",
  actor: "key:key_000000000001",
  event: listed()
}
const decodeJson = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Unknown))
const parse = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Record(Schema.String, Schema.Unknown)))
const attributes = parse(encodeCloudEvent("product", envelope))
const failure = (change: Record<string, unknown>) =>
  Result.match(decodeCloudEvent("product", JSON.stringify({ ...attributes, ...change })), {
    onSuccess: () => undefined,
    onFailure: (error) => error
  })
/** Of a message that somebody else made like this. */
const failureWithout = (change: Record<string, unknown>) => failure({ checksum: undefined, ...change })

const categoryOf = (type: string): Category =>
  Category.literals.find((category) => Object.hasOwn(eventUnions[category].cases, type)) ?? "product"

describe("CloudEvent", () => {
  it("has the attributes of CloudEvents 1.0, and extensions of lower case letters with scalar values", () => {
    const { data, ...rest } = attributes
    assert.deepStrictEqual(rest, {
      specversion: "1.0",
      id: eventId("product-off_4600000000008", 3),
      source: "/fooddata/events",
      type: "food.product.ProductListed",
      subject: "product-off_4600000000008",
      time: "2026-11-21T14:00:00.123Z",
      datacontenttype: "application/json",
      dataschema: "/schemas/ProductListed.json",
      streamversion: 3,
      logtx: "1099511627776",
      logposition: "35184372088832",
      commandid: "command-1",
      actor: "key:key_000000000001",
      checksum: "d4da6508106435919197e3e9d6b0614b"
    })
    const { _tag, ...event } = envelope.event
    assert.deepStrictEqual(data, event)
    // https://github.com/cloudevents/spec/blob/v1.0.2/cloudevents/spec.md#naming-conventions
    for (const name of Object.keys(attributes)) assert.match(name, /^[a-z0-9]{1,20}$/)
  })

  it("says where the schema of its data is, as an address where it is known; one of before does not, and is read", () => {
    const known = parse(encodeCloudEvent("product", envelope, "https://food.example"))
    assert.strictEqual(known["dataschema"], "https://food.example/schemas/ProductListed.json")
    assert.isUndefined(failure({ dataschema: undefined }))
  })

  it.prop("every event comes back as the envelope it was", [DomainEvent], ([event]) => {
    const of = { ...envelope, event }
    const category = categoryOf(event._tag)
    // as the log keeps it too: -0 becomes 0
    const inJson = decodeJson(JSON.stringify(of))
    assert.deepStrictEqual<unknown>(
      Result.getOrThrow(decodeCloudEvent(category, encodeCloudEvent(category, of))),
      inJson
    )
  })

  it("one that was damaged on its way is refused, whatever was changed; one without a checksum is from before", () => {
    const changes = [
      { actor: "cli" },
      { commandid: "command-2" },
      { subject: "product-off_4600000000009" },
      { streamversion: 4 },
      { time: "2026-11-21T14:00:00.124Z" },
      { type: "food.product.ProductRevised" },
      { data: { fingerprint: "f2" } }
    ]
    for (const change of changes) assert.include(failure(change)?.message, "its checksum does not fit")
    assert.isUndefined(failure({ checksum: undefined }))
  })

  it.effect("what does not decode says which event it is, and is never a value", () =>
    Effect.sync(() => {
      const broken = failureWithout({ data: { facts: {}, fingerprint: "f1" } })
      assert.deepInclude(broken, {
        _tag: "EventUndecodable",
        type: "food.product.ProductListed",
        streamId: "product-off_4600000000008",
        streamVersion: 3
      })
      const changes = [
        { type: "food.key.KeyIssued" },
        { type: "food.product.Unheard" },
        { time: "yesterday" },
        { streamversion: 0 },
        { streamversion: "3" },
        { logtx: "-1" },
        { logposition: "1e3" },
        { specversion: "0.3" },
        { subject: undefined },
        { data: undefined }
      ]
      for (const change of changes)
        assert.strictEqual(failureWithout(change)?._tag, "EventUndecodable", JSON.stringify(change))
      assert.isTrue(Result.isFailure(decodeCloudEvent("product", "{")))
    })
  )
})
