import type { LimitItem, NamedNutrient } from "./LimitItems.ts"
import { statedNumbers, type StatedNumber } from "./LimitRange.ts"
import type { AmountUnit } from "./Quantities.ts"

/** A number that is a share of the energy: "30 % of calories from fat", "половина калорий из жира". */
export interface EnergyShare {
  /** in per cent; from the number to the last of what it is of */
  readonly number: StatedNumber
  /** behind the energy; `null`: before the number, "fat is 30 % of calories" */
  readonly nutrient: NamedNutrient | null
}

const percent: AmountUnit = { nutrient: null, factor: 1, symbol: "%" }
const percentsInWhole = 100
const smallWordsMax = 4

const isEnergy = (item: LimitItem | undefined): boolean =>
  item?.nutrient?.name === "kcal" || item?.has("energy") === true

const isSmall = (item: LimitItem): boolean =>
  item.has("filler") || item.has("between") || item.has("than") || item.comparison?.place === "any"

/** The next item that is no small word, from `at`. */
const nextAt = (items: ReadonlyArray<LimitItem>, at: number): number => {
  let i = at
  for (let item = items[i]; item !== undefined && i < at + smallWordsMax; item = items[++i])
    if (isEnergy(item) || item.nutrient !== null || !isSmall(item)) return i
  return i
}

/** "половина", "a third": of energy it is so many per cent. Half a kilocalorie is half of the energy. */
const fractionAt = (
  item: LimitItem,
  i: number
): { readonly number: StatedNumber; readonly hasEnergy: boolean } | null => {
  const hasEnergy = item.quantity !== null && item.quantity.isInWords && item.quantity.unit?.nutrient === "kcal"
  const value = hasEnergy ? item.quantity?.value : item.multiple?.isEqual === false ? item.multiple.factor : undefined
  if (value === undefined || value >= 1) return null
  const share = percentsInWhole * value
  const number = { first: i, last: i, from: share, to: share, isRange: false, unit: percent, nutrient: null }
  return { number, hasEnergy }
}

const shareOf = (items: ReadonlyArray<LimitItem>, number: StatedNumber, hasEnergy: boolean): EnergyShare | null => {
  const energy = hasEnergy ? number.last : nextAt(items, number.last + 1)
  if (!hasEnergy && !isEnergy(items[energy])) return null
  const at = nextAt(items, energy + 1)
  const named = items[at]?.startsClause === true ? null : (items[at]?.nutrient ?? null)
  const isNamed = named !== null && named.name !== "kcal"
  return { number: { ...number, last: isNamed ? at : energy }, nutrient: isNamed ? named : null }
}

/** The shares of energy that a need states. */
export const energyShares = (items: ReadonlyArray<LimitItem>): ReadonlyArray<EnergyShare> => {
  const percents = statedNumbers(items).filter(({ unit }) => unit?.symbol === "%")
  const fractions = items.flatMap((item, i) => fractionAt(item, i) ?? [])
  return [
    ...percents.flatMap((number) => shareOf(items, number, false) ?? []),
    ...fractions.flatMap(({ hasEnergy, number }) => shareOf(items, number, hasEnergy) ?? [])
  ]
}
