import { Effect, Schema } from "effect"
import type { StorageUnavailable } from "../../../domain/ports/StorageUnavailable.ts"
import { changesSoFar, type SqliteDatabase } from "../Sqlite.ts"

// Every batch of changes leaves a segment of the word index behind, and each query looks into all of them: a freshly
// imported catalogue answers twice as fast once they are one. See https://www.sqlite.org/fts5.html#the_merge_command

/** A step takes some 4 ms, in which nothing else runs. */
const pagesPerStepBesideRequests = 64

/** Compacting rewrites the whole word index, so it waits until a good part of it is new. */
const changesPerProductMin = 1 / 20

/** How long nothing must have been written before compaction begins. */
const idleInterval = "1 second"

interface Counts {
  readonly changes: number
  readonly products: number
}
const decodeCounts: (row: unknown) => Counts = Schema.decodeUnknownSync(
  Schema.Struct({ changes: Schema.Int, products: Schema.Int })
)

/** Counts changes that went into the word index; to be called inside the transaction that makes them. */
export const noteChanges = (db: SqliteDatabase, count: number): void => {
  db.statement("UPDATE product_index_meta SET uncompacted = uncompacted + ?").run(count)
}

const countsSql = `
  SELECT uncompacted AS changes, (SELECT coalesce(max(number), 0) FROM products) AS products
  FROM product_index_meta`

const readCounts = (db: SqliteDatabase): Counts => decodeCounts(db.statement(countsSql).get())

/** Were so many changes made since the last compaction that another is worth its while? */
export const needsCompaction = (db: SqliteDatabase): boolean => isWorthIt(readCounts(db))

const isWorthIt = ({ changes, products }: Counts): boolean => changes > 0 && changes >= products * changesPerProductMin

/** Compacts for as long as the scope lasts, whenever it is worth it and nothing was written for a while. */
export const compactWhenIdle = (current: () => SqliteDatabase): Effect.Effect<void> => {
  let seen = 0
  const look = Effect.gen(function* () {
    const db = current()
    const counts = yield* db.read("count the changes of the product index", () => readCounts(db))
    const isIdle = counts.changes === seen
    seen = counts.changes
    if (isIdle && isWorthIt(counts)) yield* compact(db)
  })
  return look.pipe(
    // another file may take the place of this one at any time; the next look is at that
    Effect.catchCause((cause) => Effect.logDebug("compaction of the product index was given up", cause)),
    Effect.delay(idleInterval),
    Effect.forever
  )
}

/**
 * Brings all segments of the word index together, in steps between which other work has its turn. May be interrupted at
 * any time, and changes may come in between: the index answers the same before, during and after.
 */
export const compact = Effect.fnUntraced(function* (
  db: SqliteDatabase,
  pagesPerStep = pagesPerStepBesideRequests
): Effect.fn.Return<void, StorageUnavailable> {
  // a negative number begins anew, a positive one goes on
  let pages = -pagesPerStep
  let more = true
  while (more) {
    more = yield* db.write("compact the product index", () => mergeStep(db, pages))
    pages = pagesPerStep
    yield* Effect.yieldNow
  }
  yield* db.write("note the compaction", () => db.exec("UPDATE product_index_meta SET uncompacted = 0"))
})

/** Merging is done when a step changed no row but its own command's. */
const mergeStep = (db: SqliteDatabase, pages: number): boolean => {
  const before = changesSoFar(db)
  db.statement("INSERT INTO product_words (product_words, rank) VALUES ('merge', CAST(? AS INTEGER))").run(pages)
  return changesSoFar(db) - before >= 2
}
