import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Edge, edge } from "../support/http/Edge.ts"
import type { MeteringScript } from "../support/http/ScriptedMetering.ts"
import type { IndexScript } from "../support/http/ScriptedProductIndex.ts"

const unavailable = { detail: "Service temporarily unavailable. Try again shortly." }

/** Restored even when the test fails, because the next one shares the edge. */
const during = <Script extends { failure: string } | { refusal: string }, A, E, R>(
  script: Script,
  change: Partial<Script>,
  effect: Effect.Effect<A, E, R>
) => {
  const before = { ...script }
  return Effect.ensuring(
    Effect.suspend(() => {
      Object.assign(script, change)
      return effect
    }),
    Effect.sync(() => Object.assign(script, before))
  )
}

const refused =
  (script: MeteringScript, refusal: MeteringScript["refusal"]) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    during(script, { refusal }, effect)

const failing =
  (script: IndexScript, failure: IndexScript["failure"]) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    during(script, { failure }, effect)

layer(edge())("Limits and failures", (it) => {
  it.effect.each([
    ["day", "Daily rate limit exceeded. Resets at midnight UTC.", "43210"],
    ["hour", "Hourly burst limit exceeded.", "1234"],
    ["second", "Too many requests per second.", "1"]
  ] as const)("a full %s is a 429 with its own words, Retry-After and the quota", ([window, detail, retryAfter]) =>
    Effect.gen(function* () {
      const { call, metering } = yield* Edge
      for (const path of ["/v1/search?q=milk", "/v1/search?q=a", "/v1/me", "/v1/plans"]) {
        const reply = yield* call(path, "developer").pipe(refused(metering, window))
        assert.strictEqual(reply.status, 429)
        assert.deepStrictEqual(reply.body, { detail })
        assert.strictEqual(reply.headers["retry-after"], retryAfter)
        assert.strictEqual(reply.headers["x-ratelimit-limit"], "1000")
        assert.strictEqual(reply.headers["x-ratelimit-remaining"], "1000")
        assert.strictEqual(reply.headers["x-plan"], "developer")
      }
    })
  )

  it.effect("a failing index is a 503 that does not count, never an empty list", () =>
    Effect.gen(function* () {
      const { call, index, metering } = yield* Edge
      for (const path of ["/v1/search?q=milk", "/v1/barcode/4600494001234", "/v1/product/c_milk"]) {
        const before = metering.counted.length
        const reply = yield* call(path, "growth").pipe(failing(index, "down"))
        assert.strictEqual(reply.status, 503)
        assert.deepStrictEqual(reply.body, unavailable)
        assert.strictEqual(reply.headers["retry-after"], "2")
        assert.strictEqual(reply.headers["x-plan"], "growth")
        assert.strictEqual(metering.counted.length, before)
        assert.strictEqual(reply.headers["x-ratelimit-remaining"], String(500_000 - metering.counted.length))
      }
    })
  )

  it.effect(
    "a tool that fails by our fault does not count, though its answer is a 200; what the caller did wrong counts",
    () =>
      Effect.gen(function* () {
        const { call, index, metering } = yield* Edge
        const headers = { "content-type": "application/json", accept: "application/json, text/event-stream" }
        const asked = (method: string, params: unknown) =>
          call("/mcp", "growth", {
            method: "POST",
            headers,
            body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params })
          })
        const tool = asked("tools/call", { name: "search_food", arguments: { q: "milk" } })
        const resource = asked("resources/read", { uri: "food://product/c_milk" })
        for (const failure of ["down", "defect"] as const) {
          for (const request of [tool, resource]) {
            const before = metering.counted.length
            const reply = yield* request.pipe(failing(index, failure))
            assert.strictEqual(reply.status, 200)
            assert.match(reply.text, /isError":true|"error":/)
            assert.strictEqual(metering.counted.length, before)
          }
        }
        const before = metering.counted.length
        assert.include((yield* asked("tools/call", { name: "search_food", arguments: {} })).text, "isError")
        yield* tool
        assert.strictEqual(metering.counted.length, before + 2)
      })
  )

  it.effect("a failing usage ledger or key directory is a 503", () =>
    Effect.gen(function* () {
      const { call, keys, metering } = yield* Edge
      const ledger = yield* call("/v1/search?q=milk", "growth").pipe(refused(metering, "down"))
      assert.strictEqual(ledger.status, 503)
      const directory = yield* during(keys, { failure: "down" }, call("/v1/me", "growth"))
      assert.strictEqual(directory.status, 503)
      assert.deepStrictEqual(directory.body, unavailable)
    })
  )

  it.effect("a defect is a 500 with nothing of its cause, which the log keeps", () =>
    Effect.gen(function* () {
      const { call, index, logs } = yield* Edge
      const reply = yield* call("/v1/search?q=milk", "growth").pipe(failing(index, "defect"))
      assert.strictEqual(reply.status, 500)
      assert.deepStrictEqual(reply.body, { detail: "Internal server error" })
      assert.notInclude(JSON.stringify(reply.headers), "hunter2")
      assert.strictEqual(reply.headers["x-plan"], "growth")
      const requestId = reply.headers["x-request-id"]
      const line = logs.find(
        ({ annotations, cause }) => annotations["requestId"] === requestId && cause.includes("hunter2")
      )
      assert.isDefined(line)
    })
  )

  it.effect("while the read model is not ready data operations are 503, uncounted; the account's are not", () =>
    Effect.gen(function* () {
      const fixture = yield* Edge
      fixture.readiness = { ready: false, reason: "reading the log: 12 %" }
      const before = fixture.metering.counted.length
      for (const path of ["/v1/search?q=milk", "/v1/barcode/4600494001234", "/v1/product/c_milk"]) {
        const reply = yield* fixture.call(path, "growth")
        assert.strictEqual(reply.status, 503)
        assert.strictEqual(reply.headers["retry-after"], "2")
        assert.strictEqual(reply.headers["x-plan"], "growth")
      }
      assert.strictEqual(fixture.metering.counted.length, before)
      assert.strictEqual((yield* fixture.call("/v1/me", "growth")).status, 200)
      const probe = yield* fixture.call("/readyz")
      assert.strictEqual(probe.status, 503)
      assert.deepStrictEqual(probe.body, { status: "unready", detail: "reading the log: 12 %", roles: {} })
      assert.strictEqual((yield* fixture.call("/healthz")).status, 200)
      fixture.readiness = { ready: true }
      assert.deepStrictEqual((yield* fixture.call("/readyz")).body, { status: "ready", roles: {} })
      assert.deepStrictEqual((yield* fixture.call("/healthz")).body, { status: "ok" })
    })
  )

  it.effect("an unknown path is a 404, with the quota of a valid key", () =>
    Effect.gen(function* () {
      const { call, metering } = yield* Edge
      const counted = metering.counted.length
      const paced = metering.paced.length
      const paths = [
        "/nothing",
        "/v1",
        "/v1/nothing",
        "/v1/search/",
        "/v1/Search",
        "//v1/search",
        "/%zz",
        "/v1/semantic?q=x"
      ]
      for (const path of paths) {
        const reply = yield* call(path)
        assert.strictEqual(reply.status, 404, path)
        assert.deepStrictEqual(reply.body, { detail: "Not Found" })
      }
      const known = yield* call("/v1/nothing", "growth")
      assert.strictEqual(known.status, 404)
      assert.strictEqual(known.headers["x-plan"], "growth")
      assert.strictEqual(metering.counted.length, counted)
      assert.strictEqual(metering.paced.length, paced + 1, "errors keep to the limit per second of a key")
    })
  )

  it.effect("a key beyond its limit per second is told so on an unknown path, too", () =>
    Effect.gen(function* () {
      const { call, metering } = yield* Edge
      metering.refusal = "second"
      const reply = yield* call("/v1/nothing", "growth")
      metering.refusal = "none"
      assert.strictEqual(reply.status, 429)
      assert.strictEqual(reply.headers["x-plan"], "growth")
    })
  )

  it.effect.each([
    ["POST", "/v1/search", "GET, HEAD, OPTIONS"],
    ["DELETE", "/v1/barcode/123", "GET, HEAD, OPTIONS"],
    ["PATCH", "/v1/product/c_milk", "GET, HEAD, OPTIONS"],
    ["PUT", "/v1/me", "GET, HEAD, OPTIONS"],
    ["POST", "/v1/plans", "GET, HEAD, OPTIONS"],
    ["GET", "/v1/dashboard/keys/rotate", "POST, OPTIONS"],
    ["HEAD", "/v1/dashboard/keys/rotate", "POST, OPTIONS"],
    ["PROPFIND", "/v1/search", "GET, HEAD, OPTIONS"],
    ["POST", "/openapi.json", "GET, HEAD, OPTIONS"],
    ["POST", "/healthz", "GET, HEAD, OPTIONS"]
  ] as const)("%s %s is a 405 with Allow", ([method, path, allow]) =>
    Effect.gen(function* () {
      const { call } = yield* Edge
      const reply = yield* call(path, "growth", { method })
      assert.strictEqual(reply.status, 405)
      assert.strictEqual(reply.headers.allow, allow)
      assert.deepStrictEqual(reply.body, method === "HEAD" ? undefined : { detail: "Method Not Allowed" })
      assert.strictEqual(reply.headers["x-plan"], path.startsWith("/v1/") ? "growth" : undefined)
    })
  )

  it.effect("a target beyond 4 KiB is a 414, one below is not", () =>
    Effect.gen(function* () {
      const { call } = yield* Edge
      const path = (length: number) => "/v1/product/".padEnd(length, "x")
      const long = yield* call(path(4_097), "growth")
      assert.strictEqual(long.status, 414)
      assert.deepStrictEqual(long.body, { detail: "URI Too Long" })
      assert.strictEqual(long.headers["x-plan"], "growth")
      assert.strictEqual((yield* call(path(4_096), "growth")).status, 404)
    })
  )
})
