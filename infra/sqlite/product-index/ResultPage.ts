import { Predicate } from "effect"
import type { ProductFacts } from "../../../domain/product/ProductFacts.ts"
import type { AnalyzedQuery } from "../../../domain/search/AnalyzedQuery.ts"
import type { PageRange } from "../../../domain/search/SearchQuery.ts"
import type { SearchPage } from "../../../projections/ports/ProductIndex.ts"
import { decodeProducts } from "./StoredFacts.ts"
import { checkedText, readChecked } from "./StoredProduct.ts"
import type { SqliteDatabase } from "../Sqlite.ts"
import { UnnoticedDamage } from "../UnnoticedDamage.ts"
import type { OpenIndex } from "./OpenIndex.ts"

/** The page of results that the query asks for, and the number of all results. */
export const resultPage = (
  db: SqliteDatabase,
  { facts, index }: OpenIndex,
  query: AnalyzedQuery,
  range: PageRange
): SearchPage => {
  const { results, total } = index.search(query, range)
  const numbers = results.map(({ product, segment }) => segment.numberOf(product))
  const unknown = numbers.filter((number) => facts.known(number) === undefined)
  const read = unknown.length === 0 ? noFacts : readFacts(db, unknown)
  const products = numbers.map((number) => {
    const found = facts.known(number) ?? read.get(number)
    if (found === undefined) throw new UnnoticedDamage("the inverted index, which holds a product without facts,")
    return found
  })
  for (const [number, found] of read) facts.remember(number, found)
  return { products, total }
}

const noFacts: ReadonlyMap<number, ProductFacts> = new Map()

// one text of many products is read faster than as many rows
const factsSql = `
  SELECT group_concat(${checkedText}, char(30)) AS texts
  FROM json_each(?) AS wanted CROSS JOIN products ON products.number = wanted.value`
/** No `checkedText` holds this character. */
const productSeparator = "\u001e"

const readFacts = (db: SqliteDatabase, numbers: ReadonlyArray<number>): ReadonlyMap<number, ProductFacts> => {
  const texts = db.statement(factsSql).get(JSON.stringify(numbers))?.["texts"]
  const found = (Predicate.isString(texts) ? texts.split(productSeparator) : []).map(readChecked)
  return new Map(
    decodeProducts(found).flatMap(({ facts, number }) => (facts === null ? [] : [[number, facts] as const]))
  )
}
