import type { LimitItem } from "./LimitItems.ts"
import type { NutrientName } from "./NutrientLevels.ts"

/** So many items may stand between a word of order and its nutrient, or the food compared with. */
export const distanceMax = 5

/** A nutrient beside a word of order or comparison. */
export interface NutrientFound {
  readonly nutrient: NutrientName
  /** is it the contrary that is asked of: "lowest", but "most low fat"? */
  readonly isLittle: boolean
  readonly at: number
}

export const nutrientAt = (item: LimitItem | undefined, at: number): NutrientFound | null => {
  if (item === undefined) return null
  if (item.claim !== null) return { nutrient: item.claim.nutrient, isLittle: !item.claim.isMuch, at }
  return item.nutrient === null ? null : { nutrient: item.nutrient.name, isLittle: false, at }
}

/** The nutrient behind a word of order; an amount between turns it round: самое низкое содержание жира. */
export const nutrientBehind = (
  items: ReadonlyArray<LimitItem>,
  from: number,
  used: ReadonlySet<number>,
  othersMax: number
): NutrientFound | null => {
  let others = 0
  let isLow = false
  for (let i = from; i < items.length && i < from + distanceMax + othersMax; i++) {
    const item = items[i]
    // "the lowest five in fat"
    const isCount = i === from && item?.quantity !== undefined && item.quantity !== null && item.quantity.unit === null
    if (isCount) continue
    if (item === undefined || used.has(i) || item.quantity !== null || (item.startsClause && i > from)) return null
    const found = nutrientAt(item, i)
    if (found !== null) return { ...found, isLittle: found.isLittle !== isLow }
    if (item.amount === "low") isLow = true
    else if (item.amount === null && !item.has("filler") && ++others > othersMax) return null
  }
  return null
}

/** The nutrient before a word of order: "белка больше всего", "كاربها أقل من", "protein at least twice". */
export const nutrientBefore = (
  items: ReadonlyArray<LimitItem>,
  from: number,
  used: ReadonlySet<number>
): NutrientFound | null => {
  for (let i = from; i >= 0 && i > from - distanceMax; i--) {
    const item = items[i]
    if (item === undefined || used.has(i) || items[i + 1]?.startsClause === true) return null
    const found = nutrientAt(item, i)
    if (found !== null) return found
    if (!item.has("filler") && !item.has("not")) return null
  }
  return null
}
