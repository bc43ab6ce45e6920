import { conceptsOfWord, isFiledUnder } from "../language/Lexicon.ts"
import { isNounFirstScript } from "../language/NameWords.ts"
import type { QueryTerm } from "./AnalyzedQuery.ts"
import { headOf, partRoles, type QueryPart } from "./QueryParts.ts"
import { byTerms, isNothing, toQueryTerm } from "./QueryTerms.ts"
import type { ParsedTerm } from "./ParsedTerms.ts"
import { carried, ownTerms, productsWith, type ParsedQuery } from "./ParsedQuery.ts"

/** A query that so many products match is not relaxed, and not looked for in categories, other scripts and spellings. */
export const enough = 10

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

const isFindable = ({ words }: WantedPart): boolean => words.every(({ query }) => !isNothing(query))

const byTelling = (a: WantedPart, b: WantedPart): number =>
  partRoles.indexOf(a.role) - partRoles.indexOf(b.role) || b.products - a.products

/** So many times a query is relaxed at the most. */
const stepsMax = 4

/** The parts that have to match. */
export type Step = ReadonlyArray<WantedPart>

/**
 * What has to match, step by step, the strictest first. What no product carries is left out at once. Then the optional
 * parts go, the least telling first. Then, of several foods, each but the one that the query is about, and all but that one,
 * which is the kind, where the query names both a food and a kind of it.
 * Essentials never all go: where none can be found, there is no step.
 */
export const relaxationSteps = (reading: ParsedQuery, parts: Step): ReadonlyArray<Step> => {
  const asked = parts.filter(({ role }) => role === "essential")
  const findable = parts.filter(isFindable)
  const essentials = findable.filter(({ role }) => role === "essential")
  if (essentials.length === 0) return []
  if (isDescriptionOnly(asked, essentials)) return []
  const steps = [findable]
  const left = new Set(findable)
  const optionals = findable.filter(({ role }) => role !== "essential").toSorted(byTelling)
  for (const optional of atMost(optionals)) {
    for (const part of optional) left.delete(part)
    steps.push(findable.filter((part) => left.has(part)))
  }
  const head = headOf(reading.parsed, asked)
  const headPart = essentials.find(({ start }) => start === head?.start)
  if (headPart === undefined || !essentials.every(({ isNamed }) => isNamed)) return steps
  return [...steps, ...withoutOneFood(essentials, narrowest(headPart, essentials))]
}

/** Of Oreo cookies it is Oreo that says more: cookies of other kinds were not asked for. */
const narrowest = (head: WantedPart, essentials: Step): WantedPart =>
  essentials.find(({ concept }) => concept !== null && head.concept !== null && isFiledUnder(concept, head.concept)) ??
  head

/** What is left to look for where nothing was found: of a food of several words the one that its head names. */
export const lastResort = (reading: ParsedQuery, parts: Step): ReadonlyArray<Step> => {
  const asked = parts.filter(({ role }) => role === "essential")
  const head = headOf(reading.parsed, asked)
  const headParts = parts.filter(({ role, start }) => role === "essential" && start === head?.start)
  return isDescriptionOnly(asked, asked.filter(isFindable))
    ? []
    : headParts.flatMap(reducedToHead).map((part) => [part])
}

/** What is left describes a thing that cannot be found: кофейный, of a little table for coffee. */
const isDescriptionOnly = (asked: Step, essentials: Step): boolean =>
  essentials.length < asked.length && essentials.every(({ isModifier }) => isModifier)

/** Of three foods two, the rarest kept longest, then the one that the query is about. */
const withoutOneFood = (essentials: Step, head: WantedPart): ReadonlyArray<Step> => {
  if (essentials.length === 1) return []
  const others = essentials.filter((part) => part !== head).toSorted((a, b) => b.products - a.products)
  const pairs = others.length < 2 ? [] : others.map((other) => essentials.filter((part) => part !== other))
  return [...pairs.slice(0, stepsMax), [head]]
}

/** Camel milk that no product is called by is milk still, whereas peanut butter is no butter. */
const reducedToHead = (part: WantedPart): ReadonlyArray<WantedPart> => {
  if (part.role !== "essential" || part.isOpaque || part.words.length < 2) return []
  const foods = [...part.words.keys()].filter((i) => isOtherFood(part.words[i]?.read, part.concept))
  const at = isNounFirstScript(part.words[0]?.read?.token.written ?? "") ? foods[0] : foods.at(-1)
  const words = part.words.filter((_, i) => i === at)
  if (at === undefined || !words.every(({ query }) => !isNothing(query))) return []
  return [{ ...part, start: part.start + at, end: part.start + at + 1, words }]
}

const isOtherFood = (word: ParsedTerm | null | undefined, whole: string | null): boolean =>
  word != null && word.isFood && conceptsOfWord(word.token).every(({ concept }) => concept !== whole)

/** One at a time, the first several together where they are too many. */
const atMost = (optionals: ReadonlyArray<WantedPart>): ReadonlyArray<ReadonlyArray<WantedPart>> => {
  const together = Math.max(0, optionals.length - stepsMax)
  const first = optionals.slice(0, together + 1)
  return first.length === 0 ? [] : [first, ...optionals.slice(together + 1).map((optional) => [optional])]
}
