import { Effect } from "effect"
import { copyFileSync, existsSync } from "node:fs"
import { join } from "node:path"
import { vocabularyTerms } from "../../domain/search/SearchableProduct.ts"
import { makeIndexOpener } from "../../infra/sqlite/product-index/OpenIndex.ts"
import { decodeProducts } from "../../infra/sqlite/product-index/StoredFacts.ts"
import { checkedColumns, readProduct } from "../../infra/sqlite/product-index/StoredProduct.ts"
import { openSqlite, type SqliteDatabase } from "../../infra/sqlite/Sqlite.ts"
import type { Segment } from "../../infra/inverted-index/Segment.ts"
import { productOf } from "../../infra/inverted-index/Posting.ts"
import { keyOf, kinds, textOf } from "../../infra/inverted-index/TermKey.ts"
import { toDocument } from "../../projections/product-search/ProductDocument.ts"
import { temporaryFolder } from "./EmbeddedStores.ts"

/** By each tag, exact name and term of the index, the products that are found by it, in the order of ids. */
export type FoundBy = ReadonlyMap<string, ReadonlyArray<string>>

const asFoundBy = (found: ReadonlyMap<string, Array<string>>): FoundBy =>
  new Map([...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, ids]) => [key, ids.sort()]))

const note = (found: Map<string, Array<string>>, key: string, id: string): void => {
  const known = found.get(key)
  if (known === undefined) found.set(key, [id])
  else known.push(id)
}

const noteEntries = (segment: Segment, found: Map<string, Array<string>>): void => {
  const cursor = segment.dictionary.from(keyOf(kinds.tag, ""))
  if (cursor === null) return
  do {
    const { key } = cursor
    const kind = key[0] ?? 0
    if (kind > kinds.term) return
    const { categories, named } = segment.readLists(cursor.reader)
    for (const list of [named, categories].filter((each) => each !== null)) {
      const postings = new Int32Array(list.count)
      list.readPostings(postings, 0)
      for (const posting of postings) {
        const product = productOf(posting)
        if (!segment.isDeleted(product)) note(found, `${kind} ${textOf(key)}`, segment.idOf(product))
      }
    }
  } while (cursor.advance())
}

/** What the segments of a file find. */
export const foundBySegments = (db: SqliteDatabase): FoundBy => {
  const found = new Map<string, Array<string>>()
  for (const segment of makeIndexOpener().open(db).index.segments) noteEntries(segment, found)
  return asFoundBy(found)
}

/** What has to be found, as the products of the file themselves say. */
export const foundByProducts = (db: SqliteDatabase): FoundBy => {
  const found = new Map<string, Array<string>>()
  const listed = db.statement(`SELECT ${checkedColumns} FROM products WHERE rank IS NOT NULL`).all().map(readProduct)
  for (const { facts } of decodeProducts(listed)) {
    if (facts === null) continue
    const { searchable } = toDocument(facts, 1)
    const { exactNames, id, tags, terms } = searchable
    for (const tag of tags) note(found, `${kinds.tag} ${tag}`, id)
    for (const name of exactNames) note(found, `${kinds.name} ${name}`, id)
    for (const term of [...vocabularyTerms(terms), ...terms.code]) note(found, `${kinds.term} ${term}`, id)
  }
  return asFoundBy(found)
}

/** What is found by each word: as the segments say, and as the products themselves do. */
export const wordsOf = (db: SqliteDatabase) => ({ found: foundBySegments(db), held: foundByProducts(db) })

/**
 * Looks into a copy of the `views.db` of a folder that no process has open. To close the file itself would bring its log to
 * its places, and what a killed process left has to stay as it is.
 */
export const inViews = Effect.fnUntraced(function* <A>(folder: string, query: (db: SqliteDatabase) => A) {
  const path = join(yield* temporaryFolder, "views.db")
  for (const end of ["", "-wal"]) {
    const left = join(folder, `views.db${end}`)
    if (existsSync(left)) copyFileSync(left, path + end)
  }
  const db = yield* openSqlite({ path, synchronous: "NORMAL" })
  return yield* db.read("look into the views", () => query(db))
}, Effect.scoped)
