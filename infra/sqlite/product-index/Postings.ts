import { Predicate } from "effect"
import type { TermLookup } from "../../../domain/search/LevelFinder.ts"
import { nowhere } from "../../../domain/search/Matching.ts"
import { places } from "../../../domain/search/SearchableProduct.ts"
import type { SqliteDatabase } from "../Sqlite.ts"
import { decodeKeys } from "./IndexReads.ts"

// What a list of the word index says: the keys of the products that have the term, and the place where each has it. One
// pass over the lists of a query thus tells the levels of all that matches, where the rows of the products would have to
// be read one by one. See https://www.sqlite.org/fts5.html#the_fts5vocab_virtual_table_module

const createSql =
  "CREATE VIRTUAL TABLE IF NOT EXISTS temp.product_postings USING fts5vocab('main', 'product_words', 'instance')"

// The columns are called as the places. Their second letters tell them apart, except where terms are marked
const postingsSql = `
  SELECT json_group_array(doc) AS keys, group_concat(substr(col, 2, 1), '') AS places
  FROM temp.product_postings WHERE term = ?`

const placeOfLetter: ReadonlyMap<number, number> = new Map(
  places.filter((place) => place !== "category").map((place) => [place.charCodeAt(1), places.indexOf(place)])
)

/** Of ascending keys, where the term stands in each product; of others no answer is right. */
type Cursor = (key: number) => number

const cursorOf = (db: SqliteDatabase, term: string): Cursor => {
  const row = db.statement(postingsSql).get(term)
  const columns = row?.["places"]
  // a term that nothing has makes no text
  if (!Predicate.isString(columns)) return () => nowhere
  const keys = decodeKeys(row?.["keys"])
  let at = 0
  // what begins in a way may stand at several places of a product: they come in their order, the best first
  return (key) => {
    while ((keys[at] ?? nowhere) < key) at++
    return keys[at] === key ? (placeOfLetter.get(columns.charCodeAt(at)) ?? nowhere) : nowhere
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
    placeOf: (term) => cursorOf(db, term),
    placeOfBeginning: (beginning) => {
      const cursors = listsOf(beginning).map((term) => cursorOf(db, term))
      return (key) => cursors.reduce((best, cursor) => Math.min(best, cursor(key)), nowhere)
    }
  }
}
