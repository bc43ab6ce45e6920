import { isWordTerm } from "../../../domain/language/Terms.ts"
import { vocabularyTerms } from "../../../domain/search/SearchableProduct.ts"
import type { ProductChange } from "../../../projections/ports/ProductIndex.ts"
import type { InvertedIndex } from "../../inverted-index/InvertedIndex.ts"
import { Run } from "../../inverted-index/Run.ts"
import type { Segment } from "../../inverted-index/Segment.ts"
import { productAt } from "../../inverted-index/FindProduct.ts"
import { kinds } from "../../inverted-index/TermKey.ts"
import { checkedColumns, readProduct } from "./StoredProduct.ts"
import type { SqliteDatabase } from "../Sqlite.ts"
import { UnnoticedDamage } from "../UnnoticedDamage.ts"
import { insertProductSql, productParameters, rowOf } from "./ProductRow.ts"
import { addDeletions, chunksOf, listedSegments, listSegment, takeSegmentNumber } from "./SegmentStore.ts"

/** What a product is found by no more. */
interface Removed {
  readonly key: number
  readonly number: number
  readonly id: string
}

interface Batch {
  readonly db: SqliteDatabase
  readonly run: Run
  readonly removed: Array<Removed>
  readonly words: Set<string>
  /** of the product that is listed next; the table numbers upwards from 1 */
  nextNumber: number
}

const lastNumberSql = "SELECT coalesce(max(number), 0) AS number FROM products"

/**
 * Applies the changes, except those whose version is not above the one held; for the inside of a write transaction. What
 * is listed becomes a segment of its own, what was before is deleted from the segment that has it. Answers the words that no
 * segment knew.
 */
export const applyChanges = (
  db: SqliteDatabase,
  changes: ReadonlyArray<ProductChange>,
  index: InvertedIndex
): ReadonlyArray<string> => {
  const lastNumber = Number(db.statement(lastNumberSql).get()?.["number"])
  const batch: Batch = { db, run: new Run(), removed: [], words: new Set(), nextNumber: lastNumber + 1 }
  for (const change of newestOf(changes)) hold(batch, change)
  removeFromSegments(db, index.segments, batch.removed)
  const { run } = batch
  if (run.size > 0) {
    const segment = takeSegmentNumber(db)
    const { products } = run.write(chunksOf(db), segment)
    listSegment(db, { segment, products, deleted: 0 })
  }
  return [...batch.words].filter((word) => index.segments.every((segment) => segment.lists(kinds.term, word) === null))
}

const idOf = (change: ProductChange): string => (change._tag === "Put" ? change.document.facts.id : change.id)
const versionOf = (change: ProductChange): number => (change._tag === "Put" ? change.document.version : change.version)

const newestOf = (changes: ReadonlyArray<ProductChange>): Iterable<ProductChange> => {
  const newest = new Map<string, ProductChange>()
  for (const change of changes) {
    const known = newest.get(idOf(change))
    if (known === undefined || versionOf(known) < versionOf(change)) newest.set(idOf(change), change)
  }
  return newest.values()
}

const addSql = `${insertProductSql} ON CONFLICT (id) DO NOTHING`
const changeSql = `
  UPDATE products SET version = ?, rank = ?, barcode = ?, precedence = ?, facts = ?, checksum = ?
  WHERE id = ? AND number = ?`
const heldSql = `SELECT ${checkedColumns} FROM products WHERE id = ?`

const hold = (batch: Batch, change: ProductChange): void => {
  const { db } = batch
  const row = rowOf(change)
  // most are new: looking for them first would find their place in the table twice
  const isNew = Number(db.statement(addSql).run(...productParameters(row, batch.nextNumber)).changes) > 0
  const number = isNew ? batch.nextNumber++ : replaced(batch, row.id, row.version)
  if (number === null) return
  // a product keeps its number for good
  if (!isNew) db.statement(changeSql).run(...productParameters(row, number))
  if (change._tag === "Withdraw") return
  const { searchable } = change.document
  batch.run.add(searchable, number)
  for (const term of vocabularyTerms(searchable.terms)) if (isWordTerm(term)) batch.words.add(term)
}

/** The number of the product that is held; `null`: what is held is as new. */
const replaced = ({ db, removed }: Batch, id: string, newVersion: number): number | null => {
  const { number, rank, version } = readProduct(db.statement(heldSql).get(id) ?? {})
  if (version >= newVersion) return null
  if (rank !== null) removed.push({ key: rank, number, id })
  return number
}

/** The only segment that has the product, and its place there. */
const placeOf = (segments: ReadonlyArray<Segment>, { id, key, number }: Removed) => {
  for (const segment of segments) {
    const product = productAt(segment, key, id)
    if (product === null || segment.isDeleted(product)) continue
    if (segment.numberOf(product) === number) return { segment, product }
  }
  throw new UnnoticedDamage("the inverted index, which lacks a product,")
}

const removeFromSegments = (
  db: SqliteDatabase,
  segments: ReadonlyArray<Segment>,
  removed: ReadonlyArray<Removed>
): void => {
  if (removed.length === 0) return
  const products = new Map<number, Array<number>>()
  for (const each of removed) {
    const { product, segment } = placeOf(segments, each)
    const known = products.get(segment.number)
    if (known === undefined) products.set(segment.number, [product])
    else known.push(product)
  }
  for (const listed of listedSegments(db)) {
    const deleted = products.get(listed.segment)
    if (deleted !== undefined) addDeletions(db, listed, deleted)
  }
}
