import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Edge, edge } from "../support/http/Edge.ts"

layer(edge())("Headers", (it) => {
  it.effect("the quota goes down with every counted call and with no other", () =>
    Effect.gen(function* () {
      const { call } = yield* Edge
      const remaining: Array<unknown> = []
      for (const path of [
        "/v1/search?q=milk",
        "/v1/search?q=a",
        "/v1/me",
        "/v1/product/usda_9",
        "/v1/nothing",
        "/v1/barcode/1"
      ]) {
        const { headers } = yield* call(path, "developer")
        assert.strictEqual(headers["x-ratelimit-limit"], "1000")
        assert.strictEqual(headers["x-plan"], "developer")
        assert.notProperty(headers, "x-ratelimit-reset")
        remaining.push(headers["x-ratelimit-remaining"])
      }
      assert.deepStrictEqual(remaining, ["999", "998", "998", "997", "997", "996"])
    })
  )

  it.effect("an unlimited plan reads -1", () =>
    Effect.gen(function* () {
      const { call } = yield* Edge
      const { headers } = yield* call("/v1/search?q=milk", "business")
      assert.strictEqual(headers["x-ratelimit-limit"], "-1")
      assert.strictEqual(headers["x-ratelimit-remaining"], "-1")
    })
  )

  it.effect.each(["/v1/search?q=milk", "/v1/search?q=a", "/v1/nothing", "/healthz", "/docs", "/openapi.json"])(
    "%s carries a request id of its own and nosniff",
    (path) =>
      Effect.gen(function* () {
        const { call } = yield* Edge
        const first = yield* call(path)
        const second = yield* call(path)
        assert.match(String(first.headers["x-request-id"]), /^[0-9a-f-]{36}$/)
        assert.notStrictEqual(first.headers["x-request-id"], second.headers["x-request-id"])
        assert.strictEqual(first.headers["x-content-type-options"], "nosniff")
      })
  )

  it.effect("a request id of the caller is kept when it is harmless", () =>
    Effect.gen(function* () {
      const { call } = yield* Edge
      const own = yield* call("/v1/me", "growth", { headers: { "x-request-id": "trace-0123456789" } })
      assert.strictEqual(own.headers["x-request-id"], "trace-0123456789")
      const bad = yield* call("/v1/me", "growth", { headers: { "x-request-id": "a b\u00e9" } })
      assert.match(String(bad.headers["x-request-id"]), /^[0-9a-f-]{36}$/)
    })
  )

  it.effect("answers to a key are private; those that hold secrets or usage are not stored at all", () =>
    Effect.gen(function* () {
      const { call } = yield* Edge
      assert.strictEqual((yield* call("/v1/search?q=milk", "growth")).headers["cache-control"], "private")
      assert.strictEqual((yield* call("/v1/search?q=a", "growth")).headers["cache-control"], "private")
      assert.strictEqual((yield* call("/v1/me", "growth")).headers["cache-control"], "private, no-store")
    })
  )

  it.effect("any page may read every answer of /v1, errors and limits included, without credentials", () =>
    Effect.gen(function* () {
      const { call } = yield* Edge
      for (const [path, key] of [
        ["/v1/search?q=milk", "growth"],
        ["/v1/search?q=milk", null],
        ["/v1/nothing", null]
      ] as const) {
        const { headers } = yield* call(path, key, { headers: { origin: "https://example.org" } })
        assert.strictEqual(headers["access-control-allow-origin"], "*")
        assert.notProperty(headers, "access-control-allow-credentials")
        for (const name of ["X-RateLimit-Limit", "X-RateLimit-Remaining", "X-Plan", "Retry-After"]) {
          assert.include(headers["access-control-expose-headers"], name)
        }
      }
    })
  )

  it.effect("a preflight is answered without a key and without counting", () =>
    Effect.gen(function* () {
      const { call, metering } = yield* Edge
      const before = metering.counted.length
      const reply = yield* call("/v1/search?q=milk", null, {
        method: "OPTIONS",
        headers: {
          origin: "https://example.org",
          "access-control-request-method": "GET",
          "access-control-request-headers": "x-api-key"
        }
      })
      assert.strictEqual(reply.status, 204)
      assert.strictEqual(reply.headers["access-control-allow-origin"], "*")
      assert.include(reply.headers["access-control-allow-methods"], "GET")
      assert.include(reply.headers["access-control-allow-headers"], "X-API-Key")
      assert.include(reply.headers["access-control-allow-headers"], "Authorization")
      assert.include(reply.headers["access-control-allow-headers"], "If-None-Match")
      assert.strictEqual(metering.counted.length, before)
      assert.strictEqual((yield* call("/v1/nothing", null, { method: "OPTIONS" })).status, 404)
    })
  )

  it.effect("every JSON answer says that it is JSON", () =>
    Effect.gen(function* () {
      const { call } = yield* Edge
      for (const path of ["/v1/search?q=milk", "/v1/search?q=a", "/v1/nothing", "/healthz", "/openapi.json"]) {
        assert.strictEqual((yield* call(path, "growth")).headers["content-type"], "application/json")
      }
    })
  )
})
