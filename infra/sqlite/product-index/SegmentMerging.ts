import { Effect } from "effect"
import type { StorageUnavailable } from "../../../domain/ports/StorageUnavailable.ts"
import { ChunkBudget } from "../../inverted-index/ChunkCache.ts"
import { Merge } from "../../inverted-index/Merge.ts"
import { nextBit } from "../../inverted-index/Bits.ts"
import { openSegment, type Segment } from "../../inverted-index/Segment.ts"
import type { SqliteDatabase } from "../Sqlite.ts"
import { noticing } from "./OpenIndex.ts"
import {
  addDeletions,
  chunksOf,
  dropSomeUnlisted,
  type ListedSegment,
  listedSegments,
  listSegment,
  readDeletions,
  takeSegmentNumber,
  unlistSegment
} from "./SegmentStore.ts"

// Every batch of changes leaves a segment behind, and each query looks into all of them. So many of about one size become one
// of the next size, as Lucene's tiers do: a product is written once a tier.

/** Segments of one tier that are merged; each query looks into up to so many less one a tier. */
const segmentsPerTier = 8
/** Products of the smallest tier. */
const smallest = 512
/** A segment with more deleted products than one in so many is written anew. */
const deletedShare = 5

/** How long it takes until it is looked again whether there is something to merge. */
const interval = "250 millis"
const intervalAfterFailure = "10 seconds"

/** While merging a step is followed by other work; one takes some 5 ms. */
const budgetBytes = 8_388_608

const tierOf = (products: number): number =>
  products <= smallest ? 0 : Math.ceil(Math.log(products / smallest) / Math.log(segmentsPerTier))

/** The segments that should become one; none where all is well. */
export const segmentsToMerge = (listed: ReadonlyArray<ListedSegment>): ReadonlyArray<ListedSegment> => {
  const tiers = Map.groupBy(listed, ({ deleted, products }) => tierOf(products - deleted))
  for (const [, segments] of [...tiers].sort(([a], [b]) => a - b)) {
    if (segments.length >= segmentsPerTier) return segments
  }
  return listed.filter(({ deleted, products }) => deleted > 0 && deleted * deletedShare >= products).slice(0, 1)
}

/** Merges for as long as the scope lasts, whenever there is something to merge. */
export const mergeInBackground = (current: () => SqliteDatabase, onMerged: () => void): Effect.Effect<void> =>
  Effect.suspend(() => mergeOnce(current(), onMerged)).pipe(
    Effect.flatMap((merged) => (merged ? Effect.yieldNow : Effect.sleep(interval))),
    // another file may take the place of this one at any time; the next look is at that
    Effect.catchCause((cause) =>
      Effect.andThen(Effect.logWarning("the product index was not merged", cause), Effect.sleep(intervalAfterFailure))
    ),
    Effect.forever
  )

/** Merges what should become one; false: there was nothing to merge. */
const mergeOnce = Effect.fnUntraced(function* (
  db: SqliteDatabase,
  onMerged: () => void
): Effect.fn.Return<boolean, StorageUnavailable> {
  const listed = yield* db.read("list the segments of the product index", () => listedSegments(db))
  const chosen = segmentsToMerge(listed)
  if (chosen.length === 0) return false
  yield* mergeSegments(db, chosen, onMerged)
  return true
})

/** Makes one segment of all; a file that nobody reads yet is searched fastest so. */
export const mergeAll = Effect.fnUntraced(function* (db: SqliteDatabase, onMerged: () => void) {
  const listed = yield* db.read("list the segments of the product index", () => listedSegments(db))
  if (listed.length < 2 && listed.every(({ deleted }) => deleted === 0)) return
  yield* mergeSegments(db, listed, onMerged)
})

/**
 * Writes the new segment step by step; nobody knows of it before it takes the place of the others, in one transaction.
 * What is deleted from these meanwhile is deleted from it, too.
 */
const mergeSegments = Effect.fnUntraced(
  function* (
    db: SqliteDatabase,
    chosen: ReadonlyArray<ListedSegment>,
    onMerged: () => void
  ): Effect.fn.Return<void, StorageUnavailable> {
    const chunks = chunksOf(db)
    const number = yield* db.write("begin to merge the product index", () => takeSegmentNumber(db))
    const sources = yield* db.read("open the segments of the product index", () =>
      noticing(() => {
        const budget = new ChunkBudget(budgetBytes)
        return chosen.map((listed) => openSegment(chunks, budget, listed.segment, readDeletions(db, listed)))
      })
    )
    const merge = new Merge(sources, chunks, number)
    while (yield* db.write("merge the product index", () => noticing(() => merge.step()))) yield* Effect.yieldNow
    yield* db.write("finish to merge the product index", () => {
      putInPlace(db, number, sources, merge)
      // nobody looks into the others any more once they lose their chunks
      onMerged()
    })
    yield* dropUnlisted(db)
  },
  (merging, db) => Effect.tapCause(merging, () => Effect.ignore(dropUnlisted(db)))
)

const putInPlace = (db: SqliteDatabase, number: number, sources: ReadonlyArray<Segment>, merge: Merge): void => {
  const products = merge.header?.products ?? 0
  const listed = new Map(listedSegments(db).map((each) => [each.segment, each]))
  const deleted = sources.flatMap((source, i) => {
    const now = listed.get(source.number)
    const bits = now === undefined || now.deleted === source.deletedCount ? null : readDeletions(db, now)
    return bits === null ? [] : newlyDeleted(source, bits).map((product) => merge.numberIn(i, product))
  })
  for (const source of sources) unlistSegment(db, source.number)
  listSegment(db, { segment: number, products, deleted: 0 })
  if (deleted.length > 0) addDeletions(db, { segment: number, products, deleted: 0 }, deleted)
}

const newlyDeleted = (source: Segment, bits: Int32Array): ReadonlyArray<number> => {
  const products: Array<number> = []
  for (let at = nextBit(bits, 0, source.products); at < source.products; at = nextBit(bits, at + 1, source.products)) {
    if (!source.isDeleted(at)) products.push(at)
  }
  return products
}

/** Removes the chunks of segments that were merged into another or never finished, in steps of some milliseconds. */
export const dropUnlisted = Effect.fnUntraced(function* (
  db: SqliteDatabase
): Effect.fn.Return<void, StorageUnavailable> {
  while (yield* db.write("remove old segments of the product index", () => dropSomeUnlisted(db))) yield* Effect.yieldNow
})
