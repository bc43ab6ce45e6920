import { languageOfWord } from "../language/Stemming.ts"
import { hasRole } from "./FoodRoles.ts"
import type { MealToken } from "./MealToken.ts"
import { type NounPhrase, nounPhraseAt } from "./NounPhrase.ts"
import type { ScopedTag } from "./ScopedTag.ts"

type Words = ReadonlyArray<MealToken>

/** Words that take away the food behind them; `denied`, `refused` and `left` may stand behind it. */
export type CueKind = "without" | "except" | "instead" | "denied" | "refused" | "left"

/** The foods of a list that a cue takes away together: "no bread, rice or pasta". */
export const joinedTo = (
  phrase: NounPhrase,
  cue: CueKind,
  tags: ReadonlyArray<ScopedTag>,
  words: Words
): ReadonlyArray<NounPhrase> => {
  const link = tags[phrase.end]
  const next = nounPhraseAt(tags, words, phrase.end + 1)
  if (link === undefined || next === null) return []
  const isJoined =
    link.kind === "or" ||
    (next.isBare && describes.has(link.kind) && cue !== "without") ||
    (next.isBare && link.kind === "and" && (cue !== "without" || isLeftOutWith(next.foods[0], words))) ||
    (next.isBare && link.kind === "break" && (endsInOr(tags, words, next) || isGenitive(next.foods[0], words)))
  return isJoined ? [next, ...joinedTo(next, cue, tags, words)] : []
}

/** Behind a verb they say more of the food that was not eaten: "skipped the pasta with chicken in sauce". */
const describes: ReadonlySet<ScopedTag["kind"]> = new Set(["with", "in", "of", "on", "over", "made", "contains"])

/** "Without milk and sugar", but "tea without sugar and biscuits". */
export const isLeftOutWith = (food: ScopedTag | undefined, words: Words): boolean =>
  (food?.kind === "food" && hasRole(food.name.record, "addition")) || isGenitive(food, words)

const genitive = /(?:ов|ев|ей|ого|его)$/
const genitiveOfMasculine = /[ая]$/

/** Russian says by the ending that a food is left out as well: "без сахара и хлеба". What is spelt as listed is a nominative. */
const isGenitive = (tag: ScopedTag | undefined, words: Words): boolean => {
  if (tag?.kind !== "food" || tag.name.isWritten) return false
  const written = words[tag.end - 1]?.written ?? ""
  if (languageOfWord(written) !== "ru") return false
  return genitive.test(written) || genitiveOfMasculine.test(written)
}

const endsInOr = (tags: ReadonlyArray<ScopedTag>, words: Words, phrase: NounPhrase): boolean => {
  const link = tags[phrase.end]
  const next = nounPhraseAt(tags, words, phrase.end + 1)
  if (link?.kind === "or" && next === null) return true
  if (next === null || !next.isBare) return false
  return link?.kind === "or" || (link?.kind === "break" && endsInOr(tags, words, next))
}
