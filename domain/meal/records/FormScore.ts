import { groupHasRole } from "../FoodRoles.ts"
import { type Preparation, preparations } from "../MealItem.ts"
import type { IndexedRecord } from "./IndexedRecord.ts"
import type { RecordQuery } from "./RecordQuery.ts"
import { cookedBit, rawBit, sauteedBit } from "./RecordWords.ts"

const friedBit = 1 << preparations.indexOf("fried")
const bitsOf = (...ways: ReadonlyArray<Preparation>): number =>
  ways.reduce((bits, each) => bits | (1 << preparations.indexOf(each)), 0)
/** Dry, as against dried, which may be eaten so. */
const dryBits = bitsOf("raw", "dried")
const inWater = bitsOf("boiled", "steamed", "stewed")
const inDryHeat = bitsOf("grilled", "baked")
const inFat = friedBit | sauteedBit
const cookedBits = inWater | inDryHeat | inFat | cookedBit
const sameBonus = 1.5
/** Cooked alike, or one of the two does not say how. */
const alikeBonus = 0.6
const clashCost = 3
const costs = { raw: 3, eatenRaw: 0.1, fried: 0.7, cooked: 0.4, other: 1, unknown: 0.5 }

/**
 * How well the preparations of a record (`own`) are those that were said (`asked`). What nobody eats raw is meant cooked;
 * whatever a name says beyond what was said costs a little.
 */
export const formScore = (asked: number, own: number, group: string): number => {
  const isEatenCooked = groupHasRole(group, "eaten-cooked")
  if (asked === 0) {
    if (own === 0) return 0
    if ((own & dryBits) === dryBits) return -costs.raw
    if ((own & rawBit) !== 0 && (own & cookedBits) === 0) return isEatenCooked ? -costs.raw : -costs.eatenRaw
    if ((own & inFat) !== 0) return -costs.fried
    return (own & cookedBits) === 0 ? -costs.other : isEatenCooked ? 0 : -costs.cooked
  }
  if (own === 0) return asked === rawBit && !isEatenCooked ? sameBonus : -costs.unknown
  if ((asked & own) !== 0) return sameBonus
  return isAlike(asked, own) ? alikeBonus : -clashCost
}

const isAlike = (asked: number, own: number): boolean => {
  const areBoth = (bits: number): boolean => (asked & bits) !== 0 && (own & bits) !== 0
  return (
    areBoth(inFat) ||
    areBoth(inWater) ||
    areBoth(inDryHeat) ||
    (areBoth(cookedBits) && ((asked | own) & cookedBit) !== 0)
  )
}

const fatCosts = { sameLabel: 1.5, beyond: 2, max: 6 }

/** How near the fat of a record is to what was stated; it is met within 0.6 g of 100 or a fifth of it, a label's within half of that. */
export const fatScore = (
  asked: RecordQuery["fat"],
  { fat, labelledFat }: IndexedRecord
): { readonly score: number; readonly isOther: boolean } => {
  if (asked === null) return { score: 0, isOther: false }
  const stated = labelledFat === null ? asked.ofWeight : asked.labelled
  const tolerance = Math.max(0.6, 0.2 * stated) * (labelledFat === null ? 1 : 0.5)
  if (labelledFat === stated) return { score: fatCosts.sameLabel, isOther: false }
  const distance = Math.abs((labelledFat ?? fat) - stated) / tolerance
  const cost = distance <= 1 ? distance : 1 + fatCosts.beyond * (distance - 1)
  return { score: -Math.min(fatCosts.max, cost), isOther: distance > 1 }
}
