import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { EmbeddedEdge, embeddedEdge } from "../support/http/EmbeddedEdge.ts"
import { callTool } from "./ToolCalls.ts"

const usedBy = (key: string) => Effect.map(callTool(key, "get_food_api_account"), ({ data }) => data)

layer(embeddedEdge, { excludeTestServices: true })("compare_foods", (it) => {
  it.effect("puts nutrients side by side in the order asked, by id and barcode, and says how they differ", () =>
    Effect.gen(function* () {
      const { call, issue } = yield* EmbeddedEdge
      const key = yield* issue("growth")
      const foods = ["usda_171265", "4600494001234", "usda_171265"]
      const { data, texts } = yield* callTool(key, "compare_foods", { foods })
      assert.deepNestedInclude(data, {
        "foods[0].asked": "usda_171265",
        "foods[0].id": "usda_171265",
        "foods[1].asked": "4600494001234",
        "nutrients[0].nutrient": "calories",
        "nutrients[0].unit": "kcal",
        "nutrients[0].differences[0]": 0,
        "nutrients[0].differences[2]": 0,
        unknown: [],
        not_in_plan: []
      })
      // each as its look-up has it
      const first = yield* call("/v1/product/usda_171265", key)
      const second = yield* call("/v1/barcode/4600494001234", key)
      const sugarOf = (body: unknown, path: string) => JSON.parse(JSON.stringify(body))[path]
      const { nutrition } = JSON.parse(first.text)
      const other = sugarOf(second.body, "product").nutrition
      assert.deepNestedInclude(data, {
        "nutrients[0].amounts": [nutrition.calories, other.calories, nutrition.calories],
        "nutrients[0].differences[1]": Math.round((other.calories - nutrition.calories) * 1_000) / 1_000
      })
      // in the text, too, an unknown amount keeps its place
      assert.deepStrictEqual(JSON.parse(texts[0] ?? ""), data)
    })
  )

  it.effect("counts each food, found or not, and names what is not found beside the rest", () =>
    Effect.gen(function* () {
      const key = yield* (yield* EmbeddedEdge).issue("growth")
      const { data, isError, texts } = yield* callTool(key, "compare_foods", {
        foods: ["c_milk", "c_none", "40000000", "usda_171265"]
      })
      assert.isFalse(isError)
      assert.deepNestedInclude(data, { unknown: ["c_none", "40000000"], "foods[1].id": "usda_171265" })
      assert.match(texts[1] ?? "", /c_none; 40000000\. Look for it with search_food/)
      assert.deepInclude(yield* usedBy(key), { requests_today: 4 })
    })
  )

  it.effect("shows what the plan shows, and says what it withholds", () =>
    Effect.gen(function* () {
      const key = yield* (yield* EmbeddedEdge).issue("developer")
      const { data, texts } = yield* callTool(key, "compare_foods", { foods: ["c_milk", "usda_171265"] })
      assert.deepNestedInclude(data, { not_in_plan: ["fiber", "sugar", "sodium", "nutrients"] })
      assert.notMatch(texts[0] ?? "", /"nutrient":"(?:fiber|sugar|sodium|salt|saturated_fat)"/)
    })
  )

  it.effect.each([
    [{ foods: ["c_milk"] }, /foods: .*at least 2 items/],
    [{ foods: Array.from({ length: 11 }, () => "c_milk") }, /foods: .*at most 10 items/],
    [{ foods: "c_milk" }, /foods: .*valid/],
    [{ foods: ["c_milk", 5] }, /foods\.1: /],
    [{}, /foods: Field required/]
  ] as const)("%j is refused in words, and counts once", ([args, words]) =>
    Effect.gen(function* () {
      const key = yield* (yield* EmbeddedEdge).issue("growth")
      const { isError, texts } = yield* callTool(key, "compare_foods", args)
      assert.isTrue(isError)
      assert.match(texts.join(" "), words)
      assert.deepInclude(yield* usedBy(key), { requests_today: 1 })
    })
  )

  it.effect("beyond the quota counts nothing: all or none", () =>
    Effect.gen(function* () {
      const key = yield* (yield* EmbeddedEdge).issue("sandbox")
      const foods = ["c_milk", "usda_171265", "c_milk", "c_milk", "c_milk", "c_milk"]
      const first = yield* callTool(key, "compare_foods", { foods })
      assert.strictEqual(first.reply.headers["x-ratelimit-remaining"], "4")
      const second = yield* callTool(key, "compare_foods", { foods })
      assert.strictEqual(second.reply.status, 429)
      assert.strictEqual(second.reply.headers["x-ratelimit-remaining"], "4")
    })
  )
})
