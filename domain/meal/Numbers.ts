import { numberWordsAt } from "../language/NumberWords.ts"
import { byStem, byWriting, wordClassesOf } from "../language/WordClasses.ts"
import type { MealToken } from "./MealToken.ts"

const linkStems = wordClassesOf("number-links", byStem)
const linkSpellings = wordClassesOf("number-links", byWriting)

/** May a word stand between the ends of a range? A dash may, too. */
const isRangeWord = (written: string): boolean => linkSpellings("range").has(written)
const isHalf = (stem: string): boolean => linkStems("half").has(stem)
const isArticle = (stem: string): boolean => linkStems("article").has(stem)

interface Reading {
  readonly value: number
  readonly end: number
}

const plainAt = (tokens: ReadonlyArray<MealToken>, start: number): Reading | null => {
  const token = tokens[start]
  if (token?.kind !== "number") return numberWordsAt(tokens, start)
  if (token.value <= 0) return null
  const next = tokens[start + 1]
  const isMixed = Number.isInteger(token.value) && next?.kind === "number" && next.value > 0 && next.value < 1
  return isMixed ? { value: token.value + next.value, end: start + 2 } : { value: token.value, end: start + 1 }
}

/** Is there "and a half" behind a number or unit? The token behind it, else `null`. */
export const halfEnd = (tokens: ReadonlyArray<MealToken>, start: number): number | null => {
  const stemAt = (i: number): string => tokens[i]?.stem ?? ""
  // the Arabic conjunction is written with its word
  if (linkSpellings("and-half").has(tokens[start]?.written ?? "")) return start + 1
  if (!linkStems("and").has(stemAt(start))) return null
  const half = isArticle(stemAt(start + 1)) ? start + 2 : start + 1
  // "300 ml and half a baguette"
  return isHalf(stemAt(half)) && !isArticle(stemAt(half + 1)) ? half + 1 : null
}

/** The amount that begins at a token: a number in digits or words, a mixed one, a range (its middle). */
export const numberAt = (tokens: ReadonlyArray<MealToken>, start: number): Reading | null => {
  const first = plainAt(tokens, start)
  if (first === null) return null
  const half = halfEnd(tokens, first.end)
  if (half !== null && Number.isInteger(first.value)) return { value: first.value + 0.5, end: half }
  const following = tokens[first.end]?.kind === "word" ? numberWordsAt(tokens, first.end) : null
  // "two-three", whose hyphen is no token
  if (tokens[start]?.kind === "word" && following?.value === first.value + 1) {
    return { value: first.value + 0.5, end: following.end }
  }
  const between = tokens[first.end]
  if (between === undefined || !(between.kind === "dash" || isRangeWord(between.written))) return first
  const second = plainAt(tokens, first.end + 1)
  return second === null || second.value < first.value
    ? first
    : { value: (first.value + second.value) / 2, end: second.end }
}
