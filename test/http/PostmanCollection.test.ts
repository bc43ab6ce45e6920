import { assert, layer } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { describedApi } from "../../src/api/contract/DescribedOperations.ts"
import { EmbeddedEdge, embeddedEdge } from "../support/http/EmbeddedEdge.ts"

const Pair = Schema.Struct({ key: Schema.String, value: Schema.String })
const Request = Schema.Struct({
  method: Schema.String,
  url: Schema.Struct({ raw: Schema.String, variable: Schema.Array(Pair) }),
  header: Schema.Array(Pair),
  auth: Schema.optionalKey(Schema.Struct({ type: Schema.Literal("noauth") })),
  body: Schema.optionalKey(Schema.Struct({ mode: Schema.Literal("raw"), raw: Schema.String }))
})
/** What the format 2.1 asks for, as far as this collection uses it. */
const Collection = Schema.Struct({
  info: Schema.Struct({
    name: Schema.String,
    schema: Schema.Literal("https://schema.getpostman.com/json/collection/v2.1.0/collection.json")
  }),
  auth: Schema.Struct({ type: Schema.Literal("apikey"), apikey: Schema.Array(Pair) }),
  variable: Schema.Array(Pair),
  item: Schema.Array(
    Schema.Struct({
      name: Schema.String,
      item: Schema.Array(Schema.Struct({ name: Schema.String, request: Request }))
    })
  )
})

const collection = Effect.gen(function* () {
  const { call } = yield* EmbeddedEdge
  const { body, status } = yield* call("/postman.json", "")
  assert.strictEqual(status, 200)
  const { item } = Schema.decodeUnknownSync(Collection)(body)
  return item.flatMap((folder) => folder.item.map(({ request }) => request))
})

/** The address of a request, with what Postman puts in for its variables. */
const addressOf = ({ url }: typeof Request.Type): string =>
  url.variable.reduce(
    (address, { key, value }) => address.replace(`/:${key}`, `/${encodeURIComponent(value)}`),
    url.raw.replace("{{baseUrl}}", "")
  )

layer(embeddedEdge, { excludeTestServices: true })("the Postman collection", (it) => {
  it.effect("has a request for each operation of the OpenAPI document, and a key where one is needed", () =>
    Effect.gen(function* () {
      const requests = yield* collection
      const named = new Map(
        requests.map((request) => [
          `${request.method} ${request.url.raw.replace("{{baseUrl}}", "").replace(/\?.*/, "")}`,
          request.auth === undefined
        ])
      )
      const described = describedApi().operations.map(
        ({ method, needsKey, path }) => [`${method} ${path.replaceAll(/\{(\w+)\}/g, ":$1")}`, needsKey] as const
      )
      assert.deepStrictEqual(Object.fromEntries(named), Object.fromEntries(described))
    })
  )

  it.effect("has requests that the service understands as they are", () =>
    Effect.gen(function* () {
      const { call, issue } = yield* EmbeddedEdge
      for (const request of yield* collection) {
        const { auth, body, header, method } = request
        const address = addressOf(request)
        const key = yield* issue("business", address.startsWith("/v1/audit") ? "auditor" : "client")
        const { status } = yield* call(address, auth === undefined ? key : "", {
          method,
          headers: Object.fromEntries(header.map(({ key, value }) => [key.toLowerCase(), value])),
          ...(body === undefined ? {} : { body: body.raw })
        })
        assert.isBelow(status, 300, `${method} ${address}`)
      }
    })
  )
})
