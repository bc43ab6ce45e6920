import { assert, describe, it } from "@effect/vitest"
import { Ajv2020 } from "ajv/dist/2020.js"
import { Schema } from "effect"
import { readEventShapes } from "../../../infra/event-log/EventShapes.ts"
import { eventSchemas, schemaPath } from "../../../infra/event-log/EventSchemas.ts"
import { eventNotes } from "../../../infra/event-log/EventNotes.ts"

const Document = Schema.Struct({
  $schema: Schema.String,
  title: Schema.String,
  description: Schema.NonEmptyString,
  type: Schema.Literal("object"),
  properties: Schema.optionalKey(Schema.Record(Schema.String, Schema.Unknown)),
  additionalProperties: Schema.optionalKey(Schema.Boolean)
})
const decodeShape = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Record(Schema.String, Schema.Unknown)))
const decode = Schema.decodeUnknownSync(Document)
const documents = eventSchemas().map(({ document, path }) => ({ path, document: decode(document) }))

describe("the JSON Schemas of events", () => {
  it("are those of every type, each where its CloudEvents point", () =>
    assert.deepStrictEqual(
      documents.map(({ path }) => path).toSorted(),
      Object.keys(eventNotes).map(schemaPath).toSorted()
    ))

  it("have the fields of the data, without the type, and let through what comes later", () => {
    for (const { document, path } of documents) {
      assert.strictEqual(path, schemaPath(document.title))
      assert.notProperty(document.properties ?? {}, "_tag")
      assert.notStrictEqual(document.additionalProperties, false, document.title)
    }
    const listed = documents.find(({ document }) => document.title === "ProductListed")
    assert.hasAllKeys(listed?.document.properties, ["facts", "fingerprint"])
  })

  it("refer to nothing that they do not contain", () => {
    for (const { document } of eventSchemas()) assert.notMatch(JSON.stringify(document), /"\$ref":"(?!#)/)
  })

  it("accept every shape that was ever written, and refuse one that lacks what all have", () => {
    const ajv = new Ajv2020({ strict: false })
    const validators = new Map(eventSchemas().map(({ document, path }) => [path, ajv.compile(document)]))
    for (const { file, text, type } of readEventShapes(new URL("../../fixtures/events/", import.meta.url))) {
      const { _tag, ...data } = decodeShape(text)
      const validate = validators.get(schemaPath(type))
      assert.isTrue(validate?.(data), `${file}: ${ajv.errorsText(validate?.errors)}`)
    }
    assert.isFalse(validators.get(schemaPath("ProductListed"))?.({ fingerprint: "f1" }))
  })
})
