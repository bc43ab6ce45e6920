import type { Effect } from "effect"
import type { Vocabulary } from "../language/Vocabulary.ts"
import type { AnalyzedQuery } from "./AnalyzedQuery.ts"

/** What the analysis of a query asks an engine. */
export interface SearchVocabulary<E> extends Vocabulary<E> {
  /**
   * How many products match this query, whatever its filters; of a hundred and more an engine may say any number from a
   * hundred on.
   */
  readonly matches: (query: AnalyzedQuery) => Effect.Effect<number, E>
}
