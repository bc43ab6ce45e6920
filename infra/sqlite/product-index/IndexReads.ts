import { Predicate, Schema } from "effect"
import type { SqliteDatabase } from "../Sqlite.ts"
import { allKeys, blockCount, blockOfKey, type KeyRange, keysOfBlocks, numberOfKey } from "./RankKey.ts"
import { UnnoticedDamage } from "../UnnoticedDamage.ts"
import { checkedText, readChecked, type StoredProduct } from "./StoredProduct.ts"
import type { WordQueries } from "./WordQuery.ts"

const isKeys = (value: unknown): value is ReadonlyArray<number> =>
  Array.isArray(value) && value.every(Predicate.isNumber)

export const decodeKeys = (json: unknown): ReadonlyArray<number> => {
  const keys: unknown = JSON.parse(String(json))
  if (isKeys(keys)) return keys
  throw new TypeError("json_group_array answered something else than numbers")
}
const decodeCount = Schema.decodeUnknownSync(Schema.Struct({ total: Schema.Int }))

// node:sqlite binds numbers as REAL, which FTS5 does not take for a bound of its rows: hence the CASTs. That of the limit
// keeps SQLite from planning the statement anew for each limit, which takes longer than many searches.
// One JSON array is several times faster to read than as many rows.
const keysSql = `
  SELECT json_group_array(rowid) AS keys FROM (
    SELECT rowid FROM product_words
    WHERE product_words MATCH ? AND rowid BETWEEN CAST(? AS INTEGER) AND CAST(? AS INTEGER)
    ORDER BY rowid LIMIT CAST(? AS INTEGER)
  )`

/** The first keys in the range that the expression finds, ascending, at most `limit`. */
export const findKeys = (
  db: SqliteDatabase,
  expression: string,
  { first, last }: KeyRange,
  limit: number
): ReadonlyArray<number> => decodeKeys(db.statement(keysSql).get(expression, first, last, limit)?.["keys"])

/** No term holds this character. */
const separator = "\u001f"

// By number, which is the row itself, where a rank is looked up first. One text is several times faster to read than as
// many rows, and half of that faster than one JSON array
const termsSql = `
  SELECT group_concat(products.rank || products.terms, char(31)) AS texts
  FROM json_each(?) AS wanted CROSS JOIN products ON products.number = wanted.value`

/** A product of the index: its key, and a text that holds what it is found by, see `StoredTerms.ts`. */
export interface FoundTerms {
  readonly key: number
  readonly terms: string
}

/** What the products of these keys are found by. */
export const readTerms = (db: SqliteDatabase, keys: ReadonlyArray<number>): ReadonlyArray<FoundTerms> => {
  const texts = db.statement(termsSql).get(JSON.stringify(keys.map(numberOfKey)))?.["texts"]
  // the digits of the key end where the first field begins
  const found = Predicate.isString(texts)
    ? texts.split(separator).map((terms) => ({ key: Number.parseInt(terms, 10), terms }))
    : []
  if (found.length === keys.length && found.every(({ key }, i) => key === keys[i])) return found
  throw new UnnoticedDamage("the word index, which holds another product,")
}

const productsSql = `
  SELECT group_concat(${checkedText}, char(30)) AS texts
  FROM json_each(?) AS wanted CROSS JOIN products ON products.number = wanted.value`

/** No `checkedText` holds this character. */
const productSeparator = "\u001e"

/** A product that is listed. */
type ListedProduct = Pick<StoredProduct, "id"> & { readonly facts: string }

/** The products of these keys, by key. */
export const readProducts = (db: SqliteDatabase, keys: ReadonlyArray<number>): ReadonlyMap<number, ListedProduct> => {
  const texts = db.statement(productsSql).get(JSON.stringify(keys.map(numberOfKey)))?.["texts"]
  return new Map(
    (Predicate.isString(texts) ? texts.split(productSeparator) : []).flatMap((text) => {
      const { facts, id, rank } = readChecked(text)
      return rank === null || facts === null ? [] : [[rank, { id, facts }] as const]
    })
  )
}

/** What an expression finds. */
export interface Matches {
  /** the first keys, ascending, at least `firstKeysMin` of them if there are so many */
  readonly first: ReadonlyArray<number>
  readonly total: number
}

export const firstKeysMin = 101
/** What all of several words find is mostly sorted as a whole. */
const firstKeysOfSeveralWords = 2_000

const countAfterSql = `
  SELECT count(*) AS total FROM product_words WHERE product_words MATCH ? AND rowid > CAST(? AS INTEGER)`

/** Counts on where the first keys end, so that no list of the index is read twice. */
export const findMatches = (db: SqliteDatabase, queries: WordQueries): Matches => {
  const all = queries.all()
  const limit = queries.wordCount === 1 ? firstKeysMin : firstKeysOfSeveralWords
  const first = findKeys(db, all, allKeys, limit)
  const last = first.at(-1)
  if (last === undefined || first.length < limit) return { first, total: first.length }
  return { first, total: first.length + decodeCount(db.statement(countAfterSql).get(all, last)).total }
}

const nextKeySql = "SELECT rowid AS key FROM product_words WHERE rowid >= CAST(? AS INTEGER) ORDER BY rowid LIMIT 1"

/** The blocks that hold any product. */
export const occupiedBlocks = (db: SqliteDatabase): ReadonlyArray<number> => {
  const blocks: Array<number> = []
  for (let from = 0; from < blockCount; from = (blocks.at(-1) ?? blockCount) + 1) {
    const key = db.statement(nextKeySql).get(keysOfBlocks(from, from).first)?.["key"]
    if (!Predicate.isNumber(key)) break
    blocks.push(blockOfKey(key))
  }
  return blocks
}
