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
  /** to be called with the words that a change brought; `null`: by another connection, to the file that is held */
  readonly add: (db: SqliteDatabase | null, words: ReadonlyArray<string>) => void
}

interface Loaded {
  readonly db: SqliteDatabase
  readonly version: number
  readonly words: Set<string>
  readonly near: NearWords
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
const fill = Effect.fnUntraced(function* (
  loaded: Loaded,
  opener: IndexOpener
): Effect.fn.Return<void, StorageUnavailable> {
  const { db } = loaded
  const isRead = new Set<number>()
  let reading: { readonly segment: number; readonly parts: Iterator<ReadonlyArray<string>> } | null = null
  const next = (): ReadonlyArray<string> | null => {
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
  for (;;) {
    const part = yield* db.read("read the vocabulary", () => noticing(next))
    if (part === null) break
    addTo(loaded, part)
    yield* Effect.yieldNow
  }
  opener.endQuestion()
  loaded.isComplete = true
})

/** `isToldWords`: what another connection writes comes to `add`, too, so that nothing need be read anew. */
export const makeKnownWords = (opener: IndexOpener, { isToldWords = false } = {}): KnownWords => {
  let loaded: Loaded | null = null
  const oneAtATime = Semaphore.makeUnsafe(1)
  const held = (db: SqliteDatabase): NearWords | null =>
    loaded?.db === db && loaded.isComplete && (isToldWords || loaded.version === dataVersion(db)) ? loaded.near : null
  const load = Effect.fnUntraced(function* (db: SqliteDatabase) {
    const known = held(db)
    if (known !== null) return known
    const next = { db, version: dataVersion(db), words: new Set<string>(), near: makeNearWords(), isComplete: false }
    // from now on what is written reaches it, whatever segment that would stand in
    loaded = next
    yield* fill(next, opener)
    return next.near
  }, oneAtATime.withPermits(1))
  return {
    of: (db) =>
      Effect.suspend(() => {
        const known = held(db)
        return known === null ? load(db) : Effect.succeed(known)
      }),
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
