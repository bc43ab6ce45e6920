import type { Language } from "../language/Language.ts"
import type { Field, Tag } from "./SearchableProduct.ts"

/**
 * The ways in which a word of the query can stand in a product, best first: as written, in another inflected form, as a
 * synonym, as what the food is called in another language, as what the word is in another script or spelling, as the
 * beginning of a word.
 */
export const matchTypes = ["written", "inflected", "synonym", "foreign", "variant", "prefix"] as const
export type MatchType = (typeof matchTypes)[number]

/**
 * One word of a query: the terms to look for in each match type (of `prefix`: what terms begin with); an empty list where
 * the word has no such match type. A word that was corrected has here what it was corrected to.
 */
export type QueryTerm = Readonly<Record<MatchType, ReadonlyArray<string>>> & {
  /** in worse fields the word does not count; `null`: in all of them it does */
  readonly upTo: Field | null
}

/** What of a query decides whether a product matches, and how well. */
export type Wanted = Pick<AnalyzedQuery, "words" | "withCategories">

/** Products that show a food the query rules out: they carry one of these terms in a name, and none that denies it. */
export interface Exclusion {
  readonly terms: ReadonlyArray<string>
  /** terms of names that say it is absent: "without sugar" */
  readonly deniedBy: ReadonlyArray<string>
}

/** What a query asks for, in the terms that products are described in. */
export interface AnalyzedQuery {
  /** all have to match; none means that nothing matches */
  readonly words: ReadonlyArray<QueryTerm>
  /** do words count that stand in a category label only? */
  readonly withCategories: boolean
  readonly exclusions: ReadonlyArray<Exclusion>
  /** what matches one of these is left out: it is found by a stricter query, whose results come first */
  readonly without: ReadonlyArray<Wanted>
  /** the whole query as a name would be spelt; `null` when no name can be equal to it */
  readonly exactName: string | null
  readonly language: Language
  /** a product must have all of these tags */
  readonly filters: ReadonlyArray<Tag>
}
