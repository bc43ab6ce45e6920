import { assert, describe, it, layer } from "@effect/vitest"
import { Effect } from "effect"
import { brotliDecompressSync, gunzipSync } from "node:zlib"
import { acceptedCoding } from "../../src/http/content-coding/AcceptedCoding.ts"
import { isCompressed } from "../../src/http/content-coding/CompressedRoutes.ts"
import { compressedBytesMin } from "../../src/http/Represented.ts"
import { describedApi } from "../../src/api/contract/DescribedOperations.ts"
import { dashboardPages, doorPages, pages } from "../../src/api/PagePaths.ts"
import { Edge, edge } from "../support/http/Edge.ts"
import type { Reply, Send } from "../support/http/HttpClient.ts"

const large = "/v1/product/off_4600494001234?details=true"

const plainOf = ({ bytes, headers }: Reply): string => {
  if (headers["content-encoding"] === "br") return brotliDecompressSync(bytes).toString()
  return (headers["content-encoding"] === "gzip" ? gunzipSync(bytes) : bytes).toString()
}

const accepting = (coding: string): Partial<Send> => ({ headers: { "accept-encoding": coding } })

layer(edge())("Accept-Encoding", (it) => {
  it.effect("the same content comes as it is, by gzip and by br, each with a strong tag of its own", () =>
    Effect.gen(function* () {
      const { call } = yield* Edge
      const plain = yield* call(large, "growth")
      assert.isAbove(plain.bytes.length, compressedBytesMin)
      assert.notProperty(plain.headers, "content-encoding")
      const tags = new Set([plain.headers.etag])
      for (const coding of ["gzip", "br"]) {
        for (let time = 0; time < 3; time++) {
          const reply = yield* call(large, "growth", accepting(coding))
          assert.strictEqual(reply.headers["content-encoding"], coding)
          assert.strictEqual(reply.headers["content-length"], String(reply.bytes.length))
          assert.strictEqual(reply.headers["content-type"], "application/json")
          assert.isBelow(reply.bytes.length, plain.bytes.length)
          assert.strictEqual(plainOf(reply), plain.text)
          tags.add(reply.headers.etag)
        }
      }
      assert.lengthOf(tags, 3)
      assert.strictEqual(plain.headers.vary, "Authorization, X-API-Key, Accept-Encoding")
    })
  )

  it.effect("a tag is good for its own coding only, and HEAD says what GET would", () =>
    Effect.gen(function* () {
      const { call } = yield* Edge
      const coded = yield* call(large, "growth", accepting("gzip"))
      const asked = (coding: string, method = "GET") =>
        call(large, "growth", {
          method,
          headers: { "accept-encoding": coding, "if-none-match": String(coded.headers.etag) }
        })
      const unchanged = yield* asked("gzip")
      assert.deepStrictEqual([unchanged.status, unchanged.headers.etag], [304, coded.headers.etag])
      assert.include(unchanged.headers.vary, "Accept-Encoding")
      assert.notProperty(unchanged.headers, "content-encoding")
      assert.strictEqual((yield* asked("identity")).status, 200)
      assert.strictEqual((yield* asked("br")).status, 200)
      const head = yield* call(large, "growth", { method: "HEAD", ...accepting("gzip") })
      assert.strictEqual(head.bytes.length, 0)
      for (const name of ["content-encoding", "content-length", "etag", "vary"])
        assert.strictEqual(head.headers[name], coded.headers[name], name)
    })
  )

  it.effect("what is small comes as it is, unless just that is refused", () =>
    Effect.gen(function* () {
      const { call } = yield* Edge
      const small = "/v1/barcode/1"
      const usual = yield* call(small, "growth", accepting("gzip, br"))
      assert.notProperty(usual.headers, "content-encoding")
      assert.include(usual.headers.vary, "Accept-Encoding")
      const refused = yield* call(small, "growth", accepting("gzip, identity;q=0"))
      assert.strictEqual(refused.headers["content-encoding"], "gzip")
      assert.strictEqual(plainOf(refused), usual.text)
    })
  )

  it.effect("documents of every size come compressed, also to many at once", () =>
    Effect.gen(function* () {
      const { call } = yield* Edge
      for (const path of ["/openapi.json", "/docs/swagger-ui-bundle.js", "/site/site.css", "/plans"]) {
        const headers = { accept: "text/html, */*" }
        const plain = yield* call(path, null, { headers })
        const replies = yield* Effect.replicateEffect(
          call(path, null, { headers: { ...headers, "accept-encoding": "br" } }),
          6,
          { concurrency: "unbounded" }
        )
        for (const reply of replies) {
          assert.strictEqual(reply.headers["content-encoding"], "br", path)
          assert.strictEqual(plainOf(reply), plain.text)
        }
      }
    })
  )

  it.effect("a new key, an account and tools are never compressed", () =>
    Effect.gen(function* () {
      const { call } = yield* Edge
      for (const [method, path] of [
        ["GET", "/v1/me"],
        ["POST", "/v1/dashboard/keys/rotate"],
        ["GET", "/playground"],
        ["GET", "/login"]
      ] as const) {
        const headers = { accept: "text/html, application/json", "accept-encoding": "gzip, br, identity;q=0" }
        const reply = yield* call(path, "growth", { method, headers })
        assert.strictEqual(reply.status, 200, path)
        assert.notProperty(reply.headers, "content-encoding", path)
      }
    })
  )
})

describe("what may be compressed", () => {
  it("is nothing that shows a key, a session, an account or the audit trail", () => {
    const operations = describedApi().operations.map(({ path }) => path.replaceAll(/\{(\w+)\}/gu, ":$1"))
    const shown = [...operations, ...pages, ...doorPages, ...dashboardPages, "/dashboard/usage", "/audit", "/mcp"]
    assert.sameMembers(shown.filter(isCompressed), [
      "/v1/search",
      "/v1/suggest",
      "/v1/semantic-search",
      "/v1/barcode/:barcode",
      "/v1/product/:product_id",
      "/v1/products/batch",
      "/v1/barcodes/batch",
      "/v1/analyze",
      "/v1/plans",
      "/",
      "/plans",
      "/docs"
    ])
  })
})

describe("the coding that Accept-Encoding likes best", () => {
  it.for([
    [undefined, null],
    ["", null],
    ["gzip", "gzip"],
    ["x-gzip", "gzip"],
    ["GZIP;Q=0.5", "gzip"],
    ["br", "br"],
    ["gzip, br", "br"],
    ["gzip, deflate, br, zstd", "br"],
    ["gzip;q=1.0, br;q=0.9", "gzip"],
    ["*", "br"],
    ["*, br;q=0", "gzip"],
    ["*;q=0", null],
    ["gzip;q=0, *", "br"],
    ["identity", null],
    ["identity, gzip;q=0.5", null],
    ["identity;q=0.5, gzip", "gzip"],
    ["gzip;q=0", null],
    ["gzip;q=x", null],
    ["zstd, compress", null],
    ["identity;q=0", null],
    [";;;,,,=", null]
  ] as const)("%s: %s", ([header, coding]) => {
    assert.strictEqual(acceptedCoding(header).coding, coding)
  })

  it.for([
    ["gzip, identity;q=0", true],
    ["gzip, *;q=0", true],
    ["gzip, identity, *;q=0", false],
    ["gzip", false]
  ] as const)("%s: the content as it is is refused: %s", ([header, isRefused]) => {
    assert.strictEqual(acceptedCoding(header).isPlainRefused, isRefused)
  })
})
