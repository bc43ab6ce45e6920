import { assert, describe, it, layer } from "@effect/vitest"
import { Clock, Effect, Layer, Schema } from "effect"
import { makeHandSetClock } from "../support/HandSetClock.ts"
import { Edge, edge } from "../support/http/Edge.ts"
import { EmbeddedEdge, embeddedEdge } from "../support/http/EmbeddedEdge.ts"
import type { Send } from "../support/http/HttpClient.ts"

const posted = (body: unknown): Partial<Send> => ({
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body)
})

const Plan = Schema.Literals(["sandbox", "developer", "starter", "growth", "business"])
const Details = Schema.Literals(["", "?details=true"])
const listOf = (items: readonly [string, ...ReadonlyArray<string>]) =>
  Schema.Array(Schema.Literals(items)).check(Schema.isMinLength(1), Schema.isMaxLength(50))
const Ids = listOf(["c_milk", "usda_171265", "usda_foods_171265", "off_4600494001234", "c_unknown", "no id", "молоко"])
const Barcodes = listOf(["4600494001234", "04600494001234", "fdc:171265", "171265", "1", "00000000000000"])

layer(edge())("A batch", (it) => {
  it.effect.prop(
    "of IDs answers what each ID alone is answered, with null for not found, on every plan",
    { Plan, Details, Ids },
    ({ Plan: plan, Details: details, Ids: ids }) =>
      Effect.gen(function* () {
        const { call } = yield* Edge
        const batch = yield* call(`/v1/products/batch${details}`, plan, posted({ ids }))
        const alone = yield* Effect.forEach(ids, (id) => call(`/v1/product/${encodeURIComponent(id)}${details}`, plan))
        const results = alone.map(({ body, status }) => (status === 404 ? null : body))
        assert.deepStrictEqual([batch.status, batch.body], [200, { results }])
      }),
    { arbitrary: { runs: 40 }, timeout: 30_000 }
  )

  it.effect.prop(
    "of barcodes answers what each barcode alone is answered, on every plan",
    { Plan, Details, Barcodes },
    ({ Plan: plan, Details: details, Barcodes: barcodes }) =>
      Effect.gen(function* () {
        const { call } = yield* Edge
        const batch = yield* call(`/v1/barcodes/batch${details}`, plan, posted({ barcodes }))
        const alone = yield* Effect.forEach(barcodes, (barcode) => call(`/v1/barcode/${barcode}${details}`, plan))
        assert.deepStrictEqual([batch.status, batch.body], [200, { results: alone.map(({ body }) => body) }])
      }),
    { arbitrary: { runs: 40 }, timeout: 30_000 }
  )

  it.effect("counts as the operation of each item, and once where its body cannot be used", () =>
    Effect.gen(function* () {
      const { call, metering } = yield* Edge
      const usesOf = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
        Effect.suspend(() => {
          const before = metering.counted.length
          return Effect.map(effect, () => metering.counted.slice(before).map(({ operation }) => operation))
        })
      const ids = ["c_milk", "c_milk", "c_unknown"]
      assert.deepStrictEqual(yield* usesOf(call("/v1/products/batch", "growth", posted({ ids }))), [
        "product",
        "product",
        "product"
      ])
      const barcodes = ["1", "1"]
      assert.deepStrictEqual(yield* usesOf(call("/v1/barcodes/batch", "growth", posted({ barcodes }))), [
        "barcode",
        "barcode"
      ])
      for (const body of [{ ids: [] }, { ids: Array(51).fill("c_milk") }, { ids: "c_milk" }, { ids: [""] }, {}]) {
        assert.deepStrictEqual(yield* usesOf(call("/v1/products/batch", "growth", posted(body))), ["product"])
      }
      const noJson = call("/v1/products/batch", "growth", {
        ...posted(null),
        headers: { "content-type": "text/plain" }
      })
      assert.deepStrictEqual(yield* usesOf(noJson), ["product"])
      assert.deepStrictEqual(yield* usesOf(call("/v1/products/batch", null, posted({ ids }))), [])
    })
  )

  it.effect("says of each offence where it stands", () =>
    Effect.gen(function* () {
      const { call } = yield* Edge
      const reply = yield* call("/v1/barcodes/batch?details=x", "growth", posted({ barcodes: ["1", "x", 5] }))
      assert.strictEqual(reply.status, 422)
      const places = [...reply.text.matchAll(/"loc":(\[[^\]]*\])/gu)].map(([, place]) => place)
      assert.sameMembers(places, ['["query","details"]', '["body","barcodes","1"]', '["body","barcodes","2"]'])
      const missing = yield* call("/v1/products/batch", "growth", { method: "POST" })
      assert.deepNestedInclude(missing.body, { "detail[0].type": "missing" })
    })
  )

  it.effect("has at most 50 offences listed: each of a list of 50, and the first of a longer one", () =>
    Effect.gen(function* () {
      const { call } = yield* Edge
      const listed = Effect.fnUntraced(function* (count: number) {
        const { text } = yield* call("/v1/barcodes/batch", "growth", posted({ barcodes: Array(count).fill(0) }))
        return text.split('"msg":').length - 1
      })
      assert.deepStrictEqual([yield* listed(50), yield* listed(1_000)], [50, 50])
    })
  )

  it.effect("is not counted while the read model is not ready, or where the index fails in one of its items", () =>
    Effect.gen(function* () {
      const edge = yield* Edge
      const before = edge.metering.counted.length
      edge.readiness = { ready: false, reason: "projection" }
      const unready = yield* edge.call("/v1/products/batch", "growth", posted({ ids: ["c_milk"] }))
      edge.readiness = { ready: true }
      edge.index.failure = "down"
      const failed = yield* edge.call("/v1/products/batch", "growth", posted({ ids: ["c_milk", "usda_171265"] }))
      edge.index.failure = "none"
      assert.deepStrictEqual([unready.status, failed.status], [503, 503])
      assert.strictEqual(edge.metering.counted.length, before)
    })
  )
})

describe("A batch near the end of the quota", () => {
  it.live("is all or nothing, and every answer says what is left", () =>
    Effect.gen(function* () {
      const { clock, forward } = makeHandSetClock(Date.UTC(2026, 10, 21, 10))
      const context = yield* Layer.build(embeddedEdge.pipe(Layer.provide(Layer.succeed(Clock.Clock, clock))))
      const { call, issue } = yield* EmbeddedEdge.useSync((edge) => edge).pipe(Effect.provide(context))
      const key = yield* issue("developer")
      const ask = Effect.fnUntraced(function* (count: number) {
        yield* forward(1_000)
        const body = { ids: Array(count).fill("c_milk") }
        const { headers, status } = yield* call("/v1/products/batch", key, posted(body))
        return [status, headers["x-ratelimit-remaining"], headers["x-ratelimit-limit"]]
      })
      assert.deepStrictEqual(yield* ask(50), [200, "950", "1000"])
      assert.deepStrictEqual(yield* ask(47), [200, "903", "1000"])
      assert.deepStrictEqual(yield* ask(4), [429, "903", "1000"])
      assert.deepStrictEqual(yield* ask(3), [200, "900", "1000"])
      assert.deepStrictEqual(yield* ask(1), [429, "900", "1000"])
      yield* forward(1_000)
      const me = yield* call("/v1/me", key)
      assert.deepInclude(me.body, { requests_today: 100 })
    })
  )
})
