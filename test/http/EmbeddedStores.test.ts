import { assert, layer } from "@effect/vitest"
import { Effect, Predicate } from "effect"
import type { Reply } from "../support/http/HttpClient.ts"
import { EmbeddedEdge, embeddedEdge } from "../support/http/EmbeddedEdge.ts"

const count = (replies: ReadonlyArray<Reply>, status: number): number =>
  replies.filter((reply) => reply.status === status).length

const idsOf = (body: unknown): ReadonlyArray<unknown> =>
  Predicate.hasProperty(body, "results") && Array.isArray(body.results)
    ? body.results.map((item) => (Predicate.hasProperty(item, "id") ? item.id : undefined))
    : []

layer(embeddedEdge, { excludeTestServices: true })("On the stores of the embedded tier", (it) => {
  it.effect("search, barcode and product answer from the index", () =>
    Effect.gen(function* () {
      const { call, issue } = yield* EmbeddedEdge
      const key = yield* issue("growth")
      const milk = yield* call("/v1/search?q=milk", key)
      // few are called milk, so milk in another language is found too
      assert.deepStrictEqual(idsOf(milk.body), ["c_milk", "usda_171265", "p_4600000000015", "off_4600494001234"])
      const russian = yield* call(`/v1/search?q=${encodeURIComponent("молоко")}&lang=ru&source=curated`, key)
      assert.deepNestedInclude(russian.body, { total: 1, "results[0].name": "Молоко" })
      const scanned = yield* call("/v1/barcode/04600494001234", key)
      assert.deepNestedInclude(scanned.body, { found: true, "product.id": "off_4600494001234" })
      const product = yield* call("/v1/product/usda_foods_171265", key)
      assert.deepInclude(product.body, { id: "usda_171265" })
      const me = yield* call("/v1/me", key)
      assert.deepInclude(me.body, { plan: "growth", requests_today: 4 })
      assert.strictEqual(me.headers["x-ratelimit-remaining"], "499996")
    })
  )

  it.effect("parallel calls at the edge of the limit per second admit exactly the limit", () =>
    Effect.gen(function* () {
      const { call, issue } = yield* EmbeddedEdge
      const key = yield* issue("developer")
      const replies = yield* Effect.all(
        Array.from({ length: 30 }, () => call("/v1/product/c_milk", key)),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(count(replies, 200), 10)
      assert.strictEqual(count(replies, 429), 20)
      const refused = replies.find(({ status }) => status === 429)
      assert.deepStrictEqual(refused?.body, { detail: "Too many requests per second." })
      assert.deepInclude(refused?.headers, { "retry-after": "1", "x-plan": "developer" })
    })
  )

  it.effect("of eight rotations of one key at one time one wins, the others are 401", () =>
    Effect.gen(function* () {
      const { call, issue } = yield* EmbeddedEdge
      const old = yield* issue("growth")
      yield* call("/v1/search?q=milk", old)
      const replies = yield* Effect.all(
        Array.from({ length: 8 }, () => call("/v1/dashboard/keys/rotate", old, { method: "POST" })),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(count(replies, 200), 1)
      assert.strictEqual(count(replies, 401), 7)
      assert.strictEqual((yield* call("/v1/me", old)).status, 401)
      const winner = replies.find(({ status }) => status === 200)?.body
      const key = Predicate.hasProperty(winner, "key") ? String(winner.key) : ""
      const me = yield* call("/v1/me", key)
      assert.deepInclude(me.body, { plan: "growth", requests_today: 1, key_prefix: key.slice(0, 10) })
    })
  )
})
