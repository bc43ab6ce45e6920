import { assert, layer } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { runInNewContext } from "node:vm"
import { describedApi } from "../../src/api/contract/DescribedOperations.ts"
import { noReceiptDetails } from "../../src/api/contract/ErrorBodies.ts"
import { postmanCollection } from "../../src/api/contract/PostmanCollection.ts"
import { EmbeddedEdge, embeddedEdge } from "../support/http/EmbeddedEdge.ts"

const Pair = Schema.Struct({ key: Schema.String, value: Schema.String })
const Request = Schema.Struct({
  method: Schema.String,
  url: Schema.Struct({ raw: Schema.String, variable: Schema.Array(Pair) }),
  header: Schema.Array(Pair),
  auth: Schema.optionalKey(Schema.Struct({ type: Schema.Literal("noauth") })),
  body: Schema.optionalKey(Schema.Struct({ mode: Schema.Literal("raw"), raw: Schema.String }))
})
const Event = Schema.Struct({
  listen: Schema.Literal("test"),
  script: Schema.Struct({ type: Schema.Literal("text/javascript"), exec: Schema.Array(Schema.String) })
})
const Answer = Schema.Struct({
  name: Schema.String,
  originalRequest: Request,
  code: Schema.Number,
  status: Schema.String,
  header: Schema.Array(Pair),
  body: Schema.String
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
      item: Schema.Array(
        Schema.Struct({
          name: Schema.String,
          request: Request,
          response: Schema.Array(Answer),
          event: Schema.optionalKey(Schema.Array(Event))
        })
      )
    })
  )
})

const collection = Effect.gen(function* () {
  const { call } = yield* EmbeddedEdge
  const { body, status } = yield* call("/postman.json", "")
  assert.strictEqual(status, 200)
  return Schema.decodeUnknownSync(Collection)(body)
})

const items = Effect.map(collection, ({ item }) => item.flatMap((folder) => folder.item))
const requests = Effect.map(items, (found) => found.map(({ request }) => request))

/** The address of a request, with what Postman puts in for its variables. */
const addressOf = ({ url }: typeof Request.Type): string =>
  url.variable.reduce(
    (address, { key, value }) => address.replace(`/:${key}`, `/${encodeURIComponent(value)}`),
    url.raw.replace("{{baseUrl}}", "")
  )

/** Requests that are understood, and ask for what this service does not have: what it says of that. */
const lackedHere: ReadonlyMap<string, string> = new Map([
  ["/v1/dashboard/keys/receipt", noReceiptDetails["no-tree"]],
  ["/v1/audit/usage", "key_o3kqy02m6r4uip78"]
])

layer(embeddedEdge, { excludeTestServices: true })("the Postman collection", (it) => {
  it.effect("has a request for each operation of the OpenAPI document, and a key where one is needed", () =>
    Effect.gen(function* () {
      const named = new Map(
        (yield* requests).map((request) => [
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
      for (const request of yield* requests) {
        const { auth, body, header, method } = request
        const address = addressOf(request)
        const key = yield* issue("business", address.startsWith("/v1/audit") ? "auditor" : "client")
        const { body: answered, status } = yield* call(address, auth === undefined ? key : "", {
          method,
          headers: Object.fromEntries(header.map(({ key, value }) => [key.toLowerCase(), value])),
          ...(body === undefined ? {} : { body: body.raw })
        })
        const lacking = lackedHere.get(address.replace(/\?.*/, ""))
        if (lacking === undefined) assert.isBelow(status, 300, `${method} ${address}`)
        else assert.include(JSON.stringify(answered), lacking)
      }
    })
  )

  it.effect("shows what each request answers, by the example of the contract", () =>
    Effect.gen(function* () {
      for (const { name, response } of yield* items) {
        assert.lengthOf(response, 1, name)
        for (const { body, code } of response) {
          if (code === 204) assert.strictEqual(body, "", name)
          else assert.doesNotThrow(() => JSON.parse(body), name)
        }
      }
    })
  )

  it.effect("goes on with the key that an answer shows once, because the old one is dead after a rotation", () =>
    Effect.gen(function* () {
      const keeping = (yield* items).filter(({ event }) => event !== undefined)
      const paths = keeping.map(({ request }) => request.url.raw.replace("{{baseUrl}}", ""))
      assert.sameMembers(paths, ["/v1/auth/signup", "/v1/dashboard/keys/rotate"])
      for (const { event } of keeping) {
        const set: Array<readonly [string, string]> = []
        const pm = {
          response: { code: 201, json: () => ({ key: "fdb_new" }) },
          collectionVariables: { set: (name: string, value: string) => set.push([name, value]) }
        }
        runInNewContext(event?.[0]?.script.exec.join("\n") ?? "", { pm })
        assert.deepStrictEqual(set, [["apiKey", "fdb_new"]])
      }
    })
  )

  it.effect("is sent to where the service is, as far as it knows", () =>
    Effect.gen(function* () {
      const { variable } = yield* collection
      assert.deepInclude(variable, { key: "baseUrl", value: "http://127.0.0.1:8080" })
      const { variable: public_ } = postmanCollection("https://food.example")
      assert.strictEqual(public_[0]?.value, "https://food.example")
    })
  )
})
