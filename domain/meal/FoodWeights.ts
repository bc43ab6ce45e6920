import type { ProductFacts } from "../product/ProductFacts.ts"
import { groupWeights, mealFoods, measuredWeights } from "./FoodTable.ts"
import type { Language } from "../language/Language.ts"
import type { MealItem } from "./MealItem.ts"
import { isUnitId, units } from "../language/quantities/Units.ts"

/** What is known of the weights of a food: grams by measure, best first. */
export interface FoodWeights {
  readonly own: ReadonlyMap<string, number>
  readonly measured: ReadonlyMap<string, number>
  readonly group: ReadonlyMap<string, number>
  readonly facts: ProductFacts
  /** of the item: who speaks it has other vessels */
  readonly language: Language
}

/** A weight, and in English where it is from. */
export interface Portion {
  readonly grams: number
  readonly from: string
  /** what foods of its kind weigh, since nothing is known of the food itself */
  readonly isGeneral?: boolean
}

const none: ReadonlyMap<string, number> = new Map()

/** A record that meals do not know weighs what the named food does that it stands for. */
export const weightsFor = (facts: ProductFacts, { isNamed, language, records: [named] }: MealItem): FoodWeights => {
  const measured = measuredWeights(facts.id)
  const isStandIn = named !== undefined && !mealFoods().has(facts.id) && (isNamed || measured.size === 0)
  return {
    own: mealFoods().get(isStandIn ? named : facts.id)?.own ?? none,
    measured: isStandIn && measured.size === 0 ? measuredWeights(named) : measured,
    group: groupWeights(facts.foodGroup),
    facts,
    language
  }
}

/** The first of these measures that has a weight: for each our own, then that of USDA, or the other way round. */
export const lookUp = (table: FoodWeights, codes: ReadonlyArray<string>): Portion | null => {
  for (const code of codes) {
    const [first, second] = isAmerican(table, code) ? [measuredWeight, ownWeight] : [ownWeight, measuredWeight]
    const found = first(table, [code]) ?? second(table, [code])
    if (found !== null) return found
  }
  return null
}

/**
 * Vessels and packages differ from country to country, and our own are those of three kitchens. In English they are what
 * Americans report; a piece, a slice or a serving is the same everywhere.
 */
const isAmerican = ({ language, own }: FoodWeights, code: string): boolean => {
  const unit = language === "en" && !own.has(`${code}.en`) && isUnitId(code) ? units[code] : null
  return unit !== null && (unit.kind === "measure" || unit.use === "container")
}

/** Our own, that of the language first. */
export const ownWeight = ({ language, own }: FoodWeights, codes: ReadonlyArray<string>): Portion | null => {
  for (const code of codes) {
    const grams = own.get(`${code}.${language}`) ?? own.get(code)
    if (grams !== undefined) return { grams, from: `usual ${code}` }
  }
  return null
}

export const measuredWeight = ({ measured }: FoodWeights, codes: ReadonlyArray<string>): Portion | null =>
  firstOf(measured, codes, (code) => `USDA household portion: ${code}`)

export const groupWeight = ({ group }: FoodWeights, codes: ReadonlyArray<string>): Portion | null => {
  const found = firstOf(group, codes, (code) => `usual ${code} of its group`)
  return found === null ? null : { ...found, isGeneral: true }
}

const firstOf = (
  weights: ReadonlyMap<string, number>,
  codes: ReadonlyArray<string>,
  from: (code: string) => string
): Portion | null => {
  for (const code of codes) {
    const grams = weights.get(code)
    if (grams !== undefined) return { grams, from: from(code) }
  }
  return null
}

/** Millilitres of the measures that tell a density, the largest first: its weight is the least rounded. */
const volumes = [
  ["cup", 236.6],
  ["tbsp", 14.79],
  ["tsp", 4.93]
] as const

/** Grams of a millilitre, and where that is known from. */
export interface Density {
  readonly value: number
  readonly from: string
}

/** Our own, else by the cup or spoon of USDA, else the median of the group; `null`: nothing tells. */
export const densityOf = (table: FoodWeights): Density | null => {
  const known = table.own.get("ml")
  if (known !== undefined) return { value: known, from: "usual density" }
  if (table.facts.basis === "100ml") return { value: 1, from: "values per 100 ml" }
  for (const [code, millilitres] of volumes) {
    const grams = table.measured.get(code)
    if (grams !== undefined)
      return { value: grams / millilitres, from: `USDA household portion: ${code} ${tidy(grams)} g` }
  }
  const ofGroup = table.group.get("ml")
  return ofGroup === undefined ? null : { value: ofGroup, from: "usual density of its group" }
}

/** For the reader: four digits. */
export const tidy = (value: number): string => String(Number(value.toPrecision(4)))
