import { formsOf } from "./Forms.ts"
import type { Amount, MealItem } from "./MealItem.ts"
import { parseMeal } from "./MealParser.ts"
import { mealTokens } from "./MealToken.ts"
import { units } from "../language/quantities/Units.ts"
import { languageOfWord } from "../language/Stemming.ts"

/** A food with its amount, as a caller states it who has split a meal already. */
export interface StatedItem {
  /** a phrase without an amount, in any of the three languages */
  readonly food: string
  readonly amount: Amount
}

/**
 * The item of a food phrase, with the amount that is stated for it, if one is. The parser reads the phrase; its form follows
 * from the amount as in a text (50 g of oats are dry). A phrase that is several foods to the parser, or none, stays whole: then
 * only a record that fits all its words is taken.
 */
export const itemOfPhrase = (phrase: string, amount: Amount | null): MealItem => {
  const { items } = parseMeal(phrase)
  const [read] = items
  return read === undefined || items.length > 1 ? wholePhrase(phrase, amount) : withAmount(read, amount)
}

const withAmount = (item: MealItem, amount: Amount | null): MealItem => {
  // the last is the food as it is named, without a form
  const records = item.records.slice(-1).flatMap((record) => formsOf(record, item.preparation, amount))
  return { ...item, amount, records }
}

/**
 * Does a food phrase carry an amount of its own? A measure without a number is none: "slice of bread" says what kind of
 * bread.
 */
export const carriesAmount = (food: string): boolean =>
  parseMeal(food).items.some(({ amount }) => {
    if (amount === null) return false
    const { kind } = units[amount.unit]
    return amount.quantity !== 1 || kind === "mass" || kind === "volume"
  })

const wholePhrase = (food: string, amount: Amount | null): MealItem => {
  const words = mealTokens(food).filter(({ kind }) => kind === "word")
  const language = words.map(({ written }) => languageOfWord(written)).find((known) => known !== null)
  return {
    text: food,
    food: words.map(({ written }) => written).join(" "),
    said: food,
    language: language ?? "en",
    amount,
    size: null,
    preparation: null,
    fatPercent: null,
    energy: null,
    share: 1,
    without: [],
    parts: [],
    records: [],
    isNamed: false,
    isKnown: false,
    accompanies: null
  }
}
