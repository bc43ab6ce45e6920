import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { analyzeQuery, type QueryIntent } from "../../domain/search/QueryAnalysis.ts"
import type { SearchQuery } from "../../domain/search/SearchQuery.ts"
import { toDocument } from "../../projections/product-search/ProductDocument.ts"
import { bruteForceIndex } from "./BruteForceSearch.ts"
import { facts } from "./Facts.ts"
import type { Overrides } from "./SearchOrder.ts"
import { searchByWords } from "../../src/queries/WordSearch.ts"

export interface Product {
  readonly name: string
  readonly brands?: string
  readonly quantity?: string
  readonly barcode?: string
}

const indexOf = (products: ReadonlyArray<string | Product>) =>
  bruteForceIndex(
    products.map((product, i) => {
      const { barcode, brands, name, quantity } = typeof product === "string" ? { name: product } : product
      const record: Overrides = {
        id: `off_${i + 1}`,
        names: { en: [name] },
        brands: brands ?? null,
        quantity: quantity ?? null,
        barcode: barcode ?? null
      }
      return toDocument(facts(record), 1)
    })
  )

const asked = (text: string): SearchQuery => ({
  text,
  language: /[а-я]/.test(text) ? "ru" : "en",
  region: null,
  source: null,
  limit: 50,
  offset: 0
})

export interface Found {
  readonly names: ReadonlyArray<string>
  readonly relaxed: ReadonlyArray<string>
}

/** The names of what is found, in their order, and the words that are left out. */
export const search = (text: string, products: ReadonlyArray<string | Product>): Found => {
  const found = Effect.runSync(searchByWords(indexOf(products), asked(text)))
  const names = found.products.map((product) => product.names["en"]?.[0] ?? "")
  assert.strictEqual(found.total, names.length)
  return { names, relaxed: found.relaxed }
}

export const intentOf = (text: string, products: ReadonlyArray<string | Product>): QueryIntent =>
  Effect.runSync(analyzeQuery(asked(text), indexOf(products).vocabulary))

/** The first word of each query, as it is written: what is left of the text, step by step. */
export const stepsOf = (text: string, products: ReadonlyArray<string | Product>) =>
  intentOf(text, products).queries.map(({ words }) => words.map(({ written }) => written[0]).join(" "))

export const many = (name: string, count = 10): ReadonlyArray<string> => Array.from({ length: count }, () => name)
