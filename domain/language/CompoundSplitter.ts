import { Effect } from "effect"
import { conceptsIn } from "./Lexicon.ts"
import { tokenize, type Token } from "./Tokenizer.ts"
import { isNonFood } from "./NonFoodWords.ts"
import { stemTerm } from "./Terms.ts"
import type { Vocabulary } from "./Vocabulary.ts"

/** Shorter parts are in too many words by chance. */
const partLengthMin = 3

/** Are both words one name, or foods each? */
const makesSense = (parts: ReadonlyArray<Token>): boolean =>
  conceptsIn(parts).some(({ end, start }) => end - start === parts.length) ||
  parts.every((part) => conceptsIn([part]).some(({ use }) => use === "name"))

/**
 * The two words that were written as one, `cocacola`: products carry both, and they are the name of one food or of two.
 * `null` if there are none such; names of one food come first, then the longer first word.
 */
export const splitInTwo = Effect.fnUntraced(function* <E>(
  token: Token,
  vocabulary: Vocabulary<E>
): Effect.fn.Return<ReadonlyArray<Token> | null, E> {
  const { isNumber, written } = token
  if (isNumber || isNonFood(token)) return null
  const pairs: Array<ReadonlyArray<Token>> = []
  for (let at = written.length - partLengthMin; at >= partLengthMin; at--) {
    const parts = tokenize(`${written.slice(0, at)} ${written.slice(at)}`)
    if (parts.length === 2 && makesSense(parts)) pairs.push(parts)
  }
  if (pairs.length === 0) return null
  const counts = yield* vocabulary.counts(pairs.flat().map((part) => stemTerm(part.stem)))
  const known = pairs.filter((parts) => parts.every((part) => (counts.get(stemTerm(part.stem)) ?? 0) > 0))
  return known.find((parts) => conceptsIn(parts).some(({ end, start }) => end - start === 2)) ?? known[0] ?? null
})
