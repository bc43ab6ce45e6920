import { assert, layer } from "@effect/vitest"
import { Effect, Predicate } from "effect"
import { Edge, edge } from "../support/http/Edge.ts"
import { send } from "../support/http/HttpClient.ts"
import { keyNamed } from "../support/http/ScriptedKeys.ts"

const keyOf = (body: unknown): string =>
  Predicate.hasProperty(body, "key") && Predicate.isString(body.key) ? body.key : ""

layer(edge())("Account operations", (it) => {
  it.effect("me tells plan, usage, prefix and features, without counting", () =>
    Effect.gen(function* () {
      const { call, metering } = yield* Edge
      yield* call("/v1/search?q=milk", "growth")
      const before = metering.counted.length
      const reply = yield* call("/v1/me", "growth")
      assert.strictEqual(reply.status, 200)
      assert.deepStrictEqual(reply.body, {
        plan: "growth",
        requests_today: 1,
        requests_limit: 500_000,
        key_prefix: keyNamed("growth").slice(0, 10),
        is_active: true,
        features: ["search", "barcode", "full_nutrients", "ai_analysis", "russian_arabic", "semantic_search"]
      })
      assert.strictEqual(metering.counted.length, before)
      assert.strictEqual(reply.headers["cache-control"], "private, no-store")
    })
  )

  it.effect("an unlimited plan reads -1", () =>
    Effect.gen(function* () {
      const { call } = yield* Edge
      const reply = yield* call("/v1/me", "business")
      assert.deepInclude(reply.body, { requests_limit: -1 })
    })
  )

  it.effect("plans needs no key and lists the four public plans in order", () =>
    Effect.gen(function* () {
      const { call } = yield* Edge
      const reply = yield* call("/v1/plans")
      assert.strictEqual(reply.status, 200)
      const plan = (
        name: string,
        price: number,
        day: number,
        hour: number,
        second: number,
        features: Array<string>
      ) => ({
        name,
        price_usd_per_month: price,
        requests_per_day: day,
        burst_per_hour: hour,
        burst_per_second: second,
        features
      })
      const growth = ["search", "barcode", "full_nutrients", "ai_analysis", "russian_arabic", "semantic_search"]
      assert.deepStrictEqual(reply.body, {
        plans: [
          plan("developer", 0, 1_000, 100, 10, ["search", "barcode"]),
          plan("starter", 29, 50_000, 5_000, 10, ["search", "barcode", "full_nutrients"]),
          plan("growth", 99, 500_000, 50_000, 50, growth),
          plan("business", 299, -1, 200_000, 100, [...growth, "availability_99_9", "support"])
        ]
      })
      assert.notProperty(reply.headers, "x-plan")
    })
  )

  it.effect("plans paces a valid key, answers it with its quota, and ignores one that is not valid", () =>
    Effect.gen(function* () {
      const { call, metering } = yield* Edge
      const before = metering.paced.length
      const known = yield* call("/v1/plans", "starter")
      assert.strictEqual(known.headers["x-plan"], "starter")
      assert.strictEqual(metering.paced.length, before + 1)
      assert.strictEqual((yield* call("/v1/plans", "stranger")).status, 200)
    })
  )

  it.effect("rotation gives a new key once and kills the old one; identity and usage stay", () =>
    Effect.gen(function* () {
      const { call, metering, port } = yield* Edge
      yield* call("/v1/search?q=milk", "rotating")
      const counted = metering.counted.length
      const rotated = yield* call("/v1/dashboard/keys/rotate", "rotating", { method: "POST" })
      const key = keyOf(rotated.body)
      assert.strictEqual(rotated.status, 200)
      assert.deepStrictEqual(rotated.body, { key, key_prefix: key.slice(0, 10) })
      assert.match(key, /^fdb_[0-9A-Za-z]{40}$/)
      assert.strictEqual(rotated.headers["cache-control"], "private, no-store")
      assert.strictEqual(metering.counted.length, counted)
      assert.strictEqual((yield* call("/v1/me", "rotating")).status, 401)
      const again = yield* call("/v1/dashboard/keys/rotate", "rotating", { method: "POST" })
      assert.deepStrictEqual(again.body, { detail: "Invalid API key." })
      const me = yield* send({ port, path: "/v1/me", headers: { "x-api-key": key } })
      assert.deepInclude(me.body, { plan: "developer", requests_today: 1 })
    })
  )

  it.effect("rotation ignores a JSON body, and changes nothing when the body is none", () =>
    Effect.gen(function* () {
      const { call } = yield* Edge
      const rotate = (body: string, contentType: string) =>
        call("/v1/dashboard/keys/rotate", "starter", { method: "POST", body, headers: { "content-type": contentType } })
      const malformed = yield* rotate("{", "application/json")
      assert.strictEqual(malformed.status, 422)
      assert.deepStrictEqual(malformed.body, {
        detail: [{ type: "json_invalid", loc: ["body"], msg: "JSON decode error", input: {} }]
      })
      const form = yield* rotate("a=b", "application/x-www-form-urlencoded")
      assert.strictEqual(form.status, 415)
      assert.deepStrictEqual(form.body, { detail: "Unsupported Media Type" })
      assert.strictEqual(form.headers["x-plan"], "starter")
      const large = yield* rotate(JSON.stringify("x".repeat(70_000)), "application/json")
      assert.strictEqual(large.status, 413)
      assert.deepStrictEqual(large.body, { detail: "Request body too large" })
      assert.strictEqual(large.headers["x-plan"], "starter")
      assert.strictEqual((yield* rotate("", "application/x-www-form-urlencoded")).status, 200)
    })
  )

  it.effect("a body without a length is cut off at 64 KiB while it streams in", () =>
    Effect.gen(function* () {
      const { call } = yield* Edge
      const reply = yield* call("/v1/dashboard/keys/rotate", "growth", {
        method: "POST",
        body: "x".repeat(70_000),
        headers: { "content-type": "application/json", "transfer-encoding": "chunked" }
      })
      assert.strictEqual(reply.status, 413)
    })
  )
})
