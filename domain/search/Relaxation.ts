import { languageOfWord } from "../language/Stemming.ts"
import type { QueryWord } from "./AnalyzedQuery.ts"
import { headOf, partRoles, type QueryPart } from "./QueryParts.ts"
import { byTerms, isNothing, toQueryWord } from "./QueryWords.ts"
import type { ReadWord } from "./QueryReading.ts"
import { carried, ownTerms, productsWith, type Reading } from "./Reading.ts"

/** A query that so many products match is not relaxed, and not looked for in categories, other scripts and spellings. */
export const enough = 10

/** A word of a query, as it was read and as it is looked for. */
export interface WantedWord {
  readonly read: ReadWord | null
  readonly query: QueryWord
}

/** A part of a query with its words. */
export interface WantedPart extends QueryPart {
  readonly words: ReadonlyArray<WantedWord>
  /** how many products have the commonest of its words: the rarer, the more telling */
  readonly products: number
}

const wantedWord = (read: ReadWord, reading: Reading): WantedWord => ({ read, query: toQueryWord(read, reading) })

const wordsOf = (part: QueryPart, reading: Reading): ReadonlyArray<WantedWord> => {
  if (part.negation !== null) {
    return [{ read: null, query: byTerms(carried(reading.counts, part.negation.absentTerms)) }]
  }
  return reading.words.slice(part.start, part.end).map((word) => wantedWord(word, reading))
}

const productsOf = (words: ReadonlyArray<WantedWord>, { counts }: Reading): number =>
  Math.max(
    0,
    ...words.flatMap(({ read }) => (read === null ? [] : ownTerms(read).map((term) => productsWith(counts, term))))
  )

/** The parts of a query that decide what matches. */
export const wantedParts = (reading: Reading): ReadonlyArray<WantedPart> =>
  reading.parts
    .filter(({ role }) => role !== "unused")
    .map((part) => {
      const words = wordsOf(part, reading)
      return { ...part, words, products: productsOf(words, reading) }
    })

const isFindable = ({ words }: WantedPart): boolean => words.every(({ query }) => !isNothing(query))

const byTelling = (a: WantedPart, b: WantedPart): number =>
  partRoles.indexOf(a.role) - partRoles.indexOf(b.role) || b.products - a.products

/** So many times a query is relaxed at the most. */
const stepsMax = 4

/** The parts that have to match. */
export type Step = ReadonlyArray<WantedPart>

/**
 * What has to match, step by step, the strictest first. What no product carries is left out at once. Then the optional parts go, the least
 * telling first, and at last, of several foods, all but the one that the query is about. Essentials never all go: where one
 * of a query's foods cannot be found and none is left, there is no step.
 */
export const relaxationSteps = (reading: Reading, parts: Step): ReadonlyArray<Step> => {
  const findable = parts.filter(isFindable)
  const essentials = findable.filter(({ role }) => role === "essential")
  if (essentials.length === 0)
    return parts
      .flatMap(reducedToHead)
      .slice(0, 1)
      .map((part) => [part])
  const head = headOf(
    reading.parsed,
    parts.filter(({ role }) => role === "essential")
  )
  const optionals = findable.filter(({ role }) => role !== "essential").toSorted(byTelling)
  const steps = [findable]
  const left = new Set(findable)
  for (const optional of atMost(optionals)) {
    for (const part of optional) left.delete(part)
    steps.push(findable.filter((part) => left.has(part)))
  }
  const headPart = essentials.find(({ start }) => start === head?.start)
  if (headPart !== undefined && essentials.length > 1 && essentials.every(({ isNamed }) => isNamed))
    steps.push([headPart])
  return steps
}

/** Camel milk that no product is called by is milk still, whereas peanut butter is no butter. */
const reducedToHead = (part: WantedPart): ReadonlyArray<WantedPart> => {
  if (part.role !== "essential" || part.isOpaque || part.words.length < 2) return []
  const [first] = part.words
  const script = languageOfWord(first?.read?.token.written ?? "")
  const isFirst = script === "ru" || script === "ar"
  const head = isFirst ? first : part.words.at(-1)
  if (head === undefined || head.read?.isFood !== true || isNothing(head.query)) return []
  const at = isFirst ? { start: part.start, end: part.start + 1 } : { start: part.end - 1, end: part.end }
  return [{ ...part, ...at, words: [head] }]
}

/** One at a time, the first several together where they are too many. */
const atMost = (optionals: ReadonlyArray<WantedPart>): ReadonlyArray<ReadonlyArray<WantedPart>> => {
  const together = Math.max(0, optionals.length - stepsMax)
  const first = optionals.slice(0, together + 1)
  return first.length === 0 ? [] : [first, ...optionals.slice(together + 1).map((optional) => [optional])]
}
