import { assert, describe, it, layer } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { entityTag, namesTag } from "../../src/api/EntityTag.ts"
import { Edge, edge } from "../support/http/Edge.ts"

const paths = ["/v1/product/off_4600494001234", "/v1/barcode/4600494001234", "/v1/barcode/1"] as const

layer(edge())("If-None-Match", (it) => {
  it.effect.each(paths)("%s: the tag that was answered gives a 304 without a body, which counts as one use", (path) =>
    Effect.gen(function* () {
      const { call, metering } = yield* Edge
      const first = yield* call(path, "developer")
      const tag = String(first.headers.etag)
      assert.match(tag, /^"[\w-]+"$/)
      const before = metering.counted.length
      for (const condition of [tag, `W/${tag}`, `"other", ${tag}`, `"a","b" , W/${tag}`, "*", " * "]) {
        for (const method of ["GET", "HEAD"]) {
          const reply = yield* call(path, "developer", { method, headers: { "if-none-match": condition } })
          assert.deepStrictEqual([reply.status, reply.text], [304, ""], `${method} ${condition}`)
          assert.strictEqual(reply.headers.etag, tag)
          for (const name of ["cache-control", "vary", "x-plan", "access-control-allow-origin"])
            assert.strictEqual(reply.headers[name], first.headers[name], name)
          assert.isDefined(reply.headers.date)
          for (const name of ["content-type", "content-length", "content-encoding", "transfer-encoding"])
            assert.notProperty(reply.headers, name)
        }
      }
      assert.strictEqual(metering.counted.length, before + 12)
      const changed = yield* call(path, "developer", { headers: { "if-none-match": '"other", W/"another", x' } })
      assert.deepStrictEqual([changed.status, changed.text], [200, first.text])
    })
  )

  it.effect("the tag is of what the plan and the parameters show, and no other", () =>
    Effect.gen(function* () {
      const { call } = yield* Edge
      const path = "/v1/product/off_4600494001234"
      const tagOf = (target: string, plan: string) => Effect.map(call(target, plan), ({ headers }) => headers.etag)
      const gated = yield* tagOf(path, "developer")
      const full = yield* tagOf(path, "growth")
      const detailed = yield* tagOf(`${path}?details=true`, "growth")
      assert.lengthOf(new Set([gated, full, detailed]), 3)
      assert.strictEqual(yield* tagOf(path, "business"), full)
      const other = yield* call(path, "growth", { headers: { "if-none-match": String(gated) } })
      assert.strictEqual(other.status, 200)
      assert.strictEqual(other.headers["cache-control"], "private")
      assert.include(other.headers.vary, "Authorization")
      assert.include(other.headers.vary, "X-API-Key")
    })
  )

  it.effect("is no way around an error: unknown products, invalid keys and used-up quotas are what they are", () =>
    Effect.gen(function* () {
      const { call } = yield* Edge
      const headers = { "if-none-match": "*" }
      assert.strictEqual((yield* call("/v1/product/usda_9", "growth", { headers })).status, 404)
      assert.strictEqual((yield* call("/v1/barcode/x", "growth", { headers })).status, 422)
      assert.strictEqual((yield* call("/v1/product/c_milk", null, { headers })).status, 401)
      assert.strictEqual((yield* call("/v1/search?q=milk", "growth", { headers })).status, 200)
    })
  )

  it.effect("documents are revalidated in the same way", () =>
    Effect.gen(function* () {
      const { call } = yield* Edge
      const { headers } = yield* call("/openapi.json")
      const again = yield* call("/openapi.json", null, { headers: { "if-none-match": `"x", W/${headers.etag}` } })
      assert.deepStrictEqual([again.status, again.headers.etag], [304, headers.etag])
      assert.strictEqual(again.headers["access-control-allow-origin"], "*")
    })
  )
})

describe("entity tags", () => {
  it.prop("are the same for the same content only", [Schema.String, Schema.String], ([a, b]) => {
    assert.strictEqual(entityTag(a) === entityTag(b), Buffer.from(a).equals(Buffer.from(b)))
    assert.isTrue(namesTag(`"y", ${entityTag(a)}`, entityTag(a)))
  })

  it("of another client's header nothing but whole tags is read", () => {
    for (const condition of ["", "abc", '"ab', 'xabc"', '"abc', "W/*", '"*"', '"ab"c"'])
      assert.isFalse(namesTag(condition, '"abc"'), condition)
  })
})
