import { Effect } from "effect"
import { foodsBeginning } from "./Lexicon.ts"
import { stemTerm } from "./Terms.ts"
import { type Token, tokenize } from "./Tokenizer.ts"
import type { Vocabulary } from "./Vocabulary.ts"

/** Shorter beginnings may become anything. */
const completedLengthMin = 3

/** The food that most products carry of those that begin like this. */
export const completedFood = Effect.fnUntraced(function* <E>(
  { written }: Token,
  vocabulary: Vocabulary<E>
): Effect.fn.Return<Token | null, E> {
  if (written.length < completedLengthMin) return null
  const foods = foodsBeginning(written).flatMap((word) => tokenize(word))
  if (foods.length === 0) return null
  const counts = yield* vocabulary.counts(foods.map((food) => stemTerm(food.stem)))
  const productsOf = (food: Token) => counts.get(stemTerm(food.stem)) ?? 0
  const [first] = foods.toSorted((a, b) => productsOf(b) - productsOf(a))
  return first === undefined || productsOf(first) === 0 ? null : first
})
