import type { ServedNutrient } from "./NutrientRow.ts"
import { type DetailNutrient, salt, servedNutrients } from "./Nutrients.ts"
import type { Nutrients, Nutrition } from "./Nutrition.ts"
import type { QualityFlag } from "./ProductFacts.ts"
import {
  type CoreNutrient,
  energyBounds,
  isWithin,
  type Macronutrients,
  settleEnergy,
  type StatedEnergy,
  sumMaxG,
  suspects
} from "./Energy.ts"
import { detailsWithin, readDetails } from "./NutrientDetails.ts"
import { amountReader, type Stated } from "./StatedAmount.ts"

/** By their names in `Nutrients.ts` and in the units there. Energy is stated in kcal and kJ. */
export type StatedNutrient = Exclude<ServedNutrient, "calories">
export type StatedDetail = readonly [name: DetailNutrient, amount: Stated]

/** What a source says about 100 g or 100 ml of a product, as it says it: numbers or text. */
export interface StatedNutrition extends Readonly<Partial<Record<StatedNutrient, Stated>>> {
  readonly kilocalories?: Stated
  readonly kilojoules?: Stated
  readonly saltG?: Stated
  readonly polyolsG?: Stated
  /** the other nutrients, those alone that are stated: most products state few */
  readonly details?: ReadonlyArray<StatedDetail>
  /** an alcoholic drink whose alcohol is not stated: its energy has no upper bound by the macronutrients */
  readonly mayContainAlcohol?: boolean
  /** is fibre counted in `carbs`, as in the USA? */
  readonly carbsIncludeFiber?: boolean
}

export interface AssessedNutrition {
  readonly nutrition: Nutrition
  /** not there when the source states none of them */
  readonly nutrients?: Nutrients
  readonly quality: ReadonlyArray<QualityFlag>
}

/**
 * Turns stated values into `Nutrition` and `Nutrients`. A value that cannot be true becomes `null`, or is left out of
 * `nutrients`, and is kept in `quality` with the rule that it broke; an energy that is not stated is computed, and marked
 * there, too. Values that pass keep their full precision. Total, and idempotent: what passed passes again.
 *
 * In this order:
 * 1. Every value is a finite number ≥ 0, and at most the maximum of its nutrient: grams per 100 g are ≤ 100.
 * 2. Sodium is the stated sodium, else salt g × 400 mg (Regulation (EU) 1169/2011, annex I: salt = sodium × 2.5).
 * 3. proteins + fats + carbs ≤ 105 g (100 g and the rounding of three labels): see `overfull`.
 * 4. sugar ≤ carbs + 1 g. The two are rounded apart from 10 g on (1 g steps), and laboratories measure sugars but get
 *    carbohydrate by difference: 26 of 6,994 foods of USDA SR Legacy exceed it, by 0.85 g at most.
 * 5. proteins + fats + fiber ≤ 105 g, because fiber is part of neither; else fiber is nulled. Not "fiber ≤ carbs": in
 *    the EU carbohydrate does not include fiber.
 * 6. Energy against the macronutrients, or from them: see `settleEnergy`.
 * 7. A part is not more than its whole: see `detailsWithin`.
 */
export const assessNutrition = (stated: StatedNutrition): AssessedNutrition => {
  const { flags, read } = amountReader()
  const served = (field: StatedNutrient): number | null =>
    read(field, stated[field], servedNutrients[field].amount.unit, servedNutrients[field].amount.max)
  const amounts: Macronutrients = {
    proteins: served("proteins"),
    fats: served("fats"),
    carbs: served("carbs"),
    fiber: served("fiber"),
    sugar: served("sugar")
  }
  const saltG = read("sodium", stated.saltG, "g salt", salt.amount.max)
  const sodium = served("sodium") ?? (saltG === null ? null : saltG * 400)
  const kilocalories = read("calories", stated.kilocalories, "kcal", Number.MAX_VALUE)
  const kilojoules = read("calories", stated.kilojoules, "kJ", Number.MAX_VALUE)
  const isUnusable = flags.some(({ field }) => field === "calories")
  const details = readDetails(stated.details ?? [], read)
  const energy: StatedEnergy = {
    kilocalories,
    kilojoules,
    isUnusable,
    alcohol: details.alcohol ?? null,
    polyols: read("polyols", stated.polyolsG, "g", 100),
    mayContainAlcohol: stated.mayContainAlcohol === true,
    carbsIncludeFiber: stated.carbsIncludeFiber === true
  }
  const remove = (field: keyof Macronutrients, rule: string): void => {
    flags.push({ field, rule, raw: `${amounts[field]} g` })
    amounts[field] = null
  }
  for (const field of overfull(amounts, energy)) remove(field, "macros_over_105_g")
  const offender = sugarOffender(amounts, energy)
  if (offender !== null) remove(offender, "sugar_over_carbs")
  if (amounts.fiber !== null && (amounts.proteins ?? 0) + (amounts.fats ?? 0) + amounts.fiber > sumMaxG) {
    remove("fiber", "fiber_over_rest")
  }
  const settled = settleEnergy(energy, amounts)
  for (const [field, rule] of settled.disproved) remove(field, rule)
  if (settled.flag !== null) flags.push(settled.flag)
  const nutrition = { calories: settled.calories, ...amounts, sodium }
  const nutrients = detailsWithin(details, nutrition, flags)
  return nutrients === null ? { nutrition, quality: flags } : { nutrition, nutrients, quality: flags }
}

/**
 * The macronutrients to null when their sum is impossible, unknown ones not counted: the one that the stated energy
 * convicts, as the only one which could be less so that energy and sum are right. Where it convicts none or several,
 * or one is unknown, all that are known.
 */
const overfull = (amounts: Macronutrients, energy: StatedEnergy): ReadonlyArray<CoreNutrient> => {
  const { carbs, fats, proteins } = amounts
  if ((proteins ?? 0) + (fats ?? 0) + (carbs ?? 0) <= sumMaxG) return []
  const kcal = energy.kilocalories
  const convicted = kcal === null || kcal > 900 ? [] : suspects(amounts, kcal)
  const known = (["proteins", "fats", "carbs"] as const).filter((nutrient) => amounts[nutrient] !== null)
  return convicted.length === 1 ? convicted : known
}

/** Sugars above carbohydrate: the sugars are nulled, unless the energy agrees with them and not with the carbs. */
const sugarOffender = (amounts: Macronutrients, energy: StatedEnergy): "sugar" | "carbs" | null => {
  const { carbs, sugar } = amounts
  if (carbs === null || sugar === null || sugar <= carbs + 1) return null
  const kcal = energy.kilocalories
  if (kcal === null) return "sugar"
  const stated = energyBounds(energy, amounts)
  const corrected = energyBounds(energy, { ...amounts, carbs: sugar })
  return !isWithin(kcal, stated, 0.1, 5) && isWithin(kcal, corrected, 0.1, 5) ? "carbs" : "sugar"
}
