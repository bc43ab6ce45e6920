import { Effect } from "effect"
import { isWordTerm } from "../../domain/language/Terms.ts"
import { rankOf } from "../../domain/search/Ranking.ts"
import type { SearchVocabulary } from "../../domain/search/SearchVocabulary.ts"
import { type SearchableProduct, vocabularyTerms } from "../../domain/search/SearchableProduct.ts"
import { editDistance } from "../../domain/language/EditDistance.ts"
import { phoneticKeyOf } from "../../domain/language/PhoneticKey.ts"

/** The vocabulary of these products as its definition has it: every word is looked at for every question. */
export const memoryVocabulary = (products: ReadonlyArray<SearchableProduct>): SearchVocabulary<never> => {
  const counts = new Map<string, number>()
  for (const { terms } of products) {
    for (const term of vocabularyTerms(terms)) counts.set(term, (counts.get(term) ?? 0) + 1)
  }
  const words = [...counts.keys()].filter(isWordTerm)
  return {
    counts: () => Effect.succeed(counts),
    matches: (query) =>
      Effect.sync(() => products.filter((product) => rankOf({ ...query, filters: [] }, product) !== null).length),
    hasBeginning: (beginnings) =>
      Effect.sync(() => beginnings.some((beginning) => [...counts.keys()].some((term) => term.startsWith(beginning)))),
    soundingLike: (keys) => Effect.sync(() => words.filter((word) => keys.includes(phoneticKeyOf(word) ?? ""))),
    near: (word, edits) =>
      Effect.sync(() =>
        words.flatMap((other) => {
          const distance = editDistance(word, other, edits)
          return distance <= edits ? [{ word: other, edits: distance }] : []
        })
      )
  }
}
