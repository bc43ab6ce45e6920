import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Edge, edge } from "../support/http/Edge.ts"
import { keyNamed } from "../support/http/ScriptedKeys.ts"

const missing = {
  detail: 'API key required. Pass it as "Authorization: Bearer <API_KEY>" or in the "X-API-Key" header.'
}
const invalid = { detail: "Invalid API key." }
const growth = keyNamed("growth")

const guarded = [
  ["GET", "/v1/search?q=milk"],
  ["GET", "/v1/search"],
  ["GET", "/v1/barcode/4600494001234"],
  ["GET", "/v1/product/c_milk"],
  ["GET", "/v1/me"],
  ["POST", "/v1/dashboard/keys/rotate"]
] as const

layer(edge())("Authentication", (it) => {
  it.effect.each(guarded)("%s %s without a key is a 401 that says how to send one", ([method, path]) =>
    Effect.gen(function* () {
      const { call, metering } = yield* Edge
      const before = metering.counted.length + metering.paced.length
      const reply = yield* call(path, null, { method })
      assert.strictEqual(reply.status, 401)
      assert.deepStrictEqual(reply.body, missing)
      assert.strictEqual(reply.headers["www-authenticate"], "Bearer")
      assert.notProperty(reply.headers, "x-plan")
      assert.strictEqual(metering.counted.length + metering.paced.length, before)
    })
  )

  it.effect.each(guarded)("%s %s with an unknown key is a 401", ([method, path]) =>
    Effect.gen(function* () {
      const { call } = yield* Edge
      const reply = yield* call(path, "stranger", { method })
      assert.strictEqual(reply.status, 401)
      assert.deepStrictEqual(reply.body, invalid)
      assert.strictEqual(reply.headers["www-authenticate"], "Bearer")
    })
  )

  it.effect("a deactivated key is a 401 like any other", () =>
    Effect.gen(function* () {
      const { call } = yield* Edge
      const reply = yield* call("/v1/me", "revoked")
      assert.strictEqual(reply.status, 401)
      assert.deepStrictEqual(reply.body, invalid)
    })
  )

  const lastCharacter = growth.endsWith("0") ? "1" : "0"
  it.effect.each([
    "x",
    "fdb_short",
    `${growth}0`,
    growth.slice(0, -1) + lastCharacter,
    growth.replace("fdb_", "FDB_"),
    `${growth}, ${growth}`
  ])("a key of another form, or with a wrong checksum, is refused without a look-up: %s", (key) =>
    Effect.gen(function* () {
      const { call, keys } = yield* Edge
      const before = keys.lookups.length
      const reply = yield* call("/v1/me", null, { headers: { "x-api-key": key } })
      assert.strictEqual(reply.status, 401)
      assert.deepStrictEqual(reply.body, invalid)
      assert.strictEqual(keys.lookups.length, before)
    })
  )

  it.effect.each([
    { "x-api-key": growth },
    { authorization: `Bearer ${growth}` },
    { authorization: `bearer   ${growth} ` },
    { authorization: `Bearer ${growth}`, "x-api-key": growth },
    { authorization: "Basic dXNlcjpwYXNz", "x-api-key": growth }
  ])("%o is accepted", (headers) =>
    Effect.gen(function* () {
      const { call } = yield* Edge
      assert.strictEqual((yield* call("/v1/me", null, { headers })).status, 200)
    })
  )

  it.effect.each([
    { authorization: "Bearer" },
    { authorization: "Bearer  " },
    { authorization: growth },
    { "x-api-key": "" }
  ])("%o presents no key", (headers) =>
    Effect.gen(function* () {
      const { call } = yield* Edge
      const reply = yield* call("/v1/me", null, { headers })
      assert.strictEqual(reply.status, 401)
      assert.deepStrictEqual(reply.body, missing)
    })
  )

  it.effect("two different keys are refused, even when both are valid", () =>
    Effect.gen(function* () {
      const { call } = yield* Edge
      const reply = yield* call("/v1/me", "growth", { headers: { authorization: `Bearer ${keyNamed("business")}` } })
      assert.strictEqual(reply.status, 401)
      assert.deepStrictEqual(reply.body, invalid)
    })
  )

  it.effect("a key in the query string is never read", () =>
    Effect.gen(function* () {
      const { call } = yield* Edge
      const reply = yield* call(`/v1/me?api_key=${growth}&X-API-Key=${growth}&access_token=${growth}`)
      assert.deepStrictEqual(reply.body, missing)
    })
  )

  it.effect("the key comes before everything: a bad request without one is a 401", () =>
    Effect.gen(function* () {
      const { call } = yield* Edge
      assert.strictEqual((yield* call("/v1/search?q=a&limit=zero")).status, 401)
    })
  )

  it.effect("no log line holds a key or what was asked", () =>
    Effect.gen(function* () {
      const { call, logs } = yield* Edge
      yield* call("/v1/search?q=private+wish", "growth")
      yield* call(`/v1/me?api_key=${growth}`, "stranger")
      const lines = JSON.stringify(logs)
      assert.notMatch(lines, /fdb_[0-9A-Za-z]{40}/)
      assert.notInclude(lines, "private")
      const line = logs.findLast(({ annotations }) => annotations["route"] === "/v1/search")
      assert.deepInclude(line?.annotations, { method: "GET", status: 200, keyPrefix: growth.slice(0, 10) })
      assert.isNumber(line?.annotations["durationMs"])
      assert.isString(line?.annotations["requestId"])
    })
  )
})
