import type { QualityFlag } from "./ProductFacts.ts"

/** Grams per 100 g or 100 ml; `null` is unknown. */
export interface Macronutrients {
  proteins: number | null
  fats: number | null
  carbs: number | null
  fiber: number | null
  sugar: number | null
}

/** What is stated about energy, and what besides the macronutrients yields energy. */
export interface StatedEnergy {
  readonly kilocalories: number | null
  readonly kilojoules: number | null
  /** grams */
  readonly alcohol: number | null
  /** grams, also counted in `carbs` */
  readonly polyols: number | null
  readonly mayContainAlcohol: boolean
  /** is something stated that is no amount of energy? */
  readonly isUnusable: boolean
  /** is fibre counted in `carbs`, as in the USA? In the EU it is not */
  readonly carbsIncludeFiber: boolean
}

export interface SettledEnergy {
  /** kcal */
  readonly calories: number | null
  readonly flag: QualityFlag | null
  /** macronutrients that the energy disproves, and by which rule */
  readonly disproved: ReadonlyArray<readonly [field: CoreNutrient | "sugar", rule: string]>
}

export type CoreNutrient = "proteins" | "fats" | "carbs"

/**
 * The energy in kcal: the stated kcal, else kJ / 4.184, if it can be true; computed where neither is stated.
 *
 * - Not above 900 kcal, the energy of pure fat. Beside 99 g of fats or more, up to 902: the specific factor of animal
 *   fat is 9.02 kcal/g (USDA Agriculture Handbook 74), as in the eight tallows, lards and fish oils of SR Legacy.
 * - Within `energyBounds`, widened by 25 % and 20 kcal.
 * - A value outside is corrected when another reading of the source's own numbers is proven: the other unit, or a
 *   number put under the wrong unit. Proof is agreement with the macronutrients within 10 % and 5 kcal; without
 *   them, a pair of numbers that fits no other way.
 * - A pair that agrees with itself within 5 % confirms the energy. If one macronutrient alone can then be wrong
 *   (`suspects`), it is nulled. In every other case the energy is, for it is one number against three.
 * - Proteins, fats and carbs all 0 beside energy are zeros rounded from tiny servings (mints, sprays) or never filled
 *   in: then it is they that are nulled, because unknown must not stand as 0.
 */
export const settleEnergy = (stated: StatedEnergy, macros: Macronutrients): SettledEnergy => {
  const { kilocalories: kcal, kilojoules: kj } = stated
  const calories = kcal ?? (kj === null ? null : kj / kilojoulesPerKilocalorie)
  if (calories === null) return stated.isUnusable ? kept(null) : computedEnergy(stated, macros)
  const bounds = energyBounds(stated, macros)
  const max = (macros.fats ?? 0) >= 99 ? 902 : 900
  const pair = pairVerdict(kcal, kj)
  if (calories <= max && isWithin(calories, bounds, 0.25, 20) && (bounds.isComplete || !isContradictory(pair))) {
    return kept(calories)
  }
  if (calories <= max && calories > bounds.high && isAllZero(macros)) {
    const zeros = macros.sugar === 0 ? ([...core, "sugar"] as const) : core
    return { calories, flag: null, disproved: zeros.map((field) => [field, "zero_with_energy"] as const) }
  }
  if (calories <= max && pair === "agrees") {
    const [suspect, ...others] = suspects(macros, calories)
    if (suspect !== undefined && others.length === 0) {
      return { calories, flag: null, disproved: [[suspect, "disagrees_with_energy"]] }
    }
  }
  const raw = [kcal === null ? [] : [`${kcal} kcal`], kj === null ? [] : [`${kj} kJ`]].flat().join(", ")
  for (const [reading, rule] of bounds.isComplete && pair !== "agrees"
    ? otherReadings(kcal, kj)
    : readingsOfPair(kcal, kj)) {
    const isProven = bounds.isComplete ? isWithin(reading, bounds, 0.1, 5) : isWithin(reading, bounds, 0.25, 20)
    if (reading <= max && isProven) {
      return { calories: reading, flag: { field: "calories", rule, raw }, disproved: [] }
    }
  }
  const rule =
    calories > max
      ? "energy_over_900_kcal"
      : bounds.isComplete || !isContradictory(pair)
        ? "energy_disagrees_with_macros"
        : "energy_pair_contradicts"
  return { calories: null, flag: { field: "calories", rule, raw }, disproved: [] }
}

/** The flag of an energy that no source states: it is computed, and the record says so. */
export const computedEnergyRule = "computed_from_macronutrients"

/**
 * The energy where none is stated, by the general factors: proteins and carbs 4 kcal/g, fats 9, fibre 2, polyols 2.4,
 * alcohol 7 (Regulation (EU) 1169/2011, annex XIV). Not where one of proteins, fats and carbs is unknown, nor where all
 * are 0, which may never have been filled in, nor for an alcoholic drink whose alcohol is unknown.
 */
const computedEnergy = (stated: StatedEnergy, macros: Macronutrients): SettledEnergy => {
  const { carbs, fats, fiber, proteins } = macros
  if (proteins === null || fats === null || carbs === null || isAllZero(macros)) return kept(null)
  if (stated.mayContainAlcohol && stated.alcohol === null) return kept(null)
  // they are carbohydrate, so more of them than of that cannot be
  const polyols = Math.min(stated.polyols ?? 0, carbs)
  const digestible = Math.max(0, carbs - polyols - (stated.carbsIncludeFiber ? (fiber ?? 0) : 0))
  const kcal = 4 * proteins + 9 * fats + 4 * digestible + 2 * (fiber ?? 0) + 2.4 * polyols + 7 * (stated.alcohol ?? 0)
  const calories = Math.round(kcal * 10) / 10
  if (calories > (fats >= 99 ? 902 : 900)) return kept(null)
  return { calories, flag: { field: "calories", rule: computedEnergyRule, raw: "" }, disproved: [] }
}

export interface EnergyBounds {
  /** kcal */
  readonly low: number
  /** kcal; infinite when something that yields energy is unknown */
  readonly high: number
  /** are proteins, fats and carbs all known? */
  readonly isComplete: boolean
}

/**
 * What the macronutrients can yield by the general Atwater factors 4, 9 and 4 kcal/g, alcohol 7, fibre 0 to 2
 * (Regulation (EU) 1169/2011, annex XIV). Bounds, not one number, because in the EU carbohydrate does not include
 * fibre and in the US it does, and because polyols yield 0 (erythritol) to 4.
 */
export const energyBounds = (stated: StatedEnergy, macros: Macronutrients): EnergyBounds => {
  const { proteins, fats, carbs, fiber } = macros
  const isComplete = proteins !== null && fats !== null && carbs !== null
  const rest = 4 * (proteins ?? 0) + 9 * (fats ?? 0)
  const low = rest + 4 * Math.max(0, (carbs ?? 0) - (fiber ?? 0) - (stated.polyols ?? 0))
  if (!isComplete || (stated.mayContainAlcohol && stated.alcohol === null)) return { low, high: Infinity, isComplete }
  return { low, high: rest + 4 * carbs + 2 * (fiber ?? 0) + 7 * (stated.alcohol ?? 0), isComplete }
}

export const isWithin = (kcal: number, bounds: EnergyBounds, relative: number, absolute: number): boolean =>
  kcal >= bounds.low * (1 - relative) - absolute && kcal <= bounds.high * (1 + relative) + absolute

/** kcal per gram */
const atwater = { proteins: 4, fats: 9, carbs: 4 } as const

/** 100 g, and room for three labels rounded up; the sum of a real food (SR Legacy) is never above 100.1 g. */
export const sumMaxG = 105

/**
 * The macronutrients of which each could alone be overstated: with less of it, energy and sum would be right. Too
 * little energy from macronutrients convicts none: something that is not stated may yield the rest.
 */
export const suspects = ({ carbs, fats, proteins }: Macronutrients, kcal: number): ReadonlyArray<CoreNutrient> => {
  if (proteins === null || fats === null || carbs === null) return []
  const amounts = { proteins, fats, carbs }
  const excess = 4 * proteins + 9 * fats + 4 * carbs - kcal
  return core.filter((nutrient) => {
    const implied = amounts[nutrient] - excess / atwater[nutrient]
    return (
      implied >= 0 && implied < amounts[nutrient] && proteins + fats + carbs - amounts[nutrient] + implied <= sumMaxG
    )
  })
}

/** The thermochemical calorie. */
const kilojoulesPerKilocalorie = 4.184

const core = ["proteins", "fats", "carbs"] as const

const kept = (calories: number | null): SettledEnergy => ({ calories, flag: null, disproved: [] })

const isAllZero = (macros: Macronutrients): boolean => core.every((nutrient) => macros[nutrient] === 0)

type PairVerdict = "none" | "agrees" | "same number" | "swapped" | "unclear"

/** A pair cannot hold one number twice, nor kJ and kcal in each other's place. Below 10 kcal rounding hides both. */
const pairVerdict = (kcal: number | null, kj: number | null): PairVerdict => {
  if (kcal === null || kj === null || kcal < 10) return "none"
  if (Math.abs(kj / kilojoulesPerKilocalorie - kcal) <= 0.05 * kcal) return "agrees"
  if (Math.abs(kcal - kj) <= 0.02 * kcal) return "same number"
  return Math.abs(kcal - kj * kilojoulesPerKilocalorie) <= 0.05 * kcal ? "swapped" : "unclear"
}

const isContradictory = (pair: PairVerdict): boolean => pair === "same number" || pair === "swapped"

type Reading = readonly [kilocalories: number, rule: string]

const otherReadings = (kcal: number | null, kj: number | null): ReadonlyArray<Reading> => [
  ...(kcal === null || kj === null ? [] : [[kj / kilojoulesPerKilocalorie, "kilojoules_instead"] as const]),
  ...(kcal === null ? [] : [[kcal / kilojoulesPerKilocalorie, "kilojoules_as_kilocalories"] as const]),
  ...(kj === null ? [] : [[kj, "kilocalories_as_kilojoules"] as const])
]

/** What a pair proves by itself: the swap, and that one number above 900 in both places is kJ. */
const readingsOfPair = (kcal: number | null, kj: number | null): ReadonlyArray<Reading> => {
  if (kcal === null || kj === null) return []
  const verdict = pairVerdict(kcal, kj)
  if (verdict === "swapped") return [[kj, "kilocalories_as_kilojoules"]]
  return verdict === "same number" && kcal > 900
    ? [[kcal / kilojoulesPerKilocalorie, "kilojoules_as_kilocalories"]]
    : []
}
