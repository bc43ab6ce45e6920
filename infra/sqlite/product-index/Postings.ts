import { Predicate } from "effect"
import { nowhere, type TermLookup } from "../../../domain/search/BucketFinder.ts"
import { fields } from "../../../domain/search/SearchableProduct.ts"
import type { SqliteDatabase } from "../Sqlite.ts"
import { decodeKeys } from "./IndexReads.ts"

// What a list of the word index says: the keys of the products that have the term, and the field where each has it. One
// pass over the lists of a query thus tells the buckets of all that matches, where the rows of the products would have to
// be read one by one. See https://www.sqlite.org/fts5.html#the_fts5vocab_virtual_table_module

const createSql =
  "CREATE VIRTUAL TABLE IF NOT EXISTS temp.product_postings USING fts5vocab('main', 'product_words', 'instance')"

// The columns are called as the fields. Their second letters tell them apart, except where terms are marked
const postingsSql = `
  SELECT json_group_array(doc) AS keys, group_concat(substr(col, 2, 1), '') AS fields
  FROM temp.product_postings WHERE term = ?`

const fieldOfLetter: ReadonlyMap<number, number> = new Map(
  fields.filter((field) => field !== "category").map((field) => [field.charCodeAt(1), fields.indexOf(field)])
)

/** Of ascending keys, where the term stands in each product; of others no answer is right. */
type Cursor = (key: number) => number

const cursorOf = (db: SqliteDatabase, term: string): Cursor => {
  const row = db.statement(postingsSql).get(term)
  const columns = row?.["fields"]
  // a term that nothing has makes no text
  if (!Predicate.isString(columns)) return () => nowhere
  const keys = decodeKeys(row?.["keys"])
  let at = 0
  // what begins in a way may stand at several fields of a product: they come in their order, the best first
  return (key) => {
    while ((keys[at] ?? nowhere) < key) at++
    return keys[at] === key ? (fieldOfLetter.get(columns.charCodeAt(at)) ?? nowhere) : nowhere
  }
}

/**
 * Looks terms up in products that are given by their keys, in ascending order. `listsOf` are the words of the index whose
 * lists hold what begins in a way.
 * Not for queries with categories, whose terms the index holds marked.
 */
export const postingsLookup = (
  db: SqliteDatabase,
  listsOf: (beginning: string) => ReadonlyArray<string>
): TermLookup<number> => {
  db.exec(createSql)
  return {
    fieldOf: (term) => cursorOf(db, term),
    fieldOfBeginning: (beginning) => {
      const cursors = listsOf(beginning).map((term) => cursorOf(db, term))
      return (key) => cursors.reduce((best, cursor) => Math.min(best, cursor(key)), nowhere)
    }
  }
}
