import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { EmbeddedEdge, embeddedEdge } from "../support/http/EmbeddedEdge.ts"
import { ask, callTool, post } from "./ToolCalls.ts"

/** Calls that go wrong, and what tells the model how to go on. */
const corrections = [
  ["search_food", {}, /q: Field required/],
  ["search_food", { q: "m", limit: 99 }, /q: .*at least 2 characters, not "m"; limit: .*less than or equal to 50/],
  ["search_food", { q: "milk", lang: "de" }, /lang: Input should be 'en', 'ru' or 'ar'/],
  ["search_food", { q: "milk", colour: "red" }, /colour: .*there are q, lang, region, limit, offset, source/],
  ["search_food", { q: ["milk"] }, /q: Input should be a valid string/],
  ["lookup_barcode", { barcode: "46-00" }, /barcode: String should match pattern/],
  ["analyze_meal", {}, /text: Field required/],
  ["analyze_meal", { text: "the weather is nice" }, /text: .*no food was recognised; name the foods/],
  ["analyze_meal", { items: [{ food: "milk" }] }, /items\.0: .*either grams, or amount and unit/],
  ["analyze_meal", { items: [{ food: "2 eggs", grams: 100 }] }, /items\.0\.food: .*carries an amount/],
  ["analyze_meal", { items: [{ food: "egg", amount: 1, unit: "hen" }] }, /items\.0\.unit: .*there are mg, g/],
  ["analyze_meal", { text: "milk", items: [{ food: "milk", grams: 9 }] }, /text: .*either text or items, not both/],
  ["analyze_meal", { text: "milk", meal: "milk" }, /meal: .*there are text, items, lang, details/],
  ["get_food_product", { product_id: "nothing" }, /search_food or lookup_barcode/]
] as const

/** Found nothing: no failure, but a word on what to try. */
const hints = [
  ["analyze_meal", { text: "200 g of milk and 30 g of plinkets" }, /not in the totals: 30 g of plinkets/],
  [
    "analyze_meal",
    {
      items: [
        { food: "milk", grams: 9 },
        { food: "plinkets", grams: 9 }
      ]
    },
    /totals: plinkets\./
  ],
  ["search_food", { q: "xylophone" }, /a more general name/],
  ["search_food", { q: "milk", offset: 100 }, /only 4 results/],
  ["lookup_barcode", { barcode: "40000000" }, /all digits/]
] as const

layer(embeddedEdge, { excludeTestServices: true })("Tools that cannot do what they are asked to", (it) => {
  for (const [name, args, words] of corrections) {
    it.effect(`${name} ${JSON.stringify(args)} says how to correct the call`, () =>
      Effect.gen(function* () {
        const key = yield* (yield* EmbeddedEdge).issue("growth")
        const { error, isError, reply, texts } = yield* callTool(key, name, args)
        assert.deepStrictEqual([reply.status, isError, error], [200, true, undefined])
        assert.match(texts.join(" "), words)
      })
    )
  }

  for (const [name, args, words] of hints) {
    it.effect(`${name} ${JSON.stringify(args)} finds nothing and says what to try`, () =>
      Effect.gen(function* () {
        const key = yield* (yield* EmbeddedEdge).issue("growth")
        const { isError, texts } = yield* callTool(key, name, args)
        assert.isFalse(isError)
        assert.match(texts[1] ?? "", words)
      })
    )
  }

  it.effect.each([
    ["tools/call", { name: { toString: 1 } }],
    ["tools/call", { name: "search_food", arguments: ["milk"] }],
    ["resources/read", { uri: 5 }],
    ["resources/read", { uri: { toString: 1 } }],
    ["prompts/get", { name: "log_meal", arguments: { description: 5 } }],
    ["tools/list", { cursor: 5 }]
  ] as const)("%s with parameters of another type is the caller's mistake", ([method, params]) =>
    Effect.gen(function* () {
      const key = yield* (yield* EmbeddedEdge).issue("growth")
      const { body, status } = yield* ask(key, method, params)
      assert.strictEqual(status, 200)
      assert.deepNestedInclude(body, { jsonrpc: "2.0", id: 1, "error.code": -32602 })
    })
  )

  it.effect("a plan that is too low is told, with where to look for a better one", () =>
    Effect.gen(function* () {
      const key = yield* (yield* EmbeddedEdge).issue("starter")
      const { isError, reply, texts } = yield* callTool(key, "analyze_meal", { text: "" })
      assert.deepStrictEqual([reply.status, isError], [200, true])
      assert.match(texts.join(" "), /requires the growth plan or above\. get_food_api_plans/)
    })
  )

  it.effect("a plan that is too low is named, with where to look", () =>
    Effect.gen(function* () {
      const key = yield* (yield* EmbeddedEdge).issue("starter")
      const { isError, texts } = yield* callTool(key, "semantic_food_search", { q: "something to drink" })
      assert.isTrue(isError)
      assert.match(texts.join(" "), /requires the growth plan.*get_food_api_plans/)
    })
  )

  it.effect("an unknown tool, prompt or resource is an error of the protocol", () =>
    Effect.gen(function* () {
      const key = yield* (yield* EmbeddedEdge).issue("growth")
      const { error } = yield* callTool(key, "drop_tables")
      assert.deepInclude(error, { code: -32602 })
      for (const [method, params] of [
        ["prompts/get", { name: "nope" }],
        ["prompts/get", { name: "compare_foods", arguments: { first: "milk" } }],
        ["resources/read", { uri: "food://product/none" }],
        ["resources/read", { uri: "file:///etc/passwd" }]
      ] as const) {
        assert.deepNestedInclude((yield* ask(key, method, params)).body, { "error.code": -32602 })
      }
    })
  )

  it.effect("without a key only the plans, discovery and lists answer; a wrong key shows at once", () =>
    Effect.gen(function* () {
      for (const method of ["tools/list", "prompts/list", "resources/list", "resources/templates/list"])
        assert.strictEqual((yield* ask("", method)).status, 200)
      assert.strictEqual((yield* callTool("", "get_food_api_plans")).isError, false)
      assert.strictEqual((yield* callTool("fdb_wrong", "get_food_api_plans")).isError, false)
      for (const name of [
        "search_food",
        "lookup_barcode",
        "get_food_product",
        "analyze_meal",
        "get_food_api_account"
      ]) {
        const { reply } = yield* callTool("", name, { q: "milk" })
        assert.deepStrictEqual([reply.status, reply.headers["www-authenticate"]], [401, "Bearer"])
        const detail = 'API key required. Pass it as "Authorization: Bearer <API_KEY>" or in the "X-API-Key" header.'
        const error = { code: -32_050, message: detail, data: { status: 401 } }
        assert.deepStrictEqual(reply.body, { detail, jsonrpc: "2.0", id: 1, error })
      }
      assert.strictEqual((yield* ask("", "resources/read", { uri: "food://product/c_milk" })).status, 401)
      assert.strictEqual((yield* ask("fdb_wrong", "tools/list")).status, 401)
    })
  )

  it.effect("the quota is that of REST: what is left of the second after REST is left for tools", () =>
    Effect.gen(function* () {
      const { call, issue } = yield* EmbeddedEdge
      const key = yield* issue("developer")
      for (let i = 0; i < 6; i++) yield* call("/v1/product/c_milk", key)
      const replies = yield* Effect.all(
        Array.from({ length: 8 }, () => callTool(key, "search_food", { q: "milk" })),
        { concurrency: "unbounded" }
      )
      const refused = replies.map(({ reply }) => reply).filter(({ status }) => status === 429)
      assert.lengthOf(refused, 4)
      const detail = "Too many requests per second."
      const error = { code: -32_050, message: detail, data: { status: 429 } }
      assert.deepStrictEqual(refused[0]?.body, { detail, jsonrpc: "2.0", id: 1, error })
      assert.deepInclude(refused[0]?.headers, { "retry-after": "1", "x-plan": "developer" })
    })
  )

  it.effect("50 sessions that one key opens at once leave its burst limit to calls", () =>
    Effect.gen(function* () {
      const { issue } = yield* EmbeddedEdge
      const key = yield* issue("developer")
      const opened = yield* Effect.all(
        Array.from({ length: 50 }, () => ask(key, "tools/list")),
        { concurrency: "unbounded" }
      )
      // a busy machine puts some off, which is not for the limit of the key
      assert.isFalse(opened.some(({ status }) => status === 429))
      assert.isFalse((yield* callTool(key, "search_food", { q: "milk" })).isError)
    })
  )

  it.effect("no error repeats more than 80 characters of what was sent", () =>
    Effect.gen(function* () {
      const key = yield* (yield* EmbeddedEdge).issue("growth")
      const long = "x".repeat(5_000)
      const unknown = yield* callTool(key, long)
      const wrong = yield* callTool(key, "search_food", { q: "milk", lang: long })
      const missing = yield* ask(key, "resources/read", { uri: `food://${long}` })
      for (const { body } of [unknown.reply, wrong.reply, missing]) {
        assert.isBelow(JSON.stringify(body).length, 600)
        assert.include(JSON.stringify(body), "x".repeat(40))
      }
    })
  )

  it.effect("what is no message, too large, from another page or another verb never reaches a tool", () =>
    Effect.gen(function* () {
      const { call, issue } = yield* EmbeddedEdge
      const key = yield* issue("growth")
      const list = { jsonrpc: "2.0", id: 1, method: "tools/list" }
      assert.strictEqual((yield* post(key, "{")).status, 400)
      assert.strictEqual((yield* post(key, [list])).status, 400)
      assert.strictEqual((yield* post(key, { ...list, pad: "x".repeat(262_144) })).status, 413)
      assert.strictEqual((yield* post(key, list, { headers: { "content-type": "text/plain" } })).status, 415)
      assert.strictEqual((yield* post(key, list, { headers: { origin: "https://evil.example" } })).status, 403)
      assert.strictEqual((yield* post(key, list, { headers: { host: "evil.example" } })).status, 403)
      assert.strictEqual((yield* post(key, list, { headers: { origin: "http://localhost:6274" } })).status, 200)
      for (const method of ["GET", "DELETE", "PUT"]) {
        const { headers, status } = yield* call("/mcp", key, { method })
        assert.deepStrictEqual([status, headers.allow], [405, "POST"])
      }
      assert.strictEqual((yield* post("", { jsonrpc: "2.0", method: "notifications/initialized" })).status, 202)
    })
  )
})
