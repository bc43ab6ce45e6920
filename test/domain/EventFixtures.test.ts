import { assert, describe, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import { readdirSync, readFileSync } from "node:fs"
import { DomainEvent } from "../../domain/EventEnvelope.ts"
import { KeyEvent } from "../../domain/key/KeyEvent.ts"
import { ProductEvent } from "../../domain/product/ProductEvent.ts"
import { UsageEvent } from "../../domain/usage/UsageEvent.ts"

/** One file for each shape of an event that was ever written, `<Type>.json` or `<Type>.<what differed>.json`. */
const folder = new URL("../fixtures/events/", import.meta.url)
const files = readdirSync(folder)
const decode = Schema.decodeUnknownResult(DomainEvent)
const types = [ProductEvent, KeyEvent, UsageEvent].flatMap((union) => Object.keys(union.cases))

const read = (file: string) =>
  Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Unknown))(readFileSync(new URL(file, folder), "utf8"))

describe("events that were ever written", () => {
  it.for(files)("%s is read by today's schema, to the same type", (file) => {
    const event = Result.getOrThrow(decode(read(file)))
    assert.strictEqual(event._tag, file.split(".")[0])
  })

  it.for(types)("%s has a fixture", (type) =>
    assert.include(
      files.map((file) => file.split(".")[0]),
      type
    )
  )
})
