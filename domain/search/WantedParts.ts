import type { QueryTerm } from "./AnalyzedQuery.ts"
import type { ParsedTerm } from "./ParsedTerms.ts"
import { carried, ownTerms, productsWith, type ParsedQuery } from "./ParsedQuery.ts"
import type { QueryPart } from "./QueryParts.ts"
import { byTerms, isNothing, toQueryTerm } from "./QueryTerms.ts"

/** A word of a query, as it was read and as it is looked for. */
export interface WantedWord {
  readonly read: ParsedTerm | null
  readonly query: QueryTerm
}

/** A part of a query with its words. */
export interface WantedPart extends QueryPart {
  readonly words: ReadonlyArray<WantedWord>
  /** how many products have the commonest of its words: the rarer, the more telling */
  readonly products: number
}

const wantedWord = (read: ParsedTerm, reading: ParsedQuery): WantedWord => ({ read, query: toQueryTerm(read, reading) })

const wordsOf = (part: QueryPart, reading: ParsedQuery): ReadonlyArray<WantedWord> => {
  if (part.negation !== null) {
    return [{ read: null, query: byTerms(carried(reading.counts, part.negation.absentTerms)) }]
  }
  return reading.words.slice(part.start, part.end).map((word) => wantedWord(word, reading))
}

const productsOf = (words: ReadonlyArray<WantedWord>, { counts }: ParsedQuery): number =>
  Math.max(
    0,
    ...words.flatMap(({ read }) => (read === null ? [] : ownTerms(read).map((term) => productsWith(counts, term))))
  )

/** The parts of a query that decide what matches. */
export const wantedParts = (reading: ParsedQuery): ReadonlyArray<WantedPart> =>
  reading.parts
    .filter(({ role }) => role !== "unused")
    .map((part) => {
      const words = wordsOf(part, reading)
      return { ...part, words, products: productsOf(words, reading) }
    })

export const isFindable = ({ words }: WantedPart): boolean => words.every(({ query }) => !isNothing(query))
