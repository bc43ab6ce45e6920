import { type FoodName, foodNameAt } from "./FoodNames.ts"
import type { MealToken } from "./MealToken.ts"
import { tagsOfQuantity, type UnsettledTag } from "./QuantityTags.ts"
import { mealWords, type WordMeaning } from "./Words.ts"
import type { Found } from "../language/quantities/PhraseTable.ts"
import { addedPart } from "../language/quantities/Numerals.ts"
import { type Before, quantityAt } from "../language/quantities/Quantities.ts"
import type { Quantity, QuantityText } from "../language/quantities/Quantity.ts"
import { measureAt, quantityWordAt } from "../language/quantities/QuantityWords.ts"
import { byWriting, wordClassesOf, wordsOf } from "../language/WordClasses.ts"

type Tokens = ReadonlyArray<MealToken>

/** What stands at a token: tags, none for what says nothing about a food, and the token behind it. */
export interface Read {
  readonly tags: ReadonlyArray<UnsettledTag>
  readonly end: number
  readonly quantity: Quantity | null
}

/** What was read right before a token. */
export interface Context extends Before {
  /** a measure behind it is counted */
  readonly hasCount: boolean
}

const single = (tag: UnsettledTag): Read => ({ tags: [tag], end: tag.end, quantity: null })
const nothing = (end: number): Read => ({ tags: [], end, quantity: null })
const unknown = (start: number): Read => single({ kind: "unknown", start, end: start + 1 })
const foodRead = (start: number, name: FoodName): Read => single({ kind: "food", name, start, end: name.end })

/** A text of which the grammar of quantities can ask where foods are. */
export const quantityTextOf = (tokens: Tokens): QuantityText<MealToken> => ({
  tokens,
  foodEnd: (at) => foodNameAt(tokens, at)?.end ?? null
})

/**
 * Food names of several words come first ("half and half"), then quantities. Of one word that may be a unit, a food, or a
 * word about foods, that which is spelt so; and prepositions before all foods: in Russian "without" is spelt like meringue.
 */
export const meaningAt = (tokens: Tokens, start: number, context: Context): Read => {
  const mark = tokens[start]
  if (mark !== undefined && mark.kind !== "word" && !mark.isNumber) return markAt(tokens, start, mark, context)
  const food = foodNameAt(tokens, start)
  const role = mealWords().at(tokens, start)
  const roleEnd = role?.end ?? start
  const unit = unitAt(tokens, start, context.hasCount)
  const isLong = food !== null && food.end > start + 1 && food.end >= roleEnd
  const quantity = quantityRead(quantityAt(quantityTextOf(tokens), start, context))
  // "20% fat" may be the name of a cheese, but says nothing of one
  const isOnlyQuantity = tokens[start]?.isNumber === true && (quantity?.end ?? 0) >= (food?.end ?? 0)
  // "a bar of chocolate" may be in the lexicon, but is an amount
  if (isLong && !isOnlyQuantity && (food.record !== null || unit?.isWritten !== true)) return foodRead(start, food)
  if (quantity !== null && quantity.end >= roleEnd) return quantity
  if (tokens[start]?.isNumber === true) return unknown(start)
  if (
    unit !== null &&
    unit.end >= roleEnd &&
    (unit.isWritten || (food?.isWritten !== true && role?.isWritten !== true))
  ) {
    return food !== null && isLoafAlone(unit, tokens) ? foodRead(start, food) : unit
  }
  if (food !== null && food.end >= roleEnd && !isRoleRather(role, food)) return foodRead(start, food)
  if (role !== null) return roleRead(role.value, start, role.end)
  return isParticleOfNumber(tokens, start) ? nothing(start + 1) : unknown(start)
}

const markAt = (tokens: Tokens, start: number, { kind }: MealToken, context: Context): Read => {
  const end = start + 1
  switch (kind) {
    case "break":
    case "open":
    case "close":
      return single({ kind, start, end })
    case "plus":
      return quantityRead(quantityAt(quantityTextOf(tokens), start, context)) ?? single({ kind: "and", start, end })
    case "dash":
      // a hyphen within a word separates nothing
      return isApart(tokens, start) ? single({ kind: "break", start, end }) : nothing(end)
    default:
      return quantityRead(quantityAt(quantityTextOf(tokens), start, context)) ?? nothing(end)
  }
}

const quantityRead = (quantity: Quantity | null): Read | null =>
  quantity === null ? null : { tags: tagsOfQuantity(quantity), end: quantity.end, quantity }

const isApart = (tokens: Tokens, at: number): boolean =>
  (tokens[at - 1]?.end ?? 0) < (tokens[at]?.start ?? 0) && (tokens[at + 1]?.start ?? 0) > (tokens[at]?.end ?? 0)

const gluedWords = wordsOf("glued-words", byWriting)

/** "ب٢٠", "по3" */
const isParticleOfNumber = (tokens: Tokens, at: number): boolean =>
  tokens[at + 1]?.isNumber === true &&
  tokens[at + 1]?.start === tokens[at]?.end &&
  gluedWords().has(tokens[at]?.written ?? "")

/** A loaf of nothing is bread. */
const isLoafAlone = ({ end, tags: [tag] }: Read, tokens: Tokens): boolean => {
  if (tag?.kind !== "unit" || tag.unit !== "loaf") return false
  const isOf = mealWords().at(tokens, end)?.value
  return foodNameAt(tokens, end) === null && !(isOf?.kind === "role" && isOf.role === "of")
}

const isRoleRather = (role: Found<WordMeaning> | null, food: FoodName): boolean => {
  if (role === null) return false
  if (role.value.kind !== "role") return role.isWritten && !food.isWritten
  return role.value.role === "skip" ? food.record === null : role.isWritten || !food.isWritten
}

const cues = wordClassesOf("meal-cues", byWriting)
const counted = wordsOf("counted-measures", byWriting)
const shortMax = 2

/** Is the spelling a unit behind a number only, since it may mean something else as well? */
const isCountedOnly = (written: string): boolean => written.length <= shortMax || counted().has(written)

/** The measure at a token. Some are one only where a number, a size or "of" shows it. */
export const unitAt = (
  tokens: Tokens,
  start: number,
  hasCount: boolean
): (Read & { readonly isWritten: boolean }) | null => {
  const unit = measureAt(tokens, start)
  if (unit === null) return null
  // "savoring each sip of it"
  const isOfAny = quantityWordAt(tokens, start - 1)?.role === "each"
  if (isOfAny && !hasCount) return null
  const isShown = hasCount || cues("part-of").has(tokens[unit.end]?.written ?? "")
  if (!isShown && unit.end === start + 1 && isCountedOnly(tokens[start]?.written ?? "")) return null
  const part = addedPart(tokens, unit.end)
  const end = part?.end ?? unit.end
  return {
    tags: [{ kind: "unit", unit: unit.value, extra: part?.value ?? 0, start, end }],
    end,
    quantity: null,
    isWritten: unit.isWritten
  }
}

const roleRead = (meaning: WordMeaning, start: number, end: number): Read => {
  switch (meaning.kind) {
    case "size":
      return single({ kind: "size", size: meaning.size, start, end })
    case "preparation":
      return single({ kind: "preparation", preparation: meaning.preparation, start, end })
    case "role":
      if (meaning.role === "other") return single({ kind: "unknown", start, end })
      return meaning.role === "skip" ? nothing(end) : single({ kind: meaning.role, start, end })
  }
}
