import { assert, layer } from "@effect/vitest"
import { Effect, Predicate, Schema } from "effect"
import { EmbeddedEdge, embeddedEdge } from "../support/http/EmbeddedEdge.ts"
import { ask, callTool } from "./ToolCalls.ts"

/** Each tool and what it has in common with REST: the same data for the same arguments. */
const twins = [
  ["search_food", { q: "milk", limit: 2 }, "/v1/search?q=milk&limit=2"],
  [
    "search_food",
    { q: "молоко", lang: "ru", source: "curated" },
    "/v1/search?q=%D0%BC%D0%BE%D0%BB%D0%BE%D0%BA%D0%BE&lang=ru&source=curated&limit=5"
  ],
  ["semantic_food_search", { q: "something to drink", limit: 1 }, "/v1/semantic-search?q=something+to+drink&limit=1"],
  ["lookup_barcode", { barcode: "04600494001234", details: true }, "/v1/barcode/04600494001234?details=true"],
  ["lookup_barcode", { barcode: "40000000" }, "/v1/barcode/40000000"],
  ["get_food_product", { product_id: "usda_7000000", details: true }, "/v1/product/usda_7000000?details=true"],
  ["get_food_product", { product_id: "usda_171265", details: false }, "/v1/product/usda_171265"],
  ["analyze_meal", { text: "200 g of milk" }, "/v1/analyze", { text: "200 g of milk" }],
  [
    "analyze_meal",
    { items: [{ food: "milk", amount: 1, unit: "glass" }], text: null },
    "/v1/analyze",
    { items: [{ food: "milk", amount: 1, unit: "glass" }] }
  ],
  [
    "analyze_meal",
    { text: "стакан молока и ложка хваща", lang: "ru", details: true },
    "/v1/analyze?details=true",
    { text: "стакан молока и ложка хваща", lang: "ru" }
  ],
  ["get_food_api_plans", {}, "/v1/plans"]
] as const

const posted = (body: unknown) => ({
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body)
})

const List = Schema.Struct({
  result: Schema.Struct({
    tools: Schema.Array(
      Schema.Struct({
        name: Schema.String,
        inputSchema: Schema.Struct({ type: Schema.Literal("object"), additionalProperties: Schema.Literal(false) }),
        outputSchema: Schema.Struct({ type: Schema.Literal("object") }),
        annotations: Schema.Record(Schema.String, Schema.Boolean)
      })
    )
  })
})

layer(embeddedEdge, { excludeTestServices: true })("Tools", (it) => {
  for (const [name, args, path, body] of twins) {
    it.effect(`${name} ${JSON.stringify(args)} answers what ${path} does, and counts the same`, () =>
      Effect.gen(function* () {
        const { call, issue } = yield* EmbeddedEdge
        const key = yield* issue("growth")
        const rest = yield* call(path, key, body === undefined ? {} : posted(body))
        const tool = yield* callTool(key, name, args)
        assert.deepStrictEqual(tool.data, rest.body)
        const left = (headers: object) =>
          Predicate.hasProperty(headers, "x-ratelimit-remaining") ? Number(headers["x-ratelimit-remaining"]) : -1
        const cost = name === "get_food_api_plans" ? 0 : 1
        assert.strictEqual(left(rest.headers) - left(tool.reply.headers), cost)
        assert.strictEqual(tool.reply.headers["x-plan"], "growth")
      })
    )
  }

  it.effect("get_food_api_account tells what is counted, and is not counted itself", () =>
    Effect.gen(function* () {
      const key = yield* (yield* EmbeddedEdge).issue("starter")
      yield* callTool(key, "search_food", { q: "milk" })
      yield* callTool(key, "search_food", { q: "m" })
      yield* callTool(key, "get_food_product", { product_id: "c_none" })
      yield* ask(key, "resources/read", { uri: "food://product/c_milk" })
      yield* ask(key, "tools/list")
      const { data } = yield* callTool(key, "get_food_api_account")
      assert.deepInclude(data, { plan: "starter", requests_today: 4 })
    })
  )

  it.effect("the list fits into 3,500 tokens, and every tool states its schemas and all four annotations", () =>
    Effect.gen(function* () {
      const { body, text } = yield* ask("", "tools/list")
      // schemas are about 3.5 characters a token
      assert.isBelow(text.length, 12_250)
      const { tools } = Schema.decodeUnknownSync(List)(body).result
      assert.isAtLeast(tools.length, 6)
      for (const { annotations } of tools)
        assert.deepStrictEqual(annotations, {
          readOnlyHint: true,
          destructiveHint: false,
          idempotentHint: true,
          openWorldHint: false
        })
      // Anthropic's and OpenAI's interfaces refuse a tool whose arguments are a union
      assert.notMatch(text, /\$ref|oneOf|allOf/)
    })
  )

  it.effect("the text is the same data without nulls, and five results are within 2,000 tokens", () =>
    Effect.gen(function* () {
      const key = yield* (yield* EmbeddedEdge).issue("growth")
      const { data, texts } = yield* callTool(key, "search_food", { q: "milk" })
      assert.lengthOf(texts, 1)
      assert.notInclude(texts[0], "null")
      assert.deepNestedInclude(JSON.parse(texts[0] ?? ""), { "results[0].id": "c_milk", total: 4 })
      assert.deepNestedInclude(data, { "results[0].barcode": null })
      assert.isBelow((texts[0] ?? "").length / 3, 2_000)
    })
  )
})
