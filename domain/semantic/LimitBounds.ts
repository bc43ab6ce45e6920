import type { NamedNutrient } from "./LimitItems.ts"
import type { Operator } from "./LimitWords.ts"
import type { AmountUnit } from "./Quantities.ts"
import type { NutrientName } from "./NutrientLevels.ts"

/** One number or range of a need, with what is said of it. */
export interface LimitStatement {
  readonly nutrients: ReadonlyArray<NamedNutrient>
  /** equal where only one number is stated */
  readonly from: number
  readonly to: number
  readonly isRange: boolean
  readonly unit: AmountUnit | null
  /** `null`: a number without a comparison */
  readonly operator: Operator | null
  readonly isAbout: boolean
  /** a share of the energy, in per cent */
  readonly isOfEnergy: boolean
  /** the last item of its number */
  readonly at: number
}

interface Bounds {
  readonly nutrient: NutrientName
  readonly min: number | null
  readonly max: number | null
}

/** Of these a bare number is the least that is wanted; of all others it is the most. */
const wantedMuch: ReadonlySet<NutrientName> = new Set(["protein", "fiber"])

/** None of a nutrient is at most so much: Regulation (EC) No 1924/2006, annex, as far as it says. */
export const noneOf: Readonly<Record<NutrientName, number>> = {
  sugar: 0.5,
  fat: 0.5,
  salt: 0.0125,
  kcal: 4,
  carb: 0.5,
  protein: 0.5,
  fiber: 0.5
}

/** "about 100 kcal" is so much less or more. */
const aboutShare = 0.1
/** Milk of 2 % has so much less or more; of 1 % less than that. */
const aboutPercent = 0.5
const aboutPercentShare = 0.25
/** From here on sodium without a unit is milligrams. */
const sodiumInGramsMax = 5
const gPerMg = 0.001

const factorOf = (nutrient: NamedNutrient, { to, unit }: LimitStatement): number => {
  const isBareSodium = nutrient.factor !== 1 && unit === null && to > sodiumInGramsMax
  return nutrient.factor * (unit?.factor ?? (isBareSodium ? gPerMg : 1))
}

const rounded = (amount: number): number => Number(amount.toPrecision(12))

/** Half of the energy from fat is at least half of it, and hardly more. */
const bareShareMax = 1.2

const shareBounds = (nutrient: NutrientName, { from, isAbout, isRange, operator, to }: LimitStatement): Bounds => {
  if (isRange) return { nutrient, min: from, max: to }
  if (operator !== null) return { nutrient, min: operator === "gt" ? from : null, max: operator === "lt" ? to : null }
  return isAbout
    ? { nutrient, min: rounded(from * (1 - aboutShare)), max: rounded(to * (1 + aboutShare)) }
    : { nutrient, min: from, max: rounded(to * bareShareMax) }
}

const boundsFor = (nutrient: NamedNutrient, statement: LimitStatement): Bounds => {
  const { name } = nutrient
  if (statement.isOfEnergy) return shareBounds(name, statement)
  const factor = factorOf(nutrient, statement)
  const from = rounded(statement.from * factor)
  const to = rounded(statement.to * factor)
  if (statement.isRange) return { nutrient: name, min: from, max: to }
  if (to === 0 && statement.operator !== "gt") return { nutrient: name, min: null, max: noneOf[name] }
  if (statement.operator !== null)
    return statement.operator === "lt"
      ? { nutrient: name, min: null, max: to }
      : { nutrient: name, min: from, max: null }
  if (name === "fat" && statement.unit?.symbol === "%" && !statement.isAbout)
    return { nutrient: name, min: rounded(to - differenceOf(to)), max: rounded(to + differenceOf(to)) }
  if (statement.isAbout)
    return { nutrient: name, min: rounded(from * (1 - aboutShare)), max: rounded(to * (1 + aboutShare)) }
  return wantedMuch.has(name) ? { nutrient: name, min: from, max: null } : { nutrient: name, min: null, max: to }
}

const differenceOf = (percent: number): number => Math.min(aboutPercent, aboutPercentShare * percent)

/** The bounds that a statement sets: one for each nutrient that it is about. */
export const boundsOf = (statement: LimitStatement): ReadonlyArray<Bounds> =>
  statement.nutrients.map((nutrient) => boundsFor(nutrient, statement))
