import type { AnalyzedQuery, Exclusion, MatchType, QueryTerm, Wanted } from "../../domain/search/AnalyzedQuery.ts"
import { fields, type SearchableProduct, type Tag, vocabularyTerms } from "../../domain/search/SearchableProduct.ts"
import { isStemTerm, isWordTerm } from "../../domain/language/Terms.ts"
import { type Below, numbersFrom } from "./RandomCatalogue.ts"

const none: QueryTerm = { written: [], inflected: [], synonym: [], foreign: [], variant: [], prefix: [], upTo: null }

const isAbsent = (term: string): boolean => term.startsWith("-")

/** The match types in which the analysis looks for a term. */
const typesOf = (term: string): ReadonlyArray<MatchType> => {
  if (isWordTerm(term)) return ["written", "written", "prefix"]
  if (isStemTerm(term)) return ["inflected", "variant"]
  if (isAbsent(term)) return ["written"]
  return term.includes("#") ? ["foreign"] : ["synonym", "variant"]
}

const filters: ReadonlyArray<Tag> = ["region_us", "region_russia", "source_off", "source_curated"]

/**
 * Analysed queries that products of a catalogue are likely to answer, of any shape that the analysis may give one: with
 * what is ruled out, what stricter queries find, and words that count in some fields only.
 */
export const randomAnalyzedQuery = (seed: number, products: ReadonlyArray<SearchableProduct>): AnalyzedQuery => {
  const below = numbersFrom(seed)
  const pick = <A>(from: ReadonlyArray<A>): A | undefined => from[below(Math.max(1, from.length))]
  const some = <A>(countMax: number, make: () => A): ReadonlyArray<A> =>
    Array.from({ length: below(countMax + 1) }, make)
  const termsOf = (is: (term: string) => boolean): ReadonlyArray<string> =>
    vocabularyTerms(pick(products)?.terms ?? emptyTerms).filter(is)
  const parts: Parts = { below, pick, termsOf }

  const named = pick(products)?.exactNames[0] ?? null
  const exactName = below(2) === 0 ? named : null
  return {
    words: exactName === null ? wordsFrom(parts) : exactName.split(" ").map((word) => ofWord(word, parts)),
    withCategories: below(3) === 0,
    exclusions: some(2, () => exclusionFrom(parts)),
    without: some(2, (): Wanted => ({ words: wordsFrom(parts), withCategories: below(3) === 0 })),
    exactName,
    language: pick(["en", "ru", "ar"] as const) ?? "en",
    filters: below(3) === 0 ? [pick(filters) ?? "region_us"] : []
  }
}

const emptyTerms: SearchableProduct["terms"] = {
  subject: [],
  head: [],
  dish: [],
  phrase: [],
  name: [],
  brand: [],
  code: [],
  category: []
}

interface Parts {
  readonly below: Below
  readonly pick: <A>(from: ReadonlyArray<A>) => A | undefined
  /** the terms of some product that are such */
  readonly termsOf: (is: (term: string) => boolean) => ReadonlyArray<string>
}

/** Half of the words count in all fields. */
const upToFrom = ({ below, pick }: Parts): QueryTerm["upTo"] => (below(2) === 0 ? null : (pick(fields) ?? null))

const ofWord = (word: string, parts: Parts): QueryTerm => ({ ...none, written: [word], upTo: upToFrom(parts) })

const wordsFrom = (parts: Parts): ReadonlyArray<QueryTerm> =>
  Array.from({ length: 1 + parts.below(3) }, () => wordFrom(parts))

const wordFrom = (parts: Parts): QueryTerm => {
  const { below, pick, termsOf } = parts
  const found = Array.from({ length: 1 + below(3) }, () => {
    // brands are counted, not looked for
    const term = pick(termsOf((each) => !each.startsWith("+"))) ?? "nothing"
    const type = pick(typesOf(term)) ?? "written"
    return { type, term: type === "prefix" ? term.slice(0, 1 + below(term.length)) : term }
  })
  const of = (type: MatchType) => found.flatMap((each) => (each.type === type ? [each.term] : []))
  return {
    written: of("written"),
    inflected: of("inflected"),
    synonym: of("synonym"),
    foreign: of("foreign"),
    variant: of("variant"),
    prefix: of("prefix"),
    upTo: upToFrom(parts)
  }
}

const exclusionFrom = ({ below, pick, termsOf }: Parts): Exclusion => {
  const shown = termsOf((term) => isStemTerm(term) || (term.startsWith("~") && !term.includes("#")))
  const denied = termsOf(isAbsent)
  return { terms: [pick(shown) ?? "nothing="], deniedBy: below(2) === 0 ? denied : [] }
}
