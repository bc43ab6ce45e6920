import { Effect } from "effect"
import { isSetApart } from "../language/ConceptFacets.ts"
import { conceptOf, conceptsOfWord, isFiledUnder } from "../language/Lexicon.ts"
import { Language } from "../language/Language.ts"
import { isGroup, isMadeDish, isStuffed } from "../language/NameRoles.ts"
import { isNounFirstScript, leavesSame } from "../language/NameWords.ts"
import { conceptTerm, foreignTerm } from "../language/Terms.ts"
import type { Token } from "../language/Tokenizer.ts"
import type { Vocabulary } from "../language/Vocabulary.ts"
import type { ParsedTerm } from "./ParsedTerms.ts"
import { carried } from "./ParsedQuery.ts"
import { byConcept, isNothing } from "./QueryTerms.ts"
import type { WantedPart } from "./WantedParts.ts"

/**
 * Parts of a query asked for less strictly, the nearest first: grilled as baked, then as cooked; cherry
 * tomatoes as tomatoes. The words that they do without count as left out.
 */
export interface BroaderParts {
  readonly of: (part: WantedPart) => ReadonlyArray<WantedPart>
}

/** What a concept is filed under, the nearest first. */
const ancestorsOf = (concept: string): ReadonlyArray<string> => {
  const parent = conceptOf(concept)?.under[0]
  return parent === undefined ? [] : [parent, ...ancestorsOf(parent)]
}

/** The broader forms of these parts, as far as some product has them. */
export const broaderParts = Effect.fnUntraced(function* <E>(
  parts: ReadonlyArray<WantedPart>,
  language: Language,
  vocabulary: Vocabulary<E>
): Effect.fn.Return<BroaderParts, E> {
  const named = parts.filter(({ role }) => role === "preparation" || role === "essential")
  const concepts = new Set(named.flatMap(({ concept }) => (concept === null ? [] : [concept, ...ancestorsOf(concept)])))
  const terms = [...concepts].flatMap((concept) => termsOf(concept, language))
  const counts = terms.length === 0 ? new Map<string, number>() : yield* vocabulary.counts(terms)
  const queryOf = (concept: string) => byConcept(concept, language, (all) => carried(counts, all))
  const asConcepts = (part: WantedPart, concepts: ReadonlyArray<string>): ReadonlyArray<WantedPart> =>
    concepts
      .map(queryOf)
      .filter((query) => !isNothing(query))
      .map((query) => ({ ...part, words: [{ read: null, query }] }))
  return {
    of: (part) => {
      if (part.concept === null) return []
      if (part.role === "preparation") return asConcepts(withoutWords(part), ancestorsOf(part.concept))
      if (part.role !== "essential") return []
      const kind = kindOf(part)
      if (!isNothing(queryOf(part.concept))) return kind
      const [named = withoutWords(part)] = kind
      return asConcepts(named, sameAbove(part.concept))
    }
  }
})

/** The food that a food which no product has is filed under, unless something sets it apart: Pringles are potato chips. */
const sameAbove = (concept: string): ReadonlyArray<string> =>
  (conceptOf(concept)?.under ?? []).filter((above) => !isSetApart(concept, above)).slice(0, 1)

const withoutWords = (part: WantedPart): WantedPart => ({ ...part, end: part.start })

const termsOf = (concept: string, language: Language): ReadonlyArray<string> => [
  foreignTerm(concept, language),
  ...Language.literals.map((each) => conceptTerm(concept, each))
]

/**
 * The food that the head of a food of several words names, where it is a kind of that and nothing sets it apart. Dishes
 * have only a word in common, and diet cola is what other cola is not. Of a group as wide as fish, only what the fish is
 * cut into may go.
 */
const kindOf = (part: WantedPart): ReadonlyArray<WantedPart> =>
  reducedToHead(part).filter(({ words }) => words.every(({ read }) => read !== null && isFoodOf(read.token, part)))

const isFoodOf = (token: Token, { concept: kind, words }: WantedPart): boolean =>
  kind !== null &&
  !isMadeDish(token) &&
  !isStuffed(token) &&
  (!isGroup(token) || words.every(({ read }) => read?.token === token || (read !== null && leavesSame(read.token)))) &&
  conceptsOfWord(token).some(({ concept }) => isFiledUnder(kind, concept) && !isSetApart(kind, concept))

/** Camel milk that no product is called by is milk still, whereas peanut butter is no butter. */
export const reducedToHead = (part: WantedPart): ReadonlyArray<WantedPart> => {
  if (part.role !== "essential" || part.isOpaque || part.words.length < 2) return []
  const foods = [...part.words.keys()].filter((i) => isOtherFood(part.words[i]?.read, part.concept))
  const at = isNounFirstScript(part.words[0]?.read?.token.written ?? "") ? foods[0] : foods.at(-1)
  const words = part.words.filter((_, i) => i === at)
  if (at === undefined || !words.every(({ query }) => !isNothing(query))) return []
  return [{ ...part, start: part.start + at, end: part.start + at + 1, words }]
}

const isOtherFood = (word: ParsedTerm | null | undefined, whole: string | null): boolean =>
  word != null && word.isFood && conceptsOfWord(word.token).every(({ concept }) => concept !== whole)
