import { isArticle, isWeighed, type ItemBuilder } from "./ItemBuilder.ts"
import type { Amount } from "./MealItem.ts"
import type { MealToken } from "./MealToken.ts"

/**
 * The items that are left when each correction has replaced what it corrects: an amount alone the last one, the same food
 * what was said of it, another food the last food. A fraction of a food that has an amount already is a part of that.
 */
export const withCorrections = (
  builders: ReadonlyArray<ItemBuilder>,
  words: ReadonlyArray<MealToken>
): ReadonlyArray<ItemBuilder> => {
  const kept: Array<ItemBuilder> = []
  for (const item of builders) {
    const same = kept.findLast((earlier) => isSameFood(earlier, item, words))
    const last = kept.at(-1)
    if (last !== undefined && isNamedAgain(item, last, words)) continue
    if (isPartOf(item, same)) same.share *= item.share * (item.amounts[0]?.quantity ?? 1)
    else if (item.correction === null || last === undefined) kept.push(item)
    else if (isAmountAlone(item)) takeAmounts(last, item)
    else if (same !== undefined) takeAmounts(same, item)
    else if (item.correction === "same") kept.push(item)
    else kept.splice(-1, 1, inPlaceOf(last, item))
  }
  return kept
}

const isAmountAlone = ({ foods, unknownCount }: ItemBuilder): boolean => foods.length === 0 && unknownCount === 0

const isSameFood = (one: ItemBuilder, other: ItemBuilder, words: ReadonlyArray<MealToken>): boolean =>
  !isAmountAlone(other) && !other.isNegated && foodOf(one, words) === foodOf(other, words)

/** The record that names an item, else its words. */
export const foodOf = ({ foods, words: places }: ItemBuilder, words: ReadonlyArray<MealToken>): string =>
  foods.find(({ name }) => name.record !== null)?.name.record ?? places.map((i) => words[i]?.stem ?? "").join(" ")

/** "Grape juice, 100% juice": what only repeats the head of the name before it is no other food. */
const isNamedAgain = (item: ItemBuilder, last: ItemBuilder, words: ReadonlyArray<MealToken>): boolean => {
  if (item.amounts.length > 0 || item.correction !== null || item.words.length >= last.words.length) return false
  const stemsOf = (each: ItemBuilder) => each.words.map((i) => words[i]?.stem)
  const stems = stemsOf(last)
  return stemsOf(item).every((stem) => stems.includes(stem)) && stems.at(-1) === stemsOf(item).at(-1)
}

/** "Rice 200 g, ate half of the rice". */
const isPartOf = (item: ItemBuilder, same: ItemBuilder | undefined): same is ItemBuilder => {
  const [amount, another] = item.amounts
  if (same === undefined || another !== undefined || item.correction !== null) return false
  return amount === undefined
    ? item.share < 1
    : amount.unit === "whole" && amount.quantity < 1 && same.amounts.length > 0
}

const takeAmounts = (target: ItemBuilder, { amounts, isEach, preparation, share, size }: ItemBuilder): void => {
  const [before] = target.amounts
  const [amount, another] = amounts
  if (amount !== undefined) target.amounts = another === undefined ? [inUnitOf(before, amount)] : [...amounts]
  target.isEach ||= isEach
  target.size = size ?? target.size
  target.preparation = preparation ?? target.preparation
  target.share *= share
}

/** "2 cups of rice, no, 3": a bare number has the unit that was said before. */
const inUnitOf = (before: Amount | undefined, amount: Amount): Amount =>
  before !== undefined && amount.unit === "whole" ? { ...amount, unit: before.unit } : amount

const inPlaceOf = (before: ItemBuilder, item: ItemBuilder): ItemBuilder => {
  const [amount, another] = item.amounts
  // "a 68 g bar, specifically a Mars bar", but "two pizzas, sorry, a burger"
  const isOne = another === undefined && amount !== undefined && isArticle(amount)
  if (amount === undefined ? before.amounts.length > 0 : isOne && before.amounts.some(isWeighed))
    item.amounts = [...before.amounts]
  if (item.host === null || item.host === before) item.host = before.host
  item.link = before.link
  return item
}
