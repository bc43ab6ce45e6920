import type { Amount, MealItem, ParsedMeal } from "../../domain/meal/MealItem.ts"
import { parseMeal } from "../../domain/meal/MealParser.ts"
import { mealTokens } from "../../domain/meal/MealToken.ts"
import { itemOfPhrase } from "../../domain/meal/StatedItems.ts"
import type { Extraction } from "../../domain/ports/MealExtractor.ts"
import { heardAmount } from "./HeardAmount.ts"
import { type ModelItem, plain } from "./ModelAnswer.ts"

/** What a model's items come to, once they are held against the description that they quote. */
export const itemsOf = (
  said: ReadonlyArray<ModelItem>,
  description: string
): Omit<Extraction, "reader" | "modelFailure"> => {
  const items = withoutRepetitions(said, description).map((item) => toMealItem(item, said))
  const parsed = parseMeal(description)
  return { items, unexplained: unexplainedNumbers(items, parsed), unread: unread(items, parsed) }
}

/** What the description says once is eaten once. */
const withoutRepetitions = (said: ReadonlyArray<ModelItem>, description: string): ReadonlyArray<ModelItem> => {
  const plainText = plain(description)
  const left = new Map<string, number>()
  return said.filter(({ food, quote }) => {
    const key = `${plain(food)}\n${plain(quote)}`
    const times = left.get(key) ?? plainText.split(plain(quote)).length - 1
    left.set(key, times - 1)
    return times > 0
  })
}

const toMealItem = (item: ModelItem, all: ReadonlyArray<ModelItem>): MealItem => {
  const host = all.find((other) => other !== item && other.food === item.accompanies)
  const read = readAlone(item)
  return { ...read, accompanies: host === undefined ? null : (readAlone(host).records[0] ?? host.food) }
}

/**
 * The food as the parser reads its name. A name that has no word of the quote is made up, so the quote itself is read. What else
 * the quote says of the food, its fat, its energy and what it is without, is read there, if it names one food only.
 */
const readAlone = ({ food, quantity, quote, size, unit }: ModelItem): MealItem => {
  const claimed: Amount | null = quantity === null ? null : { quantity, unit: unit ?? "piece" }
  const amount = heardAmount(claimed, quote)
  const [inQuote, ...others] = parseMeal(quote).items
  const read = sharesWord(food, quote) ? itemOfPhrase(food, amount) : (inQuote ?? itemOfPhrase(quote, amount))
  const item = { ...read, text: quote, size: size ?? read.size }
  if (inQuote === undefined || others.length > 0) return item
  return {
    ...item,
    fatPercent: item.fatPercent ?? inQuote.fatPercent,
    energy: item.energy ?? inQuote.energy,
    without: [...new Set([...item.without, ...inQuote.without])]
  }
}

const stemsIn = (text: string): ReadonlySet<string> =>
  new Set(mealTokens(text).flatMap(({ kind, stem }) => (kind === "word" ? [stem] : [])))

const sharesWord = (food: string, quote: string): boolean => !stemsIn(food).isDisjointFrom(stemsIn(quote))

/** The numbers that the parser cannot explain and that are no amount of an item. */
const unexplainedNumbers = (items: ReadonlyArray<MealItem>, { unexplained }: ParsedMeal): ReadonlyArray<string> => {
  const quantities = new Set(items.map(({ amount }) => amount?.quantity))
  return unexplained.filter((written) => {
    const [number] = mealTokens(written)
    return number === undefined || !quantities.has(number.value)
  })
}

/** Words that neither the parser nor a quote explains, and foods that the parser finds and the model leaves out. */
const unread = (items: ReadonlyArray<MealItem>, parsed: ParsedMeal): ReadonlyArray<string> => {
  const quoted = items.map(({ text }) => plain(text))
  const words = parsed.unread.filter((word) => !quoted.some((quote) => quote.includes(plain(word))))
  const leftOut = parsed.items.filter(({ food, text }) => {
    const written = plain(text)
    return !quoted.some((quote) => quote.includes(written) || written.includes(quote) || quote.includes(food))
  })
  return [...words, ...leftOut.map(({ said }) => said)]
}
