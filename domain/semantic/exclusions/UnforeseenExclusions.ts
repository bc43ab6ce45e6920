import { hasToken, type TokenRange } from "../../language/TokenRange.ts"
import { tokenize } from "../../language/Tokenizer.ts"
import { type Exclusions, namedIn } from "./ExclusionReader.ts"
import type { Named } from "./NamedThings.ts"
import type { SentenceOfFoods } from "./MentionFeatures.ts"

/** How probable it is of each food that a sentence names that it is ruled out, from 0 to 1. */
export type RuledOut = (text: string, sentence: SentenceOfFoods) => ReadonlyArray<number>

/** How probable it must be: less for what somebody may be allergic to. Fitted on sentences of authors left out of the training. */
const least: Readonly<Record<Named["kind"], number>> = { allergen: 0.4, food: 0.5, dish: 0.5 }

const isCovered = (range: TokenRange, { spans }: Exclusions): boolean =>
  spans.some((span) => span.start < range.end && range.start < span.end)

/** Adds what a question rules out in words that no table has: "my throat closes up if I so much as smell peanuts". */
export const withUnforeseen = (text: string, exclusions: Exclusions, ruledOut: RuledOut): Exclusions => {
  const tokens = tokenize(text)
  const mentions = namedIn(tokens)
  const open = mentions.filter((mention) => !isCovered(mention, exclusions))
  const says = tokens.some((_, i) => !mentions.some((mention) => hasToken(mention, i)))
  if (open.length === 0 || !says) return exclusions
  const found = ruledOut(text, { tokens, mentions })
  const likely = open.filter((mention) => (found[mentions.indexOf(mention)] ?? 0) >= least[mention.kind])
  // who rules something out in known words and names one more food wants that food
  const isAllThatIsLeft = exclusions.spans.length > 0 && likely.length === open.length
  const out = isAllThatIsLeft ? likely.filter(({ kind }) => kind === "allergen") : likely
  if (out.length === 0) return exclusions
  return {
    ...exclusions,
    ids: exclusions.ids.union(new Set(out.flatMap(({ ids }) => ids))),
    foods: exclusions.foods.union(new Set(out.flatMap(({ food }) => (food === null ? [] : [food])))),
    spans: [...exclusions.spans, ...out]
  }
}
