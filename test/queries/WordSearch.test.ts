import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { analyzeQuery } from "../../domain/search/QueryAnalysis.ts"
import type { PageRange, SearchQuery } from "../../domain/search/SearchQuery.ts"
import { toDocument } from "../../projections/product-search/ProductDocument.ts"
import { bruteForceIndex, bruteForceSearch } from "../support/BruteForceSearch.ts"
import { facts } from "../support/Facts.ts"
import { randomCatalogue, Seed } from "../support/RandomCatalogue.ts"
import { searchByWords } from "../../src/queries/WordSearch.ts"

/** Words of random catalogues that a query is likely to be relaxed by. */
const Words = Schema.Array(
  Schema.Literals([
    "milk",
    "whole",
    "chocolate",
    "eggplant",
    "3.2%",
    "330 ml",
    "with milk",
    "without chocolate",
    "big",
    "grilled",
    "молоко"
  ])
).check(Schema.isMinLength(1), Schema.isMaxLength(4))

const asked = (text: string, page: PageRange): SearchQuery => ({
  text,
  language: "en",
  region: null,
  source: null,
  ...page
})

const all: PageRange = { limit: 1_000, offset: 0 }

const documentsNamed = (names: ReadonlyArray<string>) =>
  names.map((name, i) => toDocument(facts({ id: `off_${i + 1}`, names: { en: [name] } }), 1))

describe("a search by words", () => {
  it.prop(
    "answers in pages what it answers as a whole, with the same total, and each product once",
    { catalogue: Seed, words: Words, limit: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 9 })) },
    ({ catalogue, limit, words }) => {
      const documents = randomCatalogue(catalogue)
      const text = words.join(" ")
      const whole = bruteForceSearch(documents, asked(text, all))
      assert.strictEqual(new Set(whole.products.map(({ id }) => id)).size, whole.products.length)
      assert.strictEqual(whole.total, whole.products.length)
      for (let offset = 0; offset <= whole.total + limit; offset += limit) {
        const { products, relaxed, total } = bruteForceSearch(documents, asked(text, { limit, offset }))
        assert.deepStrictEqual(products, whole.products.slice(offset, offset + limit))
        assert.deepStrictEqual([total, relaxed], [whole.total, whole.relaxed])
      }
    },
    { arbitrary: { runs: 60 }, timeout: 60_000 }
  )

  it("is of several queries in many of these", () => {
    const counts = Array.from({ length: 20 }, (_, seed) => {
      const { vocabulary } = bruteForceIndex(randomCatalogue(seed + 1))
      return Effect.runSync(analyzeQuery(asked("big whole chocolate milk 3.2%", all), vocabulary)).queries.length
    })
    assert.isAbove(counts.filter((count) => count > 1).length, 5)
  })

  it("takes a page from two queries where the first one ends in it", () => {
    const documents = documentsNamed(["Milk", "Organic milk", "Milk, organic", "Milk, skim"])
    const page = (limit: number, offset: number) => {
      const { products, total } = bruteForceSearch(documents, asked("organic milk", { limit, offset }))
      assert.strictEqual(total, 4)
      return products.map(({ id }) => id.slice("off_".length)).join("")
    }
    const order = page(4, 0)
    assert.sameMembers(order.slice(0, 2).split(""), ["2", "3"])
    assert.strictEqual(page(2, 1), order.slice(1, 3))
    assert.strictEqual(page(2, 2), order.slice(2))
    assert.strictEqual(page(2, 4), "")
  })

  it("asks once where one query says it all, and never where nothing can be found", () => {
    const index = bruteForceIndex(documentsNamed(["Milk"]))
    const askedFor = (text: string) => {
      const pages: Array<PageRange> = []
      const search: typeof index.search = (query, page) => {
        pages.push(page)
        return index.search(query, page)
      }
      const results = Effect.runSync(searchByWords({ ...index, search }, asked(text, { limit: 5, offset: 0 })))
      return { pages: pages.length, total: results.total }
    }
    assert.deepStrictEqual(askedFor("milk"), { pages: 1, total: 1 })
    assert.deepStrictEqual(askedFor("laptop"), { pages: 0, total: 0 })
  })
})
