import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { asJson, meal, path, post } from "../support/http/AnalyzeCall.ts"
import { Edge, edge } from "../support/http/Edge.ts"
import type { Send } from "../support/http/HttpClient.ts"

const item = (type: string, loc: ReadonlyArray<string>, msg: string, input: unknown) => ({ type, loc, msg, input })
const text = ["body", "text"]
const long = "б".repeat(2_001)

layer(edge())("POST /v1/analyze refuses", (it) => {
  it.effect.each(["sandbox", "developer", "starter"])("with the plan %s it is a 403 that names the plan", (plan) =>
    Effect.gen(function* () {
      const { index } = yield* Edge
      const searches = index.queries.length
      for (const sent of [{ text: meal }, { text: "" }, null]) {
        const reply = yield* post(sent, plan)
        assert.strictEqual(reply.status, 403)
        assert.deepStrictEqual(reply.body, { detail: "Meal analysis requires the growth plan or above." })
        assert.strictEqual(reply.headers["x-plan"], plan)
      }
      assert.lengthOf(index.queries, searches)
    })
  )

  it.effect.each([
    "the weather is nice today",
    "спасибо, до завтра",
    "كيف حالك اليوم",
    "!!! 12345 ???",
    " ",
    "200 g of nothing",
    "50 g of quince jam"
  ])("%s names no food that there are values of: a 422 that says so, and no numbers", (description) =>
    Effect.gen(function* () {
      const { body, status } = yield* post({ text: description })
      assert.strictEqual(status, 422)
      const msg =
        "Value error, no food was recognised; name the foods as a menu or a shopping list would, with amounts where they are known"
      assert.deepStrictEqual(body, { detail: [item("value_error", text, msg, description)] })
    })
  )

  it.effect.each([
    [{}, "", [item("missing", text, "Field required", {})]],
    [{ lang: "en" }, "", [item("missing", text, "Field required", { lang: "en" })]],
    [{ text: "" }, "", [item("string_too_short", text, "String should have at least 1 character", "")]],
    [{ text: long }, "", [item("string_too_long", text, "String should have at most 2000 characters", long)]],
    [{ text: null }, "", [item("string_type", text, "Input should be a valid string", null)]],
    [{ text: ["eggs"] }, "", [item("string_type", text, "Input should be a valid string", ["eggs"])]],
    [
      { text: "a\u0000b" },
      "",
      [item("string_pattern_mismatch", text, "String should match pattern '^[^\\u0000]*$'", "a\u0000b")]
    ],
    [
      { text: 2, lang: "de" },
      "?details=maybe",
      [
        item(
          "bool_parsing",
          ["query", "details"],
          "Input should be a valid boolean, unable to interpret input",
          "maybe"
        ),
        item("string_type", text, "Input should be a valid string", 2),
        item("literal_error", ["body", "lang"], "Input should be 'en', 'ru' or 'ar'", "de")
      ]
    ],
    [
      "two eggs",
      "",
      [
        item(
          "model_attributes_type",
          ["body"],
          "Input should be a valid dictionary or object to extract fields from",
          "two eggs"
        )
      ]
    ]
  ] as const)("%j%s is a 422 that lists every offence", ([sent, query, detail]) =>
    Effect.gen(function* () {
      const reply = yield* post(sent, "growth", query)
      assert.strictEqual(reply.status, 422)
      assert.deepStrictEqual<unknown>(reply.body, { detail })
    })
  )

  const raw: ReadonlyArray<readonly [string, Partial<Send>, number, unknown]> = [
    ["no body", {}, 422, [item("missing", ["body"], "Field required", null)]],
    [
      "a body that breaks off",
      { headers: asJson, body: `{"text":` },
      422,
      [item("json_invalid", ["body"], "JSON decode error", {})]
    ],
    [
      "a form",
      { headers: { "content-type": "application/x-www-form-urlencoded" }, body: "text=eggs" },
      415,
      "Unsupported Media Type"
    ],
    [
      "a body beyond 64 KiB",
      { headers: asJson, body: JSON.stringify({ text: "a".repeat(65_536) }) },
      413,
      "Request body too large"
    ]
  ]
  for (const [what, sent, status, detail] of raw) {
    it.effect(`${what} is a ${status}`, () =>
      Effect.gen(function* () {
        const { call } = yield* Edge
        const reply = yield* call(path, "growth", { method: "POST", ...sent })
        assert.strictEqual(reply.status, status)
        assert.deepStrictEqual(reply.body, { detail })
      })
    )
  }

  it.effect("2,000 characters are taken, counted as code points; fields of other names are ignored", () =>
    Effect.gen(function* () {
      const { status } = yield* post({
        text: `${meal} ${"🍳".repeat(2_000 - meal.length - 1)}`,
        __proto__: 1,
        user: "x"
      })
      assert.strictEqual(status, 200)
    })
  )

  it.effect("another verb is a 405", () =>
    Effect.gen(function* () {
      const { call } = yield* Edge
      const { headers, status } = yield* call(path, "growth")
      assert.deepStrictEqual([status, headers["allow"]], [405, "POST, OPTIONS"])
    })
  )
})

layer(edge({ analyzeMinPlan: "starter" }))("POST /v1/analyze where ANALYZE_MIN_PLAN is starter", (it) => {
  it.effect("serves that plan and those above, and names it to the others", () =>
    Effect.gen(function* () {
      for (const plan of ["starter", "growth", "business"]) {
        assert.strictEqual((yield* post({ text: meal }, plan)).status, 200)
      }
      const { body, status } = yield* post({ text: meal }, "developer")
      assert.strictEqual(status, 403)
      assert.deepStrictEqual(body, { detail: "Meal analysis requires the starter plan or above." })
    })
  )
})

layer(edge({ analyzeMinPlan: "starter", enforcePlanLanguages: true }))("With plan languages enforced", (it) => {
  it.effect("Starter has meals analysed in English only", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* post({ text: meal, lang: "ru" }, "starter")).status, 403)
      assert.strictEqual((yield* post({ text: meal, lang: "en" }, "starter")).status, 200)
      assert.strictEqual((yield* post({ text: meal, lang: "ru" }, "growth")).status, 200)
    })
  )
})
