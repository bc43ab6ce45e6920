import { Predicate, Schema } from "effect"
import {
  type ChunkSink,
  type ChunkSource,
  chunkKey,
  chunkKeysOf,
  seal,
  segmentOf,
  unseal
} from "../../inverted-index/Chunks.ts"
import { bitWords, setBit } from "../../inverted-index/Bits.ts"
import type { SqliteDatabase } from "../Sqlite.ts"

/** A segment of the index, and how many of its products are deleted. */
export interface ListedSegment {
  readonly segment: number
  readonly products: number
  readonly deleted: number
}

const decodeSegments: (rows: unknown) => ReadonlyArray<ListedSegment> = Schema.decodeUnknownSync(
  Schema.Array(Schema.Struct({ segment: Schema.Int, products: Schema.Int, deleted: Schema.Int }))
)

/** The segments of the index, the oldest first. */
export const listedSegments = (db: SqliteDatabase): ReadonlyArray<ListedSegment> =>
  decodeSegments(db.statement("SELECT segment, products, deleted FROM index_segments ORDER BY segment").all())

type Chunks = ChunkSource & ChunkSink

const chunksIn = (db: SqliteDatabase, table: string): Chunks => ({
  read: (key) => {
    const bytes = db.statement(`SELECT bytes FROM ${table} WHERE key = ?`).get(key)?.["bytes"]
    return bytes instanceof Uint8Array ? bytes : null
  },
  write: (key, sealed) => {
    db.statement(`INSERT OR REPLACE INTO ${table} (key, bytes) VALUES (?, ?)`).run(key, sealed)
  }
})

export const chunksOf = (db: SqliteDatabase): Chunks => chunksIn(db, "main.index_chunks")

/** Chunks that go with the connection, beside the file: what is merged into it leaves no gaps there. */
export const temporaryChunks = (db: SqliteDatabase): Chunks => {
  db.exec("CREATE TEMP TABLE IF NOT EXISTS index_run_chunks (key INTEGER PRIMARY KEY, bytes BLOB NOT NULL)")
  return chunksIn(db, "temp.index_run_chunks")
}

export const dropTemporaryChunks = (db: SqliteDatabase): void => db.exec("DROP TABLE temp.index_run_chunks")

const decodeNext = Schema.decodeUnknownSync(Schema.Struct({ segment: Schema.Int }))

/** A number for a new segment; for the inside of a write transaction. */
export const takeSegmentNumber = (db: SqliteDatabase): number => {
  const row = db.statement(
    "UPDATE product_index_meta SET next_segment = next_segment + 1 RETURNING next_segment - 1 AS segment"
  )
  return decodeNext(row.get()).segment
}

export const listSegment = (db: SqliteDatabase, { deleted, products, segment }: ListedSegment): void => {
  db.statement("INSERT INTO index_segments (segment, products, deleted) VALUES (?, ?, ?)").run(
    segment,
    products,
    deleted
  )
}

/** The segment is no part of the index any more; `dropSomeUnlisted` removes its chunks. */
export const unlistSegment = (db: SqliteDatabase, segment: number): void => {
  db.statement("DELETE FROM index_segments WHERE segment = ?").run(segment)
}

/** Chunks that are removed at once, some 2 MB. */
const droppedAtOnce = 256
const nextChunkSql = "SELECT key FROM index_chunks WHERE key >= ? ORDER BY key LIMIT 1"
const dropSql = `
  DELETE FROM index_chunks WHERE key IN (SELECT key FROM index_chunks WHERE key BETWEEN ? AND ? ORDER BY key LIMIT ?)`

/** Removes some chunks of a segment that is not listed; false: there was none. */
export const dropSomeUnlisted = (db: SqliteDatabase): boolean => {
  const listed = new Set(listedSegments(db).map(({ segment }) => segment))
  let from = 0
  for (;;) {
    const key = db.statement(nextChunkSql).get(from)?.["key"]
    if (!Predicate.isNumber(key)) return false
    const segment = segmentOf(key)
    const { first, last } = chunkKeysOf(segment)
    if (!listed.has(segment)) return db.statement(dropSql).run(first, last, droppedAtOnce).changes !== 0
    from = last + 1
  }
}

/** Words of 32 products whose deletions make a chunk. */
const deletionWords = 2_048

/** The deleted products of a segment as bits; `null`: none is. */
export const readDeletions = (db: SqliteDatabase, { deleted, products, segment }: ListedSegment): Int32Array | null => {
  if (deleted === 0) return null
  const bits = new Int32Array(bitWords(products))
  const { read } = chunksOf(db)
  for (let index = 0; index * deletionWords < bits.length; index++) {
    const key = chunkKey(segment, "deletions", index)
    const sealed = read(key)
    // none of these products is deleted
    if (sealed === null) continue
    const bytes = unseal(sealed, key)
    bits.set(new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length >>> 2), index * deletionWords)
  }
  return bits
}

/** Deletes more products of the segment, none of which was deleted before. */
export const addDeletions = (db: SqliteDatabase, listed: ListedSegment, products: ReadonlyArray<number>): void => {
  const bits = readDeletions(db, listed) ?? new Int32Array(bitWords(listed.products))
  for (const product of products) setBit(bits, product)
  const { write } = chunksOf(db)
  for (const index of new Set(products.map((product) => Math.floor(product / 32 / deletionWords)))) {
    const key = chunkKey(listed.segment, "deletions", index)
    const words = bits.slice(index * deletionWords, (index + 1) * deletionWords)
    write(key, seal(new Uint8Array(words.buffer), key))
  }
  db.statement("UPDATE index_segments SET deleted = deleted + ? WHERE segment = ?").run(products.length, listed.segment)
}
