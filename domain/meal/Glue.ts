import { conjunctions, duals, halfPrefixes, ownInitials } from "./Clitics.ts"
import { foodNameAt } from "./FoodNames.ts"
import { meaningAt, unitAt } from "./Meanings.ts"
import type { MealToken } from "./MealToken.ts"
import type { Tag } from "./Tags.ts"
import { numberWordsAt } from "../language/NumberWords.ts"
import { quantityWordAt } from "../language/quantities/QuantityWords.ts"
import { mealWords } from "./Words.ts"
import { stemOf } from "../language/Stemming.ts"

type Tokens = ReadonlyArray<MealToken>

/** What is written together with a word. */
export interface Glue {
  readonly tag: Tag
  /** the word without what the tag says */
  readonly rest: MealToken
}

const behindNumber = { quantity: null, isFood: false, isAmount: true, hasCount: true }

const isKnown = (tokens: Tokens, at: number): boolean =>
  meaningAt(tokens, at, behindNumber).tags.every(({ kind }) => kind !== "unknown")

/** "ميتين" is two hundred, "وزني" my weight. */
const isWordOfQuantities = (tokens: Tokens, at: number): boolean =>
  numberWordsAt(tokens, at) !== null || quantityWordAt(tokens, at) !== null

/** What is written together with a word: Arabic conjunctions and duals, the Russian half. */
export const gluedPart = (tokens: Tokens, start: number): Glue | null => {
  const token = tokens[start]
  if (token?.kind !== "word" || token.written.length < 3 || isWordOfQuantities(tokens, start)) return null
  const tag = { start, end: start }
  const shortened = (written: string, cut = 0): MealToken => ({
    ...token,
    start: token.start + cut,
    written,
    stem: stemOf(written)
  })
  const isKnownAs = (rest: MealToken): boolean => isKnown(tokens.with(start, rest), start)
  for (const [prefix, kind] of conjunctions) {
    if (!token.written.startsWith(prefix)) continue
    const rest = shortened(token.written.slice(prefix.length), prefix.length)
    // the stemmer takes a conjunction off only where it is one
    if (rest.stem === token.stem ? !ownInitials.has(token.written) : !isKnown(tokens, start) && isKnownAs(rest)) {
      return { tag: { kind, ...tag }, rest }
    }
  }
  const isItself =
    unitAt(tokens, start, true)?.isWritten === true ||
    foodNameAt(tokens, start)?.isWritten === true ||
    mealWords().at(tokens, start)?.isWritten === true
  for (const { instead, letters } of isItself ? [] : duals) {
    if (!token.written.endsWith(letters) || token.written.length < letters.length + 2) continue
    const rest = shortened(token.written.slice(0, -letters.length) + instead)
    if (isCountable(tokens.with(start, rest), start, instead !== ""))
      return { tag: { kind: "number", value: 2, ...tag }, rest }
  }
  for (const prefix of halfPrefixes) {
    if (!token.written.startsWith(prefix) || isKnown(tokens, start)) continue
    const rest = shortened(token.written.slice(prefix.length))
    if (isKnownAs(rest)) return { tag: { kind: "number", value: 0.5, ...tag }, rest }
  }
  return null
}

/** A masculine dual looks like many words that are none: beside units only what is spelt as the name of a food has it here. */
const isCountable = (tokens: Tokens, at: number, isFeminine: boolean): boolean => {
  if (unitAt(tokens, at, true) !== null) return true
  const food = foodNameAt(tokens, at)
  return food !== null && (isFeminine || (food.record !== null && food.isWritten))
}
