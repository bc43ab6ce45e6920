import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Edge, edge } from "../support/http/Edge.ts"

interface Case {
  readonly request: string
  readonly detail: ReadonlyArray<unknown>
}

const item = (type: string, loc: ReadonlyArray<string>, msg: string, input: unknown) => ({ type, loc, msg, input })

const int = (name: string, input: string) =>
  item("int_parsing", ["query", name], "Input should be a valid integer, unable to parse string as an integer", input)
const atLeast = (name: string, minimum: number, input: string) =>
  item("greater_than_equal", ["query", name], `Input should be greater than or equal to ${minimum}`, input)
const atMost = (name: string, maximum: number, input: string) =>
  item("less_than_equal", ["query", name], `Input should be less than or equal to ${maximum}`, input)
const literal = (name: string, alternatives: string, input: string) =>
  item("literal_error", ["query", name], `Input should be ${alternatives}`, input)
const unicode = (section: string, name: string, input: string) =>
  item(
    "string_unicode",
    [section, name],
    "Input should be a valid string, unable to parse raw data as a unicode string",
    input
  )
const tooShort = (input: string) =>
  item("string_too_short", ["query", "q"], "String should have at least 2 characters", input)
const bool = (input: string) =>
  item("bool_parsing", ["query", "details"], "Input should be a valid boolean, unable to interpret input", input)
const barcode = (input: string) =>
  item("string_pattern_mismatch", ["path", "barcode"], "String should match pattern '^(?:fdc:)?[0-9]{1,14}$'", input)

const languages = "'en', 'ru' or 'ar'"
const regions = "'russia', 'gcc', 'us', 'eu' or 'global'"
const sources = "'curated' or 'off'"
const long = "б".repeat(201)

const cases: ReadonlyArray<Case> = [
  { request: "/v1/search", detail: [item("missing", ["query", "q"], "Field required", null)] },
  { request: "/v1/search?", detail: [item("missing", ["query", "q"], "Field required", null)] },
  { request: "/v1/search?q=", detail: [tooShort("")] },
  { request: "/v1/search?q", detail: [tooShort("")] },
  { request: "/v1/search?q=a", detail: [tooShort("a")] },
  { request: "/v1/search?q=%F0%9F%8D%8E", detail: [tooShort("🍎")] },
  {
    request: `/v1/search?q=${encodeURIComponent(long)}`,
    detail: [item("string_too_long", ["query", "q"], "String should have at most 200 characters", long)]
  },
  {
    request: "/v1/search?q=ab%00cd",
    detail: [
      item("string_pattern_mismatch", ["query", "q"], "String should match pattern '^[^\\u0000]*$'", "ab\u0000cd")
    ]
  },
  { request: "/v1/search?q=50%", detail: [unicode("query", "q", "50%")] },
  { request: "/v1/search?q=a%zzb", detail: [unicode("query", "q", "a%zzb")] },
  { request: "/v1/search?q=%ff%fe", detail: [unicode("query", "q", "%ff%fe")] },
  { request: "/v1/search?q=%ED%A0%80%ED%A0%80", detail: [unicode("query", "q", "%ED%A0%80%ED%A0%80")] },
  { request: "/v1/search?q=milk&lang=%zz", detail: [unicode("query", "lang", "%zz")] },
  { request: "/v1/search?q=milk&lang=EN", detail: [literal("lang", languages, "EN")] },
  { request: "/v1/search?q=milk&lang=", detail: [literal("lang", languages, "")] },
  { request: "/v1/search?q=milk&region=mars", detail: [literal("region", regions, "mars")] },
  { request: "/v1/search?q=milk&region=", detail: [literal("region", regions, "")] },
  { request: "/v1/search?q=milk&source=usda", detail: [literal("source", sources, "usda")] },
  { request: "/v1/search?q=milk&limit=", detail: [int("limit", "")] },
  { request: "/v1/search?q=milk&limit=abc", detail: [int("limit", "abc")] },
  { request: "/v1/search?q=milk&limit=1e3", detail: [int("limit", "1e3")] },
  { request: "/v1/search?q=milk&limit=42.5", detail: [int("limit", "42.5")] },
  { request: "/v1/search?q=milk&limit=True", detail: [int("limit", "True")] },
  { request: "/v1/search?q=milk&limit=0x10", detail: [int("limit", "0x10")] },
  { request: "/v1/search?q=milk&limit=1__0", detail: [int("limit", "1__0")] },
  { request: "/v1/search?q=milk&limit=5.", detail: [int("limit", "5.")] },
  { request: "/v1/search?q=milk&limit=%D9%A3", detail: [int("limit", "٣")] },
  { request: "/v1/search?q=milk&limit=0", detail: [atLeast("limit", 1, "0")] },
  { request: "/v1/search?q=milk&limit=-3", detail: [atLeast("limit", 1, "-3")] },
  { request: "/v1/search?q=milk&limit=51", detail: [atMost("limit", 50, "51")] },
  {
    request: "/v1/search?q=milk&limit=99999999999999999999999",
    detail: [atMost("limit", 50, "99999999999999999999999")]
  },
  { request: "/v1/search?q=milk&offset=-1", detail: [atLeast("offset", 0, "-1")] },
  { request: "/v1/search?q=milk&offset=10001", detail: [atMost("offset", 10_000, "10001")] },
  { request: "/v1/search?q=milk&limit=5&limit=zero", detail: [int("limit", "zero")] },
  {
    request: "/v1/search?q=a&lang=xx&region=mars&limit=0&offset=x&source=usda",
    detail: [
      tooShort("a"),
      literal("lang", languages, "xx"),
      literal("region", regions, "mars"),
      atLeast("limit", 1, "0"),
      int("offset", "x"),
      literal("source", sources, "usda")
    ]
  },
  { request: "/v1/barcode/", detail: [barcode("")] },
  { request: "/v1/barcode/abc", detail: [barcode("abc")] },
  { request: "/v1/barcode/460-049", detail: [barcode("460-049")] },
  { request: "/v1/barcode/123456789012345", detail: [barcode("123456789012345")] },
  { request: "/v1/barcode/fdc:", detail: [barcode("fdc:")] },
  { request: "/v1/barcode/usda:12", detail: [barcode("usda:12")] },
  { request: "/v1/barcode/%D9%A3%D9%A4", detail: [barcode("٣٤")] },
  { request: "/v1/barcode/12%00", detail: [barcode("12\u0000")] },
  { request: "/v1/barcode/12;3", detail: [barcode("12;3")] },
  { request: "/v1/barcode/%zz", detail: [unicode("path", "barcode", "%zz")] },
  { request: "/v1/barcode/12?details=maybe", detail: [bool("maybe")] },
  { request: "/v1/barcode/12?details", detail: [bool("")] },
  { request: "/v1/barcode/abc?details=2", detail: [barcode("abc"), bool("2")] },
  { request: "/v1/product/usda_171265?details=%20true", detail: [bool(" true")] },
  { request: "/v1/product/%zz", detail: [unicode("path", "product_id", "%zz")] }
]

layer(edge())("Validation of requests", (it) => {
  for (const { detail, request } of cases) {
    it.effect(`${request.slice(0, 80)} is a 422 that names every offence and counts`, () =>
      Effect.gen(function* () {
        const { call, metering } = yield* Edge
        const before = metering.counted.length
        const reply = yield* call(request, "business")
        assert.strictEqual(reply.status, 422)
        assert.deepStrictEqual(reply.body, { detail })
        assert.strictEqual(metering.counted.length, before + 1)
        assert.strictEqual(reply.headers["x-plan"], "business")
      })
    )
  }

  it.effect.each([
    ["10", 10],
    ["%2B5", 5],
    ["+5", 5],
    ["007", 7],
    ["%205%20", 5],
    ["5.0", 5],
    ["5.00", 5],
    ["1_0", 10],
    ["1_0.0", 10],
    ["50", 50]
  ])("limit=%s is read as an integer", ([text, value]) =>
    Effect.gen(function* () {
      const { call, index } = yield* Edge
      const reply = yield* call(`/v1/search?q=milk&limit=${text}`, "business")
      assert.strictEqual(reply.status, 200)
      assert.strictEqual(index.queries.at(-1)?.limit, value)
    })
  )

  it.effect.each(["1", "true", "TRUE", "on", "yes", "t", "y"])("details=%s asks for the details", (word) =>
    Effect.gen(function* () {
      const { call } = yield* Edge
      const reply = yield* call(`/v1/product/usda_171265?details=${word}`, "business")
      assert.property(reply.body, "details")
    })
  )

  it.effect("the last of a repeated parameter counts", () =>
    Effect.gen(function* () {
      const { call, index } = yield* Edge
      const reply = yield* call("/v1/search?q=a&limit=zero&q=milk&limit=2", "business")
      assert.strictEqual(reply.status, 200)
      assert.deepInclude(index.queries.at(-1), { text: "milk", limit: 2 })
    })
  )

  it.effect("+ is a space in a query, parameters of other names are ignored", () =>
    Effect.gen(function* () {
      const { call, index } = yield* Edge
      const reply = yield* call("/v1/search?q=oat+drink&__proto__=1&%zz=2&api_key=3", "business")
      assert.strictEqual(reply.status, 200)
      assert.strictEqual(index.queries.at(-1)?.text, "oat drink")
    })
  )
})
