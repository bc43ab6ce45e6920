import type { LimitItem, NamedNutrient } from "./LimitItems.ts"
import type { AmountUnit, Quantity } from "./Quantities.ts"

/** A number, or two that are the ends of a range, as items `first` to `last` (inclusive). */
export interface StatedNumber {
  readonly first: number
  readonly last: number
  readonly from: number
  readonly to: number
  readonly isRange: boolean
  readonly unit: AmountUnit | null
  /** named between the ends: "10 g protein to 20 g" */
  readonly nutrient: NamedNutrient | null
}

const isOpener = (item: LimitItem | undefined): boolean => item?.has("between") === true

const sameKind = (one: AmountUnit | null, other: AmountUnit | null): boolean =>
  one === null || other === null || one.nutrient === other.nutrient

interface Separator {
  /** where the second number has to stand */
  readonly next: number
  readonly nutrient: NamedNutrient | null
  /** is there a word or sign between the ends? */
  readonly isSaid: boolean
}

/** What stands behind the first number of a range, up to the second. */
const separatorAt = (items: ReadonlyArray<LimitItem>, k: number, hasOpener: boolean): Separator => {
  const named = hasOpener ? (items[k + 1]?.nutrient ?? null) : null
  const at = named === null ? k + 1 : k + 2
  const item = items[at]
  const isSaid = item !== undefined && (item.sign === "-" || item.has("to") || (hasOpener && item.has("and")))
  return isSaid ? { next: at + 1, nutrient: named, isSaid } : { next: k + 1, nutrient: null, isSaid: false }
}

/** тридцать-сорок: two numbers in words, whose hyphen is no token, are a range; so are 50 لتمانين */
const isUnsaid = (item: LimitItem | undefined, second: Quantity | null | undefined, first: Quantity): boolean =>
  second?.isInWords === true && item?.startsClause === false && (first.isInWords || second.hasParticle)

const rangeAt = (items: ReadonlyArray<LimitItem>, k: number, first: Quantity): StatedNumber | null => {
  const opener = isOpener(items[k - 1]) ? k - 1 : isOpener(items[k - 2]) && items[k - 1]?.has("filler") ? k - 2 : null
  const separator = separatorAt(items, k, opener !== null)
  const item = items[separator.next]
  const second = item?.quantity
  if (second === null || second === undefined || !sameKind(first.unit, second.unit)) return null
  if (!separator.isSaid && !isUnsaid(item, second, first)) return null
  // "from 10 g of protein to 5 g of fat" are two limits
  const behind = items[separator.next + 1]?.nutrient ?? null
  if (separator.nutrient !== null && behind !== null && behind.name !== separator.nutrient.name) return null
  const unit = second.unit ?? first.unit
  const [low, high] = [first.value, second.value].map((value, i) => value * shareOf(i === 0 ? first : second, unit))
  if (low === undefined || high === undefined) return null
  return {
    first: opener ?? k,
    last: separator.next,
    from: Math.min(low, high),
    to: Math.max(low, high),
    isRange: true,
    unit,
    nutrient: separator.nutrient
  }
}

/** What a number in its own unit is in another: "500 mg to 1 g". */
const shareOf = ({ unit: own }: Quantity, unit: AmountUnit | null): number =>
  own === null || unit === null ? 1 : own.factor / unit.factor

/** The numbers of a need, ranges as one. */
export const statedNumbers = (items: ReadonlyArray<LimitItem>): ReadonlyArray<StatedNumber> => {
  const stated: Array<StatedNumber> = []
  for (const [k, { quantity }] of items.entries()) {
    if (quantity === null || k <= (stated.at(-1)?.last ?? -1)) continue
    const { unit, value } = quantity
    stated.push(
      rangeAt(items, k, quantity) ?? { first: k, last: k, from: value, to: value, isRange: false, unit, nutrient: null }
    )
  }
  return stated
}
