import type { LimitItem } from "./LimitItems.ts"

/** So many small words may stand between a number and what it is an amount of. */
const smallWordsMax = 3

const perHundred = 100

const isSmall = (item: LimitItem): boolean =>
  item.has("filler") ||
  item.has("between") ||
  item.has("about") ||
  item.has("not") ||
  item.comparison !== null ||
  item.sign !== null ||
  item.degree !== null

/** Does a nutrient stand beside an item, with but small words between? */
const isBesideNutrient = (items: ReadonlyArray<LimitItem>, at: number, step: 1 | -1): boolean => {
  for (let i = at + step; Math.abs(i - at) <= smallWordsMax + 1; i += step) {
    const item = items[i]
    if (item === undefined || item.quantity !== null) return false
    if (item.nutrient !== null || item.isBeyondRecords) return true
    if (!isSmall(item) || items[step === 1 ? i : i + 1]?.startsClause === true) return false
  }
  return false
}

const isCompared = (items: ReadonlyArray<LimitItem>, at: number): boolean =>
  [items[at - 1], items[at + 1]].some((item) => item !== undefined && (item.comparison !== null || item.sign !== null))

/** What is said of a day or of somebody's age is no amount of a food. */
const isOfOther = (items: ReadonlyArray<LimitItem>, at: number): boolean =>
  items.slice(at + 1, at + smallWordsMax).some((item) => item.has("day"))

/** Is a number left that is an amount of energy or of a nutrient? To answer as if it had not been said would break it. */
export const hasUnexplained = (items: ReadonlyArray<LimitItem>, used: ReadonlySet<number>): boolean =>
  items.some(({ quantity }, i) => {
    if (quantity === null || used.has(i) || isOfOther(items, i)) return false
    if (quantity.unit?.nutrient === "kcal") return true
    // "5 g sugar /100 g"
    if (used.size > 0 && quantity.value === perHundred && quantity.unit?.symbol === "g") return false
    const isAmount = quantity.unit !== null || isCompared(items, i)
    return isAmount && (isBesideNutrient(items, i, 1) || isBesideNutrient(items, i, -1))
  })
