import { makeMemory, type Memory } from "../../../domain/Remembering.ts"
import type { ProductFacts } from "../../../domain/product/ProductFacts.ts"
import { ChunkBudget } from "../../inverted-index/ChunkCache.ts"
import { InvertedIndex } from "../../inverted-index/InvertedIndex.ts"
import { BitPool } from "../../inverted-index/ProductSet.ts"
import { openSegment, type Segment } from "../../inverted-index/Segment.ts"
import { SegmentDamaged } from "../../inverted-index/SegmentDamaged.ts"
import { makeWordCache, type WordCache } from "../../inverted-index/WordCache.ts"
import { Words } from "../../inverted-index/Words.ts"
import { dataVersion } from "./DataVersion.ts"
import type { SqliteDatabase } from "../Sqlite.ts"
import { UnnoticedDamage } from "../UnnoticedDamage.ts"
import { chunksOf, listedSegments, readDeletions } from "./SegmentStore.ts"

/** The index of a file as it is now, open for questions, and what was found out about it. */
export interface OpenIndex {
  readonly index: InvertedIndex
  readonly words: Words
  /** how many products carry a term */
  readonly counts: Memory<number>
  /** the words of a sound */
  readonly sounds: Memory<ReadonlyArray<string>>
  /** of products that stood on pages, by their numbers: of a catalogue few are found again and again */
  readonly facts: Memory<ProductFacts, number>
}

/** Opens the index of whatever file is the current one. */
export interface IndexOpener {
  readonly open: (db: SqliteDatabase) => OpenIndex
  /** to be called where a question ends, so that the next one is told of a change by another connection */
  readonly endQuestion: () => void
  /** to be called after each change of the index by this connection */
  readonly changed: () => void
}

/** What is held of segments in memory, bytes: half of those of a million products. */
const chunkBudget = 67_108_864
/** The same where only changes look into them. */
export const writingBudget = 8_388_608
/** What is held of the words of queries, bytes. */
const wordBudget = 25_165_824
const countsMax = 50_000
/** words of all sounds that are remembered */
const soundingMax = 50_000
const factsMax = 5_000

/** What is held of one file while it changes. */
interface File {
  readonly db: SqliteDatabase
  readonly budget: ChunkBudget
  readonly cache: WordCache
  readonly pool: BitPool
}

interface Opened extends OpenIndex {
  readonly file: File
  readonly version: number
  /** by number */
  readonly segments: ReadonlyMap<number, Segment>
}

export const makeIndexOpener = (bytesMax = chunkBudget): IndexOpener => {
  let opened: Opened | null = null
  let isStale = false
  /** asked again and again during a question, which runs without a break */
  let looked: SqliteDatabase | null = null
  const unlook = () => {
    looked = null
  }
  const openedOf = (db: SqliteDatabase): Opened => {
    const version = dataVersion(db)
    if (opened?.file.db === db && opened.version === version && !isStale) return opened
    const file = opened?.file.db === db ? opened.file : newFile(db, bytesMax)
    opened = noticing(() => openSegments(file, version, opened?.file === file ? opened.segments : new Map()))
    isStale = false
    return opened
  }
  return {
    open: (db) => {
      if (looked === db && opened !== null) return opened
      const now = openedOf(db)
      looked = db
      queueMicrotask(unlook)
      return now
    },
    endQuestion: unlook,
    changed: () => {
      isStale = true
      looked = null
    }
  }
}

const newFile = (db: SqliteDatabase, bytesMax: number): File => {
  const pool = new BitPool()
  return { db, budget: new ChunkBudget(bytesMax), cache: makeWordCache(wordBudget, pool), pool }
}

const openSegments = (file: File, version: number, before: ReadonlyMap<number, Segment>): Opened => {
  const { budget, cache, db, pool } = file
  const chunks = chunksOf(db)
  const all = listedSegments(db).map((listed) => {
    const known = before.get(listed.segment)
    if (known?.deletedCount === listed.deleted) return known
    const deleted = readDeletions(db, listed)
    return known?.withDeleted(deleted) ?? openSegment(chunks, budget, listed.segment, deleted)
  })
  return {
    file,
    version,
    segments: new Map(all.map((segment) => [segment.number, segment])),
    index: new InvertedIndex(all, cache, pool),
    words: new Words(all, pool),
    counts: makeMemory<number>(countsMax),
    sounds: makeMemory<ReadonlyArray<string>>(soundingMax, (words) => 1 + words.length),
    facts: makeMemory<ProductFacts, number>(factsMax)
  }
}

/** Damage of a segment is damage of the file. */
export const noticing = <A>(look: () => A): A => {
  try {
    return look()
  } catch (error) {
    if (error instanceof SegmentDamaged) throw new UnnoticedDamage("the inverted index", error)
    throw error
  }
}
