import { assert, describe, it } from "@effect/vitest"
import { Effect, type Layer, Option } from "effect"
import { ProductId } from "../../domain/product/ProductId.ts"
import type { SearchQuery } from "../../domain/search/SearchQuery.ts"
import { ProductIndex } from "../../projections/ports/ProductIndex.ts"
import { toDocument } from "../../projections/product-search/ProductDocument.ts"
import { facts } from "../support/Facts.ts"
import { put, withdraw } from "../support/ProductChanges.ts"
import { suiteOfBarcodes } from "./ProductIndexBarcodes.ts"
import { suiteOfExtremes } from "./ProductIndexExtremes.ts"
import { suiteOfProperties } from "./ProductIndexProperties.ts"
import { searchByWords } from "../../src/queries/WordSearch.ts"

const search = Effect.fnUntraced(function* (text: string, more: Partial<SearchQuery> = {}) {
  const index = yield* ProductIndex
  const query = { text, language: "en", region: null, source: null, limit: 50, offset: 0, ...more } as const
  const { products, total } = yield* searchByWords(index, query)
  return { ids: products.map((product) => product.id), total }
})

const nameOf = Effect.fnUntraced(function* (id: string) {
  const product = yield* (yield* ProductIndex).findById(ProductId.make(id))
  return Option.map(product, ({ names }) => names["en"]?.[0])
})

const incomplete = { ...facts().nutrition, calories: null }

/** What a product index guarantees. Each test builds an index of its own; `runs` is how many random catalogues are. */
export const suite = <E>(name: string, layer: Layer.Layer<ProductIndex, E>, runs = 60) =>
  describe(`ProductIndex: ${name}`, () => {
    const test = (guarantee: string, body: () => Effect.Effect<void, unknown, ProductIndex>) =>
      it.effect(guarantee, () => body().pipe(Effect.provide(layer)))

    test("an empty index finds nothing, in no words and in many", () =>
      Effect.gen(function* () {
        const index = yield* ProductIndex
        for (const text of ["milk", "!?", "мол", "4600699501066"]) {
          assert.deepStrictEqual(yield* search(text), { ids: [], total: 0 })
        }
        assert.isTrue(Option.isNone(yield* index.findById(ProductId.make("off_1"))))
        assert.isTrue(Option.isNone(yield* index.findByBarcode("4600699501066")))
      }))

    test("a product that was put is returned with all its facts", () =>
      Effect.gen(function* () {
        const index = yield* ProductIndex
        const stored = facts({
          id: "off_1",
          names: { en: ["Milk"], ru: ["Молоко", "Молочко"] },
          quality: [{ field: "fats", rule: "range", raw: `"1e9"` }],
          barcode: "4600699501066",
          composition: {
            contains: ["milk", "lactose"],
            mayContain: ["nuts"],
            freeOf: ["gluten"],
            ingredients: { language: "ru", text: "молоко, соль; «сахар»", form: "label", isWhole: false }
          },
          imageUrl: "https://example.org/?a=1&b='"
        })
        yield* index.apply([{ _tag: "Put", document: toDocument(stored, 1) }])
        assert.deepStrictEqual(yield* index.findById(stored.id), Option.some(stored))
        assert.deepStrictEqual(yield* index.findByBarcode("4600699501066"), Option.some(stored))
        const query = { text: "молочко", language: "en", region: null, source: null, limit: 1, offset: 0 } as const
        assert.deepStrictEqual(yield* searchByWords(index, query), { products: [stored], total: 1, relaxed: [] })
      }))

    test("a change whose version is not higher than what is held changes nothing", () =>
      Effect.gen(function* () {
        const index = yield* ProductIndex
        yield* index.apply([put({ id: "off_1", names: { en: ["Third"] } }, 3)])
        yield* index.apply([put({ id: "off_1", names: { en: ["Second"] } }, 2), withdraw("off_1", 1)])
        yield* index.apply([put({ id: "off_1", names: { en: ["Again"] } }, 3), withdraw("off_1", 3)])
        assert.deepStrictEqual(yield* nameOf("off_1"), Option.some("Third"))
        assert.deepStrictEqual(yield* search("second"), { ids: [], total: 0 })
        assert.deepStrictEqual(yield* search("third"), { ids: ["off_1"], total: 1 })
      }))

    test("a revised product is found by its new words only, and only once", () =>
      Effect.gen(function* () {
        const index = yield* ProductIndex
        yield* index.apply([put({ id: "off_1", names: { en: ["Milk"] }, barcode: "00000017" }, 1)])
        yield* index.apply([put({ id: "off_1", names: { en: ["Butter"] }, barcode: "00000024" }, 2)])
        assert.deepStrictEqual(yield* search("milk"), { ids: [], total: 0 })
        assert.deepStrictEqual(yield* search("butter"), { ids: ["off_1"], total: 1 })
        assert.isTrue(Option.isNone(yield* index.findByBarcode("00000017")))
        assert.isTrue(Option.isSome(yield* index.findByBarcode("00000024")))
      }))

    test("a withdrawn product is not found in any way, an older change does not bring it back, a relisting does", () =>
      Effect.gen(function* () {
        const index = yield* ProductIndex
        const product = { id: "off_1", barcode: "4600699501066" } as const
        yield* index.apply([put(product, 1), put({ id: "off_2" }, 1)])
        yield* index.apply([withdraw("off_1", 2)])
        yield* index.apply([put(product, 1)])
        assert.deepStrictEqual(yield* search("milk"), { ids: ["off_2"], total: 1 })
        assert.isTrue(Option.isNone(yield* index.findById(ProductId.make("off_1"))))
        assert.isTrue(Option.isNone(yield* index.findByBarcode("4600699501066")))
        yield* index.apply([put(product, 3)])
        assert.strictEqual((yield* search("milk")).total, 2)
        assert.isTrue(Option.isSome(yield* index.findByBarcode("4600699501066")))
      }))

    test("a withdrawal that comes before what it withdraws holds", () =>
      Effect.gen(function* () {
        const index = yield* ProductIndex
        yield* index.apply([withdraw("off_1", 2), put({ id: "off_1" }, 1)])
        assert.deepStrictEqual(yield* search("milk"), { ids: [], total: 0 })
        assert.deepInclude(yield* index.digest, { products: 0, withdrawn: 1 })
      }))

    test("the last of several changes of one product in one batch holds", () =>
      Effect.gen(function* () {
        const index = yield* ProductIndex
        yield* index.apply([
          put({ id: "off_1" }, 1),
          withdraw("off_1", 2),
          put({ id: "off_1", names: { en: ["Tea"] } }, 3)
        ])
        assert.deepStrictEqual(yield* search("milk"), { ids: [], total: 0 })
        assert.deepStrictEqual(yield* search("tea"), { ids: ["off_1"], total: 1 })
      }))

    test("each region finds its own products and the global ones", () =>
      Effect.gen(function* () {
        const index = yield* ProductIndex
        const regions = ["russia", "gcc", "us", "eu", "global"] as const
        yield* index.apply(regions.map((region) => put({ id: `p_${regions.indexOf(region)}`, regions: [region] })))
        for (const region of regions) {
          const { ids, total } = yield* search("milk", { region })
          assert.deepStrictEqual(new Set<string>(ids), new Set([`p_${regions.indexOf(region)}`, "p_4"]), region)
          assert.strictEqual(total, region === "global" ? 1 : 2)
        }
        assert.strictEqual((yield* search("milk")).total, 5)
      }))

    test("a source finds its own records, also together with a region", () =>
      Effect.gen(function* () {
        const index = yield* ProductIndex
        yield* index.apply([
          put({ id: "c_milk", regions: ["us"] }),
          put({ id: "off_1", regions: ["us"] }),
          put({ id: "off_2", regions: ["eu"] }),
          put({ id: "usda_1", regions: ["us"] })
        ])
        assert.deepStrictEqual(yield* search("milk", { source: "curated" }), { ids: ["c_milk"], total: 1 })
        assert.strictEqual((yield* search("milk", { source: "off" })).total, 2)
        assert.deepStrictEqual(yield* search("milk", { source: "off", region: "us" }), { ids: ["off_1"], total: 1 })
        assert.deepStrictEqual(yield* search("milk", { source: "curated", region: "eu" }), { ids: [], total: 0 })
      }))

    test("curated foods first, then exact names, then complete nutrition, whatever else speaks for a product", () =>
      Effect.gen(function* () {
        const index = yield* ProductIndex
        yield* index.apply([
          put({ id: "off_1", names: { en: ["Milk, whole"] }, generic: true, popularity: 9999 }),
          put({ id: "off_2", names: { en: ["Milk, whole"] }, generic: true, nutrition: incomplete }),
          put({ id: "off_3", names: { en: ["Zzz"], ru: ["MILK!"] }, brands: "B", nutrition: incomplete }),
          put({ id: "off_4", names: { en: ["Milk"] }, brands: "B" }),
          put({ id: "c_1", names: { en: ["Bread with milk"] }, nutrition: incomplete }),
          put({ id: "c_2", names: { en: ["Bread"] }, categories: ["milk"] }),
          put({ id: "c_3", names: { en: ["Milk"] }, nutrition: incomplete })
        ])
        const { ids } = yield* search("milk")
        assert.deepStrictEqual(ids, ["c_3", "off_4", "off_3", "off_1", "off_2", "c_2", "c_1"])
      }))

    test("a beginning finds all words that begin so, few or very many, short or long", () =>
      Effect.gen(function* () {
        const index = yield* ProductIndex
        const words = Array.from({ length: 120 }, (_, i) => `chocola${String.fromCodePoint(0x4e00 + i)}`)
        yield* index.apply(words.map((word, i) => put({ id: `off_${i}`, names: { en: [word] } })))
        for (const beginning of ["c", "ch", "choc", "choco", "chocola"]) {
          assert.strictEqual((yield* search(beginning)).total, words.length, beginning)
        }
        yield* index.apply([put({ id: "off_999", names: { en: ["chocolate", "chocolatey"] } })])
        assert.deepStrictEqual(yield* search("chocolat"), { ids: ["off_999"], total: 1 })
        assert.strictEqual((yield* search("choco")).total, words.length + 1)
      }))

    test("no text reaches the engine as syntax", () =>
      Effect.gen(function* () {
        const index = yield* ProductIndex
        yield* index.apply([put({ id: "off_1" }), put({ id: "off_2", names: { en: ["Butter"] } })])
        const hostile = [
          `"`,
          `milk"`,
          `"milk" OR "butter"`,
          "milk OR butter",
          "milk NOT butter",
          "head:milk",
          "{head} : milk",
          "milk*",
          "^milk",
          "NEAR(milk butter)",
          "milk AND",
          "-milk",
          "#region_us",
          "@4600",
          "milk=",
          "'; DROP TABLE products; --",
          "(((((((((",
          "\u0000milk",
          "milk\u202e",
          "\ud800",
          "e" + "\u0301".repeat(200),
          "%",
          "a ".repeat(100),
          "*"
        ]
        for (const text of hostile) {
          const { total } = yield* search(text)
          assert.isAtMost(total, 1, text)
        }
        assert.strictEqual((yield* search("milk")).total, 1)
      }))

    test("two indexes that hold the same have the same digest, whatever way they came to it", () =>
      Effect.gen(function* () {
        const index = yield* ProductIndex
        yield* index.apply([put({ id: "off_2" }, 1), put({ id: "off_1" }, 3), withdraw("off_3", 2)])
        const digest = yield* index.digest
        assert.deepInclude(digest, { products: 2, withdrawn: 1 })
        const other = yield* ProductIndex.use((other) =>
          other
            .apply([put({ id: "off_3" }, 1), put({ id: "off_1" }, 1)])
            .pipe(
              Effect.andThen(other.apply([withdraw("off_3", 2), put({ id: "off_1" }, 3), put({ id: "off_2" }, 1)])),
              Effect.andThen(other.digest)
            )
        ).pipe(Effect.provide(layer, { local: true }))
        assert.deepStrictEqual(other, digest)
        yield* index.apply([put({ id: "off_2" }, 2)])
        assert.notStrictEqual((yield* index.digest).checksum, digest.checksum)
      }))

    suiteOfProperties(layer, runs)
    suiteOfBarcodes(layer, runs)
    suiteOfExtremes(layer)
  })
