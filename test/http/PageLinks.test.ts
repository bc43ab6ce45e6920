import { assert, describe, it, layer } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { decodeQuery } from "../../src/api/request/RequestTarget.ts"
import { linkHeaderLengthMax } from "../../src/api/contract/Responses.ts"
import { pageLinks } from "../../src/http/PageLinks.ts"
import { Edge, edge } from "../support/http/Edge.ts"
import type { Reply } from "../support/http/HttpClient.ts"

/** The references of a header by their relation. */
const linksIn = (header: string | null | undefined): Readonly<Record<string, string>> =>
  Object.fromEntries([...(header ?? "").matchAll(/<([^>]*)>; rel="(\w+)"/gu)].map(([, to = "", rel = ""]) => [rel, to]))

const middle = { offset: 20, size: 10, found: 10, total: 100 }

describe("Link on a search", () => {
  it("leads to the pages around, and nowhere from the ends", () => {
    const of = (place: Partial<typeof middle>) => linksIn(pageLinks("/v1/search?q=milk", { ...middle, ...place }))
    assert.deepStrictEqual(of({}), {
      next: "/v1/search?q=milk&offset=30",
      prev: "/v1/search?q=milk&offset=10",
      first: "/v1/search?q=milk"
    })
    assert.deepStrictEqual(of({ offset: 0 }), { next: "/v1/search?q=milk&offset=10" })
    assert.hasAllKeys(of({ offset: 90 }), ["prev", "first"])
    assert.deepStrictEqual(of({ offset: 5 })["prev"], "/v1/search?q=milk")
    assert.hasAllKeys(of({ offset: 200, found: 0 }), ["prev", "first"])
    assert.isNull(pageLinks("/v1/search?q=milk", { offset: 0, size: 10, found: 3, total: 3 }))
    assert.isNull(pageLinks("/v1/search?q=milk", { offset: 0, size: 10, found: 0, total: 0 }))
  })

  it("goes up to the largest offset that may be asked for", () => {
    const next = (offset: number) => linksIn(pageLinks("/v1/search?q=a", { ...middle, offset, total: 50_000 }))["next"]
    assert.strictEqual(next(9_990), "/v1/search?q=a&offset=10000")
    assert.isUndefined(next(9_991))
    assert.isUndefined(next(10_000))
  })

  it.prop(
    "keeps every parameter but the offset, whatever they are, in a header that nothing breaks out of",
    [Schema.Record(Schema.String, Schema.String)],
    ([parameters]) => {
      const sent = Object.entries(parameters).map(
        ([name, value]) => `${encodeURIComponent(name.toWellFormed())}=${encodeURIComponent(value.toWellFormed())}`
      )
      const target = `/v1/search?${[...sent, "offset=20", "%6Fffset=7"].join("&")}`
      const header = pageLinks(target, middle) ?? ""
      if (target.length < 2_000) {
        const { next = "" } = linksIn(header)
        assert.deepStrictEqual(decodeQuery(next), { ...decodeQuery(target), offset: "30" })
      }
      assert.match(header, /^[\x20-\x7e]*$/)
      assert.isAtMost(header.length, linkHeaderLengthMax)
    }
  )

  it("escapes what would end the reference, and leaves out what the header has no room for", () => {
    const hostile = '/v1/search?q=a>;rel="x",<b\u00e9 {|}\\^`'
    assert.deepStrictEqual(Object.keys(linksIn(pageLinks(hostile, middle))), ["next", "prev", "first"])
    assert.strictEqual(
      decodeQuery(linksIn(pageLinks(hostile, middle))["next"] ?? "")["q"],
      'a>;rel="x",<b\u00e9 {|}\\^`'
    )
    const long = `/v1/search?q=milk&x=${"y".repeat(4_000)}`
    assert.deepStrictEqual(Object.keys(linksIn(pageLinks(long, middle))), ["next", "prev"])
  })
})

layer(edge())("Link over HTTP", (it) => {
  it.effect("followed from the first page to the last, it finds every product once", () =>
    Effect.gen(function* () {
      const { call } = yield* Edge
      const whole = yield* call("/v1/search?q=mi&limit=50&region=us", "growth")
      assert.notProperty(whole.headers, "link")
      const ids = (text: string) => [...text.matchAll(/"id":"([^"]+)"/gu)].map(([, id]) => id)
      const found: Array<unknown> = []
      let path: string | undefined = "/v1/search?q=mi&limit=1&region=us"
      while (path !== undefined) {
        const reply: Reply = yield* call(path, "growth")
        found.push(...ids(reply.text))
        path = linksIn(String(reply.headers["link"] ?? ""))["next"]
      }
      assert.isAbove(found.length, 1)
      assert.deepStrictEqual(found, ids(whole.text))
    })
  )

  it.effect("goes by what the plan shows: three results for the sandbox", () =>
    Effect.gen(function* () {
      const { call } = yield* Edge
      const reply = yield* call("/v1/search?q=mi&limit=2&x=%C3%A9", "sandbox")
      const links = linksIn(String(reply.headers["link"]))
      assert.deepStrictEqual(links, { next: "/v1/search?q=mi&limit=2&x=%C3%A9&offset=2" })
      assert.include(reply.headers["access-control-expose-headers"], "Link")
    })
  )
})
