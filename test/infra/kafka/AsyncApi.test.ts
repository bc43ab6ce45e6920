import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { readFileSync } from "node:fs"
import { asyncApi } from "../../../infra/kafka/AsyncApi.ts"
import { version } from "../../../src/Version.ts"

const decodeJson = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Unknown))
const committed = readFileSync(new URL("../../../docs/asyncapi.json", import.meta.url), "utf8")
const document = JSON.stringify(asyncApi(version))

describe("docs/asyncapi.json", () => {
  it("is what the schemas say: node bin/node.mjs bin/asyncapi.mjs writes it anew", () =>
    assert.deepStrictEqual(decodeJson(committed), decodeJson(document)))

  it("refers to nothing that it does not contain", () => {
    const references = [...document.matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path]) => (path ?? "").split("/"))
    assert.isAbove(references.length, 30)
    for (const path of references) {
      let place: unknown = decodeJson(document)
      for (const step of path) {
        place = typeof place === "object" && place !== null ? Reflect.get(place, step) : undefined
      }
      assert.isDefined(place, path.join("/"))
    }
  })

  it("knows every type of event that has a fixture", () => {
    for (const type of ["food.product.ProductListed", "food.key.KeyIssued", "food.usage.UsageRecorded"]) {
      assert.include(document, `"${type}"`)
    }
  })
})
