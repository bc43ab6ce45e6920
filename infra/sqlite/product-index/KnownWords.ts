import { Effect, Semaphore } from "effect"
import type { StorageUnavailable } from "../../../domain/ports/StorageUnavailable.ts"
import { makeNearWords, type NearWords } from "../../../domain/language/NearWords.ts"
import { mayBeMeant } from "../../../domain/language/SpellCorrection.ts"
import { dataVersion } from "./DataVersion.ts"
import { changesSoFar, type SqliteDatabase } from "../Sqlite.ts"
import { type IndexOpener, noticing } from "./OpenIndex.ts"

/**
 * The words of the index in memory, to find those that a misspelt one is near to: read from the segments when they are
 * first asked for, when another connection wrote to the file or when another file took its place. Words that no product
 * carries any more may be among them; the counts say so.
 */
export interface KnownWords {
  /** other work has its turn while they are read: a large catalogue has hundreds of thousands */
  readonly of: (db: SqliteDatabase) => Effect.Effect<NearWords, StorageUnavailable>
  /** Reads some of the words that `of` would have to read; false: there are no more. */
  readonly readSome: (db: SqliteDatabase) => Effect.Effect<boolean, StorageUnavailable>
  /** to be called with the words that a change brought; `null`: by another connection, to the file that is held */
  readonly add: (db: SqliteDatabase | null, words: ReadonlyArray<string>) => void
}

interface Loaded {
  readonly db: SqliteDatabase
  readonly version: number
  readonly words: Set<string>
  readonly near: NearWords
  /** Answers `null` when all words were read. */
  readonly next: () => ReadonlyArray<string> | null
  isComplete: boolean
}

/** Read at once; this takes some 3 ms. */
const wordsAtOnce = 2_048

const addTo = ({ near, words }: Loaded, added: ReadonlyArray<string>): void => {
  for (const word of added) {
    if (words.has(word) || !mayBeMeant(word)) continue
    words.add(word)
    near.add(word)
  }
}

/** Segments may be merged between two parts: what takes the place of one that was not read to its end is read instead. */
const partsOf = (db: SqliteDatabase, opener: IndexOpener): Loaded["next"] => {
  const isRead = new Set<number>()
  let reading: { readonly segment: number; readonly parts: Iterator<ReadonlyArray<string>> } | null = null
  return () => {
    const { index, words } = opener.open(db)
    if (reading !== null && !index.segments.some(({ number }) => number === reading?.segment)) reading = null
    if (reading === null) {
      const segment = index.segments.find(({ number }) => !isRead.has(number))
      if (segment === undefined) return null
      reading = { segment: segment.number, parts: words.wordsOf(segment, wordsAtOnce)[Symbol.iterator]() }
    }
    const { done, value } = reading.parts.next()
    if (done !== true) return value
    isRead.add(reading.segment)
    reading = null
    return []
  }
}

/** `isToldWords`: what another connection writes comes to `add`, too, so that nothing need be read anew. */
export const makeKnownWords = (opener: IndexOpener, { isToldWords = false } = {}): KnownWords => {
  let loaded: Loaded | null = null
  const oneAtATime = Semaphore.makeUnsafe(1)
  const held = (db: SqliteDatabase): NearWords | null =>
    loaded?.db === db && loaded.isComplete && (isToldWords || loaded.version === dataVersion(db)) ? loaded.near : null
  /** From when it begins on, what is written reaches it, whatever segment that would stand in. */
  const loading = (db: SqliteDatabase): Loaded => {
    if (loaded?.db === db && !loaded.isComplete) return loaded
    const [version, next] = [dataVersion(db), partsOf(db, opener)]
    loaded = { db, version, words: new Set(), near: makeNearWords(), next, isComplete: false }
    return loaded
  }
  const readPart = (db: SqliteDatabase) =>
    db.read("read the vocabulary", () => {
      const into = loading(db)
      const part = noticing(into.next)
      if (part === null) {
        opener.endQuestion()
        into.isComplete = true
      } else {
        addTo(into, part)
      }
      return into
    })
  const load = Effect.fnUntraced(function* (db: SqliteDatabase) {
    for (;;) {
      const known = held(db)
      if (known !== null) return known
      const { isComplete, near } = yield* readPart(db)
      if (isComplete) return near
      yield* Effect.yieldNow
    }
  }, oneAtATime.withPermits(1))
  return {
    of: (db) =>
      Effect.suspend(() => {
        const known = held(db)
        return known === null ? load(db) : Effect.succeed(known)
      }),
    readSome: (db) =>
      Effect.suspend(() =>
        held(db) === null ? Effect.map(readPart(db), ({ isComplete }) => !isComplete) : Effect.succeed(false)
      ),
    add: (db, words) => {
      if (loaded !== null && (db === null || loaded.db === db)) addTo(loaded, words)
    }
  }
}

/** How long nothing must have been written before words are read that nobody asked for yet. */
const idleInterval = "1 second"

/** Reads the words before anybody asks, but not in a process that only writes, which would hold them for nothing. */
export const readAhead = (current: () => SqliteDatabase, knownWords: KnownWords): Effect.Effect<void> =>
  Effect.gen(function* () {
    const db = current()
    const before = changesSoFar(db)
    yield* Effect.sleep(idleInterval)
    if (db !== current() || changesSoFar(db) !== before) return false
    yield* knownWords.of(db)
    return true
  }).pipe(
    // another file may take the place of this one at any time; the next look is at that
    Effect.catchCause((cause) => Effect.as(Effect.logDebug("reading the vocabulary was given up", cause), false)),
    Effect.repeat({ until: (read) => read }),
    Effect.asVoid
  )
