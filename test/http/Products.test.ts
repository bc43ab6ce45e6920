import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Edge, edge } from "../support/http/Edge.ts"

const base = { food_group: "Other", image_url: null }

layer(edge())("Product operations", (it) => {
  it.effect("search answers exactly the specified fields, with the four core nutrition values only", () =>
    Effect.gen(function* () {
      const { call } = yield* Edge
      const reply = yield* call("/v1/search?q=milk&limit=2", "business")
      assert.strictEqual(reply.status, 200)
      assert.deepStrictEqual(reply.body, {
        results: [
          {
            ...base,
            id: "c_milk",
            name: "Milk",
            barcode: null,
            brands: null,
            nutrition: { calories: 61, proteins: 3.15, fats: 3.25, carbs: 4.8 },
            source: "curated",
            verified: true
          },
          {
            ...base,
            id: "usda_171265",
            name: "Milk, whole, 3.25% milkfat",
            barcode: null,
            brands: null,
            nutrition: { calories: 61, proteins: 3.15, fats: 3.25, carbs: 4.8 },
            food_group: "Dairy and Egg Products",
            source: "database",
            verified: false
          }
        ],
        total: 3,
        query: "milk",
        lang: "en"
      })
    })
  )

  it.effect("parameters reach the index as they were stated, defaults included", () =>
    Effect.gen(function* () {
      const { call, index } = yield* Edge
      yield* call("/v1/search?q=milk", "business")
      assert.deepStrictEqual(index.queries.at(-1), {
        text: "milk",
        language: "en",
        region: null,
        source: null,
        limit: 10,
        offset: 0
      })
      yield* call("/v1/search?q=%20Milk%20&lang=ar&region=gcc&source=off&limit=50&offset=10000", "business")
      assert.deepStrictEqual(index.queries.at(-1), {
        text: " Milk ",
        language: "ar",
        region: "gcc",
        source: "off",
        limit: 50,
        offset: 10_000
      })
    })
  )

  it.effect("q is echoed as it was sent, lang picks the names, and the main name stands in", () =>
    Effect.gen(function* () {
      const { call } = yield* Edge
      const arabic = yield* call("/v1/search?q=MILK&lang=ar", "business")
      assert.deepInclude(arabic.body, { query: "MILK", lang: "ar" })
      assert.deepNestedInclude(arabic.body, { "results[0].name": "حليب" })
      assert.deepNestedInclude(arabic.body, { "results[1].name": "Milk, whole, 3.25% milkfat" })
      const english = yield* call("/v1/search?q=drink", "business")
      assert.deepNestedInclude(english.body, { "results[0].name": "Oat drink" })
    })
  )

  it.effect("nothing found is an empty list with 200", () =>
    Effect.gen(function* () {
      const { call } = yield* Edge
      const reply = yield* call("/v1/search?q=laptop+bag", "business")
      assert.strictEqual(reply.status, 200)
      assert.deepStrictEqual(reply.body, { results: [], total: 0, query: "laptop bag", lang: "en" })
    })
  )

  it.effect("the sandbox key sees at most 3 results and the true total", () =>
    Effect.gen(function* () {
      const { call, index } = yield* Edge
      const reply = yield* call("/v1/search?q=mi&limit=50", "sandbox")
      assert.strictEqual(index.queries.at(-1)?.limit, 3)
      assert.deepInclude(reply.body, { total: 3 })
    })
  )

  it.effect("product lookup adds fiber, sugar and sodium, rounded to two decimals", () =>
    Effect.gen(function* () {
      const { call } = yield* Edge
      const reply = yield* call("/v1/product/off_4600494001234", "starter")
      assert.strictEqual(reply.status, 200)
      assert.deepStrictEqual(reply.body, {
        ...base,
        id: "off_4600494001234",
        name: "Напиток овсяный",
        barcode: "4600494001234",
        brands: "Nemoloko",
        nutrition: { calories: 45.68, proteins: 1, fats: 1.5, carbs: 6.67, fiber: 0.81, sugar: 3.33, sodium: 40.13 },
        source: "database",
        verified: false
      })
    })
  )

  it.effect("without full nutrients fiber, sugar and sodium are null", () =>
    Effect.gen(function* () {
      const { call } = yield* Edge
      const product = yield* call("/v1/product/off_4600494001234", "developer")
      assert.deepNestedInclude(product.body, {
        nutrition: { calories: 45.68, proteins: 1, fats: 1.5, carbs: 6.67, fiber: null, sugar: null, sodium: null }
      })
      const scanned = yield* call("/v1/barcode/4600494001234", "sandbox")
      assert.deepNestedInclude(scanned.body, {
        "product.nutrition": { calories: 45.68, proteins: 1, fats: 1.5, carbs: 6.67, sugar: null, sodium: null }
      })
    })
  )

  it.effect("unknown values are null, never 0", () =>
    Effect.gen(function* () {
      const { call } = yield* Edge
      const reply = yield* call("/v1/product/p_4600000000015", "business")
      assert.deepNestedInclude(reply.body, {
        nutrition: { calories: null, proteins: 3, fats: 3, carbs: 4, fiber: null, sugar: null, sodium: null }
      })
    })
  )

  it.effect.each(["usda_171265", "usda_foods_171265", "usda_0171265"])("%s is the one product, by its one ID", (id) =>
    Effect.gen(function* () {
      const { call } = yield* Edge
      const reply = yield* call(`/v1/product/${id}`, "business")
      assert.strictEqual(reply.status, 200)
      assert.deepInclude(reply.body, { id: "usda_171265" })
    })
  )

  it.effect.each(["usda_1", "nothing", "c_", "usda_171265%00", "a%2Fb", "usda_171265;x", "x".repeat(3_000)])(
    "an unknown ID is a 404 that counts: %s",
    (id) =>
      Effect.gen(function* () {
        const { call, metering } = yield* Edge
        const before = metering.counted.length
        const reply = yield* call(`/v1/product/${id}`, "business")
        assert.strictEqual(reply.status, 404)
        assert.deepStrictEqual(reply.body, { detail: "Product not found." })
        assert.strictEqual(reply.headers["x-ratelimit-remaining"], "-1")
        assert.strictEqual(metering.counted.length, before + 1)
      })
  )

  it.effect("a barcode answers the product with sugar and sodium, echoing what was asked", () =>
    Effect.gen(function* () {
      const { call } = yield* Edge
      const reply = yield* call("/v1/barcode/04600494001234", "growth")
      assert.strictEqual(reply.status, 200)
      assert.deepStrictEqual(reply.body, {
        found: true,
        barcode: "04600494001234",
        product: {
          ...base,
          id: "off_4600494001234",
          name: "Напиток овсяный",
          barcode: "4600494001234",
          brands: "Nemoloko",
          nutrition: { calories: 45.68, proteins: 1, fats: 1.5, carbs: 6.67, sugar: 3.33, sodium: 40.13 },
          source: "database",
          verified: false
        }
      })
    })
  )

  it.effect("a code of 6 or 7 digits that is no barcode, and fdc:<id>, find the FDC record", () =>
    Effect.gen(function* () {
      const { call } = yield* Edge
      const plain = yield* call("/v1/barcode/171265", "business")
      assert.deepNestedInclude(plain.body, { found: true, barcode: "171265", "product.id": "usda_171265" })
      const explicit = yield* call("/v1/barcode/fdc:171265", "business")
      assert.deepNestedInclude(explicit.body, { found: true, barcode: "fdc:171265", "product.id": "usda_171265" })
      const escaped = yield* call("/v1/barcode/fdc%3A171265", "business")
      assert.deepNestedInclude(escaped.body, { barcode: "fdc:171265" })
    })
  )

  it.effect("a barcode that is not known is 200 with found false", () =>
    Effect.gen(function* () {
      const { call } = yield* Edge
      const reply = yield* call("/v1/barcode/4600000000999", "business")
      assert.strictEqual(reply.status, 200)
      assert.deepStrictEqual(reply.body, { found: false, product: null })
    })
  )

  it.effect("details are served only when asked for, by product and barcode alike", () =>
    Effect.gen(function* () {
      const { call } = yield* Edge
      const details = {
        names: { ru: ["Напиток овсяный", "Овсяное молоко"], en: ["Oat drink"] },
        main_language: "ru",
        regions: ["russia"],
        categories: ["Beverages", "Oat drinks"],
        nutrients: { saturated_fat: 0.235, vitamin_b12: 0.004, salt: 0.1 },
        not_in_plan: [],
        serving: "200 ml",
        serving_size: { amount: 200, unit: "ml" },
        quantity: "1 l",
        basis: "100ml",
        popularity: 7,
        modified_on: "2024-03-09",
        composition: {
          contains: ["gluten"],
          may_contain: ["soy"],
          free_of: ["animal"],
          ingredients: { language: "en", text: "Water, oats, salt", form: "label", complete: true }
        },
        barcode_ids: ["off_4600494001234"],
        provenance: { dataset: "Open Food Facts", reference: "4600494001234", licence: "ODbL-1.0" },
        quality: [{ field: "calories", rule: "above 900 kcal", raw: "4567" }]
      }
      const got = (path: string) => Effect.map(call(path, "business"), ({ body }) => body)
      assert.deepNestedInclude(yield* got("/v1/product/off_4600494001234?details=true"), { details })
      assert.deepNestedInclude(yield* got("/v1/barcode/4600494001234?details=true"), { "product.details": details })
      assert.notProperty(yield* got("/v1/product/off_4600494001234?details=false"), "details")
    })
  )

  it.effect("HEAD is GET without the body, and counts", () =>
    Effect.gen(function* () {
      const { call, metering } = yield* Edge
      const before = metering.counted.length
      const reply = yield* call("/v1/search?q=milk", "business", { method: "HEAD" })
      assert.strictEqual(reply.status, 200)
      assert.strictEqual(reply.text, "")
      assert.strictEqual(reply.headers["x-plan"], "business")
      assert.strictEqual(metering.counted.length, before + 1)
    })
  )
})
