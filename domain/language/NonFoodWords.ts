import type { Token } from "./Tokenizer.ts"
import { wordTable } from "./WordTable.ts"

const things = wordTable("non-food", () => "non-food")

/** The index behind the words that name another thing than food, from a word on; `null` where none begins. */
export const nonFoodEnd = (tokens: ReadonlyArray<Token>, start: number): number | null =>
  things.at(tokens, start)?.end ?? null

/** Does the word name some other thing than food? It is no misspelling of one. */
export const isNonFood = (token: Token): boolean => nonFoodEnd([token], 0) !== null
