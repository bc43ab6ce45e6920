import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { analyzeRequests } from "../../src/api/contract/Examples.ts"
import { meal, post } from "../support/http/AnalyzeCall.ts"
import { Edge, edge } from "../support/http/Edge.ts"

const eggs = { food: "boiled egg", amount: 2, unit: "piece" }
const milk = { food: "milk", grams: 250 }

const item = (type: string, at: ReadonlyArray<string>, msg: string, input: unknown) => ({
  type,
  loc: ["body", "items", ...at],
  msg,
  input
})
const long = "б".repeat(201)

layer(edge())("POST /v1/analyze with items", (it) => {
  it.effect("answers what the same foods and amounts do as a text", () =>
    Effect.gen(function* () {
      const { body, status } = yield* post({ items: [eggs, milk] })
      assert.strictEqual(status, 200)
      assert.deepStrictEqual(body, (yield* post({ text: meal })).body)
    })
  )

  it.effect("keeps the order of the items, and sums do not depend on it", () =>
    Effect.gen(function* () {
      const there = yield* post({ items: [eggs, milk] })
      const back = yield* post({ items: [milk, eggs] })
      assert.deepNestedInclude(there.body, { dish: "Boiled egg, Whole milk", "components[1].weight_g": 250 })
      assert.deepNestedInclude(back.body, { dish: "Whole milk, Boiled egg", "components[0].weight_g": 250 })
      const sums = { calories: 308, proteins: 20.46, fats: 18.74, carbs: 13.12 }
      assert.deepInclude(there.body, { nutrition: sums })
      assert.deepInclude(back.body, { nutrition: sums })
    })
  )

  it.effect.each(["ml", "ML", "мл", "миллилитров", "مل"])("takes the unit %s by its name in any language", (unit) =>
    Effect.gen(function* () {
      const { body } = yield* post({ items: [{ food: "молоко", amount: 250, unit }], lang: "ru" })
      assert.deepNestedInclude(body, { "components[0].weight_g": 257.5, lang: "ru" })
    })
  )

  it.effect("lists what has no record in the details and leaves it out of the sums", () =>
    Effect.gen(function* () {
      const plinkets = { food: "plinkets", grams: 30 }
      const { body } = yield* post({ items: [plinkets, milk] }, "growth", "?details=true")
      assert.deepNestedInclude(body, {
        "components.length": 1,
        "components[0].details.text": "milk",
        "components[0].details.weight.source": "stated",
        "details.unresolved": ["plinkets"],
        "details.reader": "caller"
      })
    })
  )

  it.effect("is one use, whatever the number of items", () =>
    Effect.gen(function* () {
      const { metering } = yield* Edge
      const before = metering.counted.length
      yield* post({ items: [eggs, milk, eggs] })
      assert.deepStrictEqual(
        metering.counted.slice(before).map(({ operation }) => operation),
        ["analyze"]
      )
    })
  )

  it.effect.each(Object.entries(analyzeRequests))("takes the example of the document: %s", ([, { value }]) =>
    Effect.gen(function* () {
      assert.strictEqual((yield* post(value)).status, 200)
    })
  )

  it.effect("takes 50 items", () =>
    Effect.gen(function* () {
      const { body, status } = yield* post({ items: Array.from({ length: 50 }, () => milk) })
      assert.strictEqual(status, 200)
      assert.deepNestedInclude(body, { "components.length": 50 })
    })
  )

  it.effect("is a 422 when no item has a record", () =>
    Effect.gen(function* () {
      const items = [{ food: "plinkets", grams: 30 }]
      const { body, status } = yield* post({ items })
      assert.strictEqual(status, 422)
      const msg =
        "Value error, no food was recognised; name the foods as a menu or a shopping list would, with amounts where they are known"
      assert.deepStrictEqual(body, { detail: [item("value_error", [], msg, items)] })
    })
  )

  const oneAmount = "Value error, an item has either grams, or amount and unit"
  const carried = "Value error, the food carries an amount; put that into grams, or into amount and unit"

  it.effect.each([
    ["null", null, item("list_type", [], "Input should be a valid list", null)],
    ["an object", { food: "milk" }, item("list_type", [], "Input should be a valid list", { food: "milk" })],
    ["no item", [], item("too_short", [], "List should have at least 1 item after validation, not 0", [])],
    [
      "51 items",
      Array.from({ length: 51 }, () => milk),
      item(
        "too_long",
        [],
        "List should have at most 50 items after validation, not 51",
        Array.from({ length: 51 }, () => milk)
      )
    ],
    [
      "a text as an item",
      ["milk"],
      item(
        "model_attributes_type",
        ["0"],
        "Input should be a valid dictionary or object to extract fields from",
        "milk"
      )
    ],
    ["no food", [milk, { grams: 5 }], item("missing", ["1", "food"], "Field required", { grams: 5 })],
    [
      "an empty food",
      [{ food: "", grams: 5 }],
      item("string_too_short", ["0", "food"], "String should have at least 1 character", "")
    ],
    [
      "201 characters of food",
      [{ food: long, grams: 5 }],
      item("string_too_long", ["0", "food"], "String should have at most 200 characters", long)
    ],
    [
      "a number of pieces in the food",
      [{ food: "two eggs", grams: 5 }],
      item("value_error", ["0", "food"], carried, "two eggs")
    ],
    [
      "a weight in the food",
      [{ food: "100 g of milk", grams: 5 }],
      item("value_error", ["0", "food"], carried, "100 g of milk")
    ],
    [
      "no grams at all",
      [{ food: "milk", grams: 0 }],
      item("greater_than", ["0", "grams"], "Input should be greater than 0", 0)
    ],
    [
      "grams as text",
      [{ food: "milk", grams: "5" }],
      item("float_type", ["0", "grams"], "Input should be a valid number", "5")
    ],
    [
      "more than 100 kg",
      [{ food: "milk", grams: 100_001 }],
      item("less_than_equal", ["0", "grams"], "Input should be less than or equal to 100000", 100_001)
    ],
    [
      "101 kg",
      [{ food: "milk", amount: 101, unit: "kg" }],
      item("value_error", ["0"], "Value error, the amount is more than 100000 g or ml", {
        food: "milk",
        amount: 101,
        unit: "kg"
      })
    ],
    ["no amount", [{ food: "milk" }], item("value_error", ["0"], oneAmount, { food: "milk" })],
    [
      "an amount without a unit",
      [{ food: "milk", amount: 2 }],
      item("value_error", ["0"], oneAmount, { food: "milk", amount: 2 })
    ],
    ["two amounts", [{ ...eggs, grams: 9 }], item("value_error", ["0"], oneAmount, { ...eggs, grams: 9 })]
  ])("%s is a 422 that says where and why", ([, items, detail]) =>
    Effect.gen(function* () {
      const { body, status } = yield* post({ items })
      assert.strictEqual(status, 422)
      assert.deepStrictEqual<unknown>(body, { detail: [detail] })
    })
  )

  it.effect("names the units where one is unknown", () =>
    Effect.gen(function* () {
      const { body, status } = yield* post({ items: [{ food: "milk", amount: 1, unit: "furlong" }] })
      assert.strictEqual(status, 422)
      assert.deepNestedInclude(body, { "detail[0].type": "value_error", "detail[0].input": "furlong" })
      assert.deepNestedInclude(body, { "detail[0].loc": ["body", "items", "0", "unit"] })
      assert.match(JSON.stringify(body), /unknown unit; there are mg, g, .* cup, .* slice/)
    })
  )

  it.effect("refuses a text beside them, and lists every other offence as well", () =>
    Effect.gen(function* () {
      const sent = { text: meal, items: [{ food: "milk", grams: -1 }, { food: "" }], lang: "de" }
      const { body, status } = yield* post(sent)
      assert.strictEqual(status, 422)
      assert.deepStrictEqual<unknown>(body, {
        detail: [
          item("greater_than", ["0", "grams"], "Input should be greater than 0", -1),
          item("string_too_short", ["1", "food"], "String should have at least 1 character", ""),
          {
            type: "value_error",
            loc: ["body", "text"],
            msg: "Value error, send either text or items, not both",
            input: meal
          },
          {
            type: "literal_error",
            loc: ["body", "lang"],
            msg: "Input should be 'en', 'ru' or 'ar'",
            input: "de"
          }
        ]
      })
    })
  )

  it.effect("needs the plan that a text needs", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* post({ items: [milk] }, "starter")).status, 403)
    })
  )
})
