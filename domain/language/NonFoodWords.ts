import type { Token } from "./Tokenizer.ts"
import { byStem, wordsOf } from "./WordClasses.ts"

const stems = wordsOf("non-food", byStem)

/** Does a word of this stem name some other thing than food? */
export const isOtherThing = (stem: string): boolean => stems().has(stem)

/** The index behind the words that name another thing than food, from a word on; `null` where none begins. */
export const nonFoodEnd = (tokens: ReadonlyArray<Token>, start: number): number | null => {
  const token = tokens[start]
  return token !== undefined && isOtherThing(token.stem) ? start + 1 : null
}
