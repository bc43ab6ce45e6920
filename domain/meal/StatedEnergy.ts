import type { MealComponent } from "./MealComponent.ts"
import type { Host } from "./Accompaniment.ts"
import type { ProductFacts } from "../product/ProductFacts.ts"
import type { Nutrition } from "../product/Nutrition.ts"
import type { Amount, MealItem, StatedEnergy } from "./MealItem.ts"
import { units } from "../language/quantities/Units.ts"
import { weigh, type Weight } from "./Weighing.ts"

/** How much of a record an item is. */
export interface Helping {
  readonly weight: Weight
  /** the energy that the description states of all of it, in kilocalories; `null` when the record says what it has */
  readonly statedKcal: number | null
}

/**
 * The weight of an item, and its energy where that is stated. Energy that is stated without a weight tells the weight, too: so
 * much of the record as has that energy.
 */
export const helpingOf = (item: MealItem, facts: ProductFacts, host: Host | null = null): Helping => {
  const weight = weigh(item, facts, host)
  const { amount, energy } = item
  if (energy === null || energy.of === "meal") return { weight, statedKcal: null }
  const statedKcal = allOf(energy, amount, weight.grams)
  const per100g = facts.nutrition.calories ?? 0
  if (energy.of === "100g" || weight.source === "stated" || per100g === 0) return { weight, statedKcal }
  const how = `stated: ${statedKcal} kcal, at ${per100g} kcal per 100 g`
  return { weight: { grams: (statedKcal / per100g) * 100, source: "stated", how }, statedKcal }
}

const allOf = ({ kcal, of }: StatedEnergy, amount: Amount | null, grams: number): number => {
  switch (of) {
    case "whole":
    case "meal":
      return kcal
    case "piece":
      return kcal * piecesIn(amount)
    case "100g":
      return (kcal * grams) / 100
  }
}

const piecesIn = (amount: Amount | null): number =>
  amount === null || units[amount.unit].kind !== "count" ? 1 : amount.quantity

/** Foods with the energy that is stated of all of them together, shared out by what their records have. */
export const withEnergyShared = (components: ReadonlyArray<MealComponent>): ReadonlyArray<MealComponent> => {
  const together = components.filter(({ item }) => item.energy?.of === "meal")
  const recordKcal = ({ facts, weight }: MealComponent): number =>
    ((facts.nutrition.calories ?? 0) * weight.grams) / 100
  const total = together.reduce((sum, component) => sum + recordKcal(component), 0)
  if (total === 0) return components
  return components.map((component) => {
    const { energy } = component.item
    if (energy?.of !== "meal") return component
    return { ...component, statedKcal: (energy.kcal * recordKcal(component)) / total }
  })
}

type CoreNutrient = "calories" | "proteins" | "fats" | "carbs"

/**
 * What so many grams of a record hold, not rounded; a value that is not known counts as none. Stated energy takes the place of
 * the record's, and what the record says of protein, fat and carbohydrate grows or shrinks with it.
 */
export const nutrientsIn = (
  { calories, carbs, fats, proteins }: Nutrition,
  grams: number,
  statedKcal: number | null
): Readonly<Record<CoreNutrient, number>> => {
  const energy = ((calories ?? 0) * grams) / 100
  const scale = statedKcal === null || energy === 0 ? 1 : statedKcal / energy
  const part = (per100g: number | null) => ((per100g ?? 0) * grams * scale) / 100
  return { calories: statedKcal ?? energy, proteins: part(proteins), fats: part(fats), carbs: part(carbs) }
}
