import { assert, describe, it } from "@effect/vitest"
import { Predicate, Result, Schema } from "effect"
import { createHash } from "node:crypto"
import { existsSync, readFileSync } from "node:fs"
import { DomainEvent, eventUnions } from "../../domain/EventEnvelope.ts"
import { readEventShapes } from "../../infra/event-log/EventShapes.ts"
import { alternativesOf, hasAlternative } from "../support/EventAlternatives.ts"
import digests from "../fixtures/event-digests.json" with { type: "json" }

const folder = new URL("../fixtures/events/", import.meta.url)
const shapes = readEventShapes(folder)
const parse = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Unknown))
const decode = Schema.decodeUnknownResult(DomainEvent)
const types = Object.values(eventUnions).flatMap((union) => Object.keys(union.cases))

/** Of what the file says, not of how it is laid out: a formatter may come to another mind. */
const digestOf = (text: string): string =>
  createHash("sha256")
    .update(JSON.stringify(parse(text)))
    .digest("hex")

describe("events that were ever written", () => {
  it.for(shapes)("$file is read by today's schema to what it meant", ({ file, text, type }) => {
    // fields that were added since, and the defaults that events without them are read with
    const readAs = new URL(`../fixtures/events-read-as/${file}`, import.meta.url)
    const expected = parse(existsSync(readAs) ? readFileSync(readAs, "utf8") : text)
    const event = Result.getOrThrow(decode(parse(text)))
    assert.strictEqual(event._tag, type)
    assert.deepStrictEqual<unknown>(event, expected)
  })

  it.for(types)("%s has a fixture", (type) =>
    assert.include(
      shapes.map((shape) => shape.type),
      type
    )
  )

  it.for(Object.entries(eventUnions))("%s: whatever a field can be one of is in a fixture", ([, { cases }]) => {
    const events = shapes
      .filter(({ type }) => Object.hasOwn(cases, type))
      .map(({ text }) => parse(text))
      .filter(Predicate.isObject)
    const alternatives = new Set(Object.values(cases).flatMap(({ fields }) => alternativesOf(fields)))
    const missing = [...alternatives].filter((each) => !events.some((event) => hasAlternative(event, each)))
    assert.deepStrictEqual(missing, [])
  })

  it("are never changed or removed: a new shape is a new file, with its line in test/fixtures/event-digests.json", () =>
    assert.deepStrictEqual(Object.fromEntries(shapes.map(({ file, text }) => [file, digestOf(text)])), digests))
})
