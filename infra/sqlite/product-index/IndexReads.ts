import { Predicate, Schema } from "effect"
import type { SqliteDatabase } from "../Sqlite.ts"
import { blockCount, type KeyRange, keysOfBlocks } from "./RankKey.ts"

const isKeys = (value: unknown): value is ReadonlyArray<number> =>
  Array.isArray(value) && value.every(Predicate.isNumber)

const decodeKeys = (json: unknown): ReadonlyArray<number> => {
  const keys: unknown = JSON.parse(String(json))
  if (isKeys(keys)) return keys
  throw new TypeError("json_group_array answered something else than numbers")
}
const isTexts = (value: unknown): value is ReadonlyArray<string> =>
  Array.isArray(value) && value.every(Predicate.isString)

const decodeTexts = (json: unknown): ReadonlyArray<string> => {
  const texts: unknown = JSON.parse(String(json))
  if (isTexts(texts)) return texts
  throw new TypeError("json_group_array answered something else than texts")
}
const decodeCount = Schema.decodeUnknownSync(Schema.Struct({ total: Schema.Int }))

// node:sqlite binds numbers as REAL, which FTS5 does not take for a bound of its rows: hence the CASTs.
// One JSON array is several times faster to read than as many rows.
const keysSql = `
  SELECT json_group_array(rowid) AS keys FROM (
    SELECT rowid FROM product_words
    WHERE product_words MATCH ? AND rowid BETWEEN CAST(? AS INTEGER) AND CAST(? AS INTEGER)
    ORDER BY rowid LIMIT ?
  )`

/** The first keys in the range that the expression finds, ascending, at most `limit`. */
export const findKeys = (
  db: SqliteDatabase,
  expression: string,
  { first, last }: KeyRange,
  limit: number
): ReadonlyArray<number> => decodeKeys(db.statement(keysSql).get(expression, first, last, limit)?.["keys"])

// the two arrays have the same order, and are several times faster to read than as many rows
const termsSql = `
  SELECT json_group_array(rank) AS keys, json_group_array(terms) AS terms FROM (
    SELECT rank, terms FROM products WHERE rank IN (SELECT CAST(value AS INTEGER) FROM json_each(?))
  )`

/** What the products of these keys are found by, see `StoredTerms.ts`. */
export const readTerms = (
  db: SqliteDatabase,
  keys: ReadonlyArray<number>
): ReadonlyArray<{ readonly key: number; readonly terms: string }> => {
  if (keys.length === 0) return []
  const row = db.statement(termsSql).get(JSON.stringify(keys))
  const terms = decodeTexts(row?.["terms"])
  return decodeKeys(row?.["keys"]).map((key, i) => ({ key, terms: terms[i] ?? "" }))
}

/** How many products the expression finds. */
export const countMatches = (db: SqliteDatabase, expression: string): number =>
  decodeCount(db.statement("SELECT count(*) AS total FROM product_words WHERE product_words MATCH ?").get(expression))
    .total

/** The blocks that hold any product. */
export const occupiedBlocks = (db: SqliteDatabase): ReadonlyArray<number> =>
  Array.from({ length: blockCount }, (_, block) => block).filter((block) => {
    const { first, last } = keysOfBlocks(block, block)
    return db.statement("SELECT 1 FROM products WHERE rank BETWEEN ? AND ? LIMIT 1").get(first, last) !== undefined
  })
