import { hasToken, overlaps, type TokenRange } from "../../language/TokenRange.ts"
import { type Token, tokenize } from "../../language/Tokenizer.ts"
import { cueAt } from "./ExclusionWordings.ts"
import { type Exclusions, namedIn } from "./ExclusionReader.ts"
import type { Named } from "./NamedThings.ts"
import type { MentionClassifier } from "../classifier/MentionClassifier.ts"

type Least = Readonly<Record<Named["kind"], number>>

/** How probable it must be: less for what somebody may be allergic to. Fitted on sentences of authors left out of the training. */
const least: Least = { allergen: 0.4, food: 0.5, dish: 0.5 }
/**
 * The same where the tables read every word of a question, or ruled something out and no other food is left that could be
 * what is wanted.
 */
const leastAgainstTables: Least = { allergen: 0.85, food: 0.95, dish: 0.95 }

const isCovered = (range: TokenRange, { spans }: Exclusions): boolean => spans.some((span) => overlaps(span, range))

/** Does one food follow the other in a list: "mushrooms, olives and corn"? */
const isJoined = (before: Named, next: Named, tokens: ReadonlyArray<Token>): boolean => {
  if (before.kind === "dish" || next.kind === "dish") return false
  const between = next.start - before.end
  if (between === 0)
    return tokens[next.start]?.startsClause === true || tokens[next.start]?.written.startsWith("و") === true
  return between === 1 && cueAt(tokens, before.end, false)?.position === "joining"
}

/** What holds of one food of a list holds of all. */
const overLists = (
  mentions: ReadonlyArray<Named>,
  found: ReadonlyArray<number>,
  tokens: ReadonlyArray<Token>
): ReadonlyMap<Named, number> => {
  const probabilities = new Map(mentions.map((mention, i) => [mention, found[i] ?? 0]))
  const spread = (order: ReadonlyArray<Named>, isNext: (a: Named, b: Named) => boolean) => {
    for (const [i, mention] of order.entries()) {
      const before = order[i - 1]
      if (before !== undefined && isNext(before, mention))
        probabilities.set(mention, Math.max(probabilities.get(mention) ?? 0, probabilities.get(before) ?? 0))
    }
  }
  spread(mentions, (before, next) => isJoined(before, next, tokens))
  spread(mentions.toReversed(), (next, before) => isJoined(before, next, tokens))
  return probabilities
}

/**
 * Adds what a question rules out in words that no table has: "my throat closes up if I so much as smell peanuts".
 * `isRead`: the tables account for every word of it. `isTaken`: what is only compared with, or counted, is not ruled out.
 */
export const withUnforeseen = (
  text: string,
  exclusions: Exclusions,
  isRead: boolean,
  ruledOut: MentionClassifier,
  isTaken: (token: Token) => boolean = () => false
): Exclusions => {
  const tokens = tokenize(text)
  const mentions = namedIn(tokens)
  const open = mentions.filter(
    (mention) => !isCovered(mention, exclusions) && !tokens.slice(mention.start, mention.end).every(isTaken)
  )
  const says = tokens.some((_, i) => !mentions.some((mention) => hasToken(mention, i)))
  if (open.length === 0 || !says) return exclusions
  const found = overLists(mentions, ruledOut(text, { tokens, mentions }), tokens)
  const likely = (bounds: Least) => open.filter((mention) => (found.get(mention) ?? 0) >= bounds[mention.kind])
  const probable = isRead ? likely(leastAgainstTables) : likely(least)
  const isAllThatIsLeft = exclusions.spans.length > 0 && probable.length === open.length
  const out = isAllThatIsLeft ? likely(leastAgainstTables) : probable
  if (out.length === 0) return exclusions
  return {
    ...exclusions,
    isUnread: false,
    ids: exclusions.ids.union(new Set(out.flatMap(({ ids }) => ids))),
    foods: exclusions.foods.union(new Set(out.flatMap(({ foods }) => foods))),
    spans: [...exclusions.spans, ...out]
  }
}
