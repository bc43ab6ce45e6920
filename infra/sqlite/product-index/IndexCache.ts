import type { ProductFacts } from "../../../domain/product/ProductFacts.ts"
import { makeMemory, type Memory } from "../../../domain/Remembering.ts"
import type { AnalyzedQuery } from "../../../domain/search/AnalyzedQuery.ts"
import type { SqliteDatabase } from "../Sqlite.ts"
import { forgetterOf } from "./DataVersion.ts"
import type { Matches } from "./IndexReads.ts"
import { weightOfList, type WordList, type WordLists } from "./WordLists.ts"
import type { WordQueries } from "./WordQuery.ts"

/** What was found out about the index as it is now, by key. */
export interface Cached<A> {
  readonly of: (key: string, find: () => A) => A
  readonly ofAll: (keys: ReadonlyArray<string>, find: (key: string) => A) => ReadonlyMap<string, A>
  readonly forget: () => void
}

/** The same by the identity of an object, as long as that lives. */
export interface CachedByObject<Key extends object, A> {
  readonly of: (key: Key, find: () => A) => A
  readonly forget: () => void
}

/** What searches found out about the index as it is now. */
export interface IndexCache {
  /** what an expression finds */
  readonly matches: Cached<Matches>
  /** what single words find */
  readonly lists: WordLists
  /** how many products carry a term, or match an expression, of those that are counted */
  readonly counts: Cached<number>
  /** the terms that begin in a way; `null` when they are too many to be named */
  readonly expansions: Cached<ReadonlyArray<string> | null>
  /** the words that have a sound key */
  readonly sounding: Cached<ReadonlyArray<string>>
  /** the blocks that hold any product, see `RankKey.ts` */
  readonly blocks: Cached<ReadonlyArray<number>>
  /** products that stood on pages, by their keys: of a catalogue few are found again and again */
  readonly facts: Pick<Memory<ProductFacts, number>, "known" | "remember">
  /** what products are found by, by their keys: few matches are sorted by it */
  readonly terms: Pick<Memory<string, number>, "known" | "remember">
  /** the same query is counted first and then asked for its page */
  readonly words: CachedByObject<AnalyzedQuery, WordQueries | null>
  readonly found: CachedByObject<WordQueries, Matches>
  /** To be called before the others: empties the cache of a file that another connection changed. */
  readonly validate: (db: SqliteDatabase) => void
  /** to be called where a question ends, so that the next one is told of such a change */
  readonly endQuestion: () => void
  /** to be called after each change of the index by this connection */
  readonly forget: () => void
}

const weightMax = 1_000_000
/** So that there are at most 10,000 entries, which are small. */
const weightOfEntry = 100
/** Pages hold the same objects, so that these are about 10 MB of which pages hold much anyway. */
const factsMax = 5_000
/** Some 20,000 products, which are 5 MB, or twice as much where they have names in other scripts. */
const termsLengthMax = 5_000_000
/** A word takes the place of so many numbers. */
const wordSize = 5

/** `sizeOf` is how many numbers an answer holds, where they are more than a few. */
const makeCached = <A extends {} | null>(sizeOf: (answer: A) => number = () => 0): Cached<A> => {
  const { forget, recall } = makeMemory<A>(weightMax, (answer) => weightOfEntry + sizeOf(answer))
  return { of: recall, ofAll: (keys, find) => new Map(keys.map((key) => [key, recall(key, find)])), forget }
}

const makeCachedByObject = <Key extends object, A>(): CachedByObject<Key, A> => {
  let answers = new WeakMap<Key, A>()
  return {
    of: (key, find) => {
      const known = answers.get(key)
      if (known !== undefined) return known
      const found = find()
      answers.set(key, found)
      return found
    },
    forget: () => {
      answers = new WeakMap()
    }
  }
}

export const makeIndexCache = (): IndexCache => {
  const cached = {
    matches: makeCached<Matches>(({ first }) => first.length),
    counts: makeCached<number>(),
    expansions: makeCached<ReadonlyArray<string> | null>((terms) => wordSize * (terms?.length ?? 0)),
    sounding: makeCached<ReadonlyArray<string>>((words) => wordSize * words.length),
    blocks: makeCached<ReadonlyArray<number>>()
  }
  const lists = makeMemory<WordList>(weightMax, (list) => weightOfEntry + weightOfList(list))
  const facts = makeMemory<ProductFacts, number>(factsMax)
  const terms = makeMemory<string, number>(termsLengthMax, ({ length }) => length)
  const words = makeCachedByObject<AnalyzedQuery, WordQueries | null>()
  const found = makeCachedByObject<WordQueries, Matches>()
  const forget = () => {
    for (const each of Object.values(cached)) each.forget()
    lists.forget()
    facts.forget()
    terms.forget()
    words.forget()
    found.forget()
  }
  return {
    ...cached,
    ...lookingOnce(forgetterOf(forget)),
    lists,
    facts,
    terms,
    words,
    found,
    forget
  }
}

/** A question asks ten times without a break, and looking takes as long as the shortest of its statements. */
const lookingOnce = (look: (db: SqliteDatabase) => void): Pick<IndexCache, "validate" | "endQuestion"> => {
  let looked: SqliteDatabase | null = null
  const endQuestion = () => {
    looked = null
  }
  return {
    validate: (db) => {
      if (looked === db) return
      look(db)
      looked = db
      queueMicrotask(endQuestion)
    },
    endQuestion
  }
}
