import { Effect, Schema, Semaphore } from "effect"
import type { StorageUnavailable } from "../../../domain/ports/StorageUnavailable.ts"
import { mayBeMeant } from "../../../domain/language/SpellCorrection.ts"
import { isWordTerm } from "../../../domain/language/Terms.ts"
import { makeNearWords, type NearWords } from "../../../domain/language/NearWords.ts"
import { changesSoFar, type SqliteDatabase } from "../Sqlite.ts"
import { dataVersion } from "./DataVersion.ts"

/**
 * The words of the vocabulary in memory, to find those that a misspelt one is near to: read from the file when they are
 * first asked for, when another connection wrote to it or when another file took its place. Words that no product carries
 * any more may be among them; the counts say so.
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
const pageSize = 4_096

const decodeTerms = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Array(Schema.String)))
// one JSON array is several times faster to read than as many rows
const termsSql = `
  SELECT json_group_array(term) AS terms
  FROM (SELECT term FROM vocabulary WHERE term > ? ORDER BY term LIMIT ${pageSize})`

const addTo = ({ near, words }: Loaded, terms: ReadonlyArray<string>): void => {
  for (const term of terms) {
    if (words.has(term) || !isWordTerm(term) || !mayBeMeant(term)) continue
    words.add(term)
    near.add(term)
  }
}

const fill = Effect.fnUntraced(function* (loaded: Loaded): Effect.fn.Return<void, StorageUnavailable> {
  const { db } = loaded
  let after: string | undefined = ""
  while (after !== undefined) {
    const from: string = after
    const terms = yield* db.read("read the vocabulary", () => decodeTerms(db.statement(termsSql).get(from)?.["terms"]))
    addTo(loaded, terms)
    after = terms.at(-1)
    yield* Effect.yieldNow
  }
  loaded.isComplete = true
})

/** `isToldWords`: what another connection writes comes to `add`, too, so that nothing need be read anew. */
export const makeKnownWords = ({ isToldWords = false } = {}): KnownWords => {
  let loaded: Loaded | null = null
  const oneAtATime = Semaphore.makeUnsafe(1)
  const held = (db: SqliteDatabase): NearWords | null =>
    loaded?.db === db && loaded.isComplete && (isToldWords || loaded.version === dataVersion(db)) ? loaded.near : null
  const load = Effect.fnUntraced(function* (db: SqliteDatabase) {
    const known = held(db)
    if (known !== null) return known
    const next = { db, version: dataVersion(db), words: new Set<string>(), near: makeNearWords(), isComplete: false }
    // from now on what is written reaches it, whatever page that would stand on
    loaded = next
    yield* fill(next)
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
