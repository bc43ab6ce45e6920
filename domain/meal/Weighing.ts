import { statedGrams } from "../language/PackageText.ts"
import type { ProductFacts } from "../product/ProductFacts.ts"
import { accompanyingWeight, type Host } from "./Accompaniment.ts"
import { countedPart } from "./CountedPart.ts"
import { mealFoods, measuresInsteadOf } from "./FoodTable.ts"
import {
  type Density,
  densityOf,
  type FoodWeights,
  groupWeight,
  lookUp,
  ownWeight,
  type Portion,
  tidy,
  weightsFor
} from "./FoodWeights.ts"
import type { Amount, MealItem, Size } from "./MealItem.ts"
import { unusualShare } from "./Plausibility.ts"
import { type UnitId, units } from "../language/quantities/Units.ts"

/**
 * Where a weight comes from: `stated` in the description (a volume by the density of the food), `portion` of a household
 * measure or count, `default`: a usual serving, because nothing was said.
 */
export interface Weight {
  /** positive */
  readonly grams: number
  readonly source: "stated" | "portion" | "default"
  /** in English, for the reader: what was multiplied with what */
  readonly how: string
  /** what foods of its kind weigh, since nothing is known of the food itself */
  readonly isGeneral?: boolean
}

/**
 * How much of a food an item says, in grams. Of a record per 100 ml a millilitre counts as a gram. `host`: the food that the item
 * comes with, where it is known.
 */
export const weigh = (item: MealItem, facts: ProductFacts, host: Host | null = null): Weight => {
  const { amount } = item
  const table = weightsFor(facts, item)
  if (amount === null) return shareOf(unstated(item, table, host), item.share)
  const { factor, kind } = units[amount.unit]
  if (kind === "mass") {
    const grams = amount.quantity * factor
    return { grams, source: "stated", how: `stated: ${tidy(grams)} g` }
  }
  if (kind === "volume") {
    const density = densityOf(table) ?? { value: 1, from: "density of water" }
    const millilitres = amount.quantity * factor
    return {
      grams: millilitres * density.value,
      source: "stated",
      how: `stated: ${tidy(millilitres)} ml × ${tidy(density.value)} g/ml (${density.from})`
    }
  }
  const portion =
    kind === "measure"
      ? measureWeight(amount.unit, item.size, table)
      : (partWeight(item, amount, table) ?? countWeight(amount, item.size, table))
  const grams = amount.quantity * portion.grams
  const how = `${tidy(amount.quantity)} × ${tidy(portion.grams)} g (${portion.from})`
  return { grams, source: "portion", how, ...generality(portion) }
}

/** Where no weights by size are known. */
const sizeFactors: Readonly<Record<Size, number>> = { mini: 0.4, small: 0.7, medium: 1, large: 1.35, xlarge: 1.8 }

const scaled = (portion: Portion, size: Size | null): Portion =>
  size === null || size === "medium"
    ? portion
    : { ...portion, grams: portion.grams * sizeFactors[size], from: `${portion.from}, ${size}` }

const generality = ({ isGeneral = false }: Portion) => (isGeneral ? { isGeneral } : {})

/** Of solids in a vessel, where neither they nor their group have a density: the median of the foods of FNDDS that are no drinks. */
const looseSolid: Density = { value: 0.6, from: "usual density of solid foods" }

/** A household measure: its own weight, else its volume times the density, within what it holds of a solid. */
const measureWeight = (unit: UnitId, size: Size | null, table: FoodWeights): Portion => {
  const sized = size === null ? null : lookUp(table, [`${size}-${unit}`])
  if (sized !== null) return sized
  const isDish = units[unit].use === "dish"
  const known = lookUp(table, [unit]) ?? (isDish ? ownWeight(table, ["serving"]) : null) ?? groupWeight(table, [unit])
  if (known !== null) return scaled(known, size)
  const density = densityOf(table) ?? looseSolid
  const millilitres = units[unit].factor
  return scaled(
    { grams: millilitres * density.value, from: `${millilitres} ml × ${tidy(density.value)} g/ml, ${density.from}` },
    size
  )
}

/** Units that count a food itself: their sizes are the sizes of the food. */
const countsFood: ReadonlySet<UnitId> = new Set(["whole", "pc", "piece", "serving"])

/** "3 pizza slices": a noun of the food's own words is counted, unless so many are more likely pieces ("8 sushi rolls"). */
const partWeight = ({ size, ...item }: MealItem, { quantity, unit }: Amount, table: FoodWeights): Portion | null => {
  const part = unit === "whole" || unit === "pc" ? countedPart(item.text) : null
  const weight = part === null ? null : lookUp(table, [part])
  if (part === null || weight === null) return null
  const piece = lookUp(table, ["piece"])
  if (piece !== null && weight.grams > piece.grams && quantity >= manyMin) return piece
  const sized = size === null ? null : lookUp(table, [`${size}-${part}`, `${size}-piece`])
  return sized ?? scaled(weight, size)
}

/** So many of a food are pieces of it, not servings: "10 almonds". */
const manyMin = 4

const countWeight = (amount: Amount, size: Size | null, table: FoodWeights): Portion => {
  const { unit } = amount
  const instead = insteadOf(amount, table)
  const sized = size === null ? null : lookUp(table, sizedMeasures(unit, size, instead, table))
  if (sized !== null) return sized
  const known =
    // in our own table a piece is one of the food, where nothing else is said of the whole
    (countsFood.has(unit) && unit !== "serving" ? ownWeight(table, [unit, "piece", "whole"]) : null) ??
    // one of what is drunk is a serving of ours, not the largest cup of a survey
    (countsFood.has(unit) && table.own.has("ml") ? ownWeight(table, ["serving"]) : null) ??
    lookUp(table, [unit, ...instead]) ??
    packaged(unit, table) ??
    groupWeight(table, [unit, ...instead])
  if (known !== null) return scaled(known, size)
  const capacity = units[unit].factor
  if (capacity === 0) return scaled(servingOf(table), size)
  const density = densityOf(table) ?? looseSolid
  return scaled({ grams: capacity * density.value, from: `usual ${unit}: ${capacity} ml` }, size)
}

/** Measures that may stand for a unit: a bar of cereals is not one flake of them. */
const insteadOf = ({ quantity, unit }: Amount, table: FoodWeights): ReadonlyArray<string> => {
  const least = (table.measured.get("least") ?? table.group.get("least") ?? 0) * unusualShare
  return measuresInsteadOf(unit).filter((code) => {
    if (code === "serving") return quantity < manyMin
    const weight = lookUp(table, [code])
    return weight === null || weight.grams * quantity >= least
  })
}

/** Sizes of the unit, then those of the food, which are not those of its pieces, then those of what stands for the unit. */
const sizedMeasures = (
  unit: UnitId,
  size: Size,
  instead: ReadonlyArray<string>,
  table: FoodWeights
): ReadonlyArray<string> => {
  const own = `${size}-${unit}`
  if (unit === "piece" && lookUp(table, [unit]) !== null) return [own]
  return [own, ...(countsFood.has(unit) ? [size] : []), ...instead.map((code) => `${size}-${code}`)]
}

/** What the package or serving of a product says. */
const packaged = (unit: UnitId, { facts }: FoodWeights): Portion | null => {
  const quantity = units[unit].use === "container" ? statedGrams(facts.quantity) : null
  if (quantity !== null) return { grams: quantity, from: `package: ${facts.quantity}` }
  const serving = countsFood.has(unit) ? statedGrams(facts.serving) : null
  return serving === null || isOfUsda(facts) ? null : { grams: serving, from: `serving: ${facts.serving}` }
}

/** The serving of a record of USDA is one of its portions. */
const isOfUsda = ({ provenance }: ProductFacts): boolean => provenance.dataset.startsWith("USDA")

const servingOf = (table: FoodWeights): Portion => {
  const known = lookUp(table, ["serving"])
  if (known !== null) return known
  const { facts } = table
  const stated = isOfUsda(facts) || mealFoods().has(facts.id) ? null : statedGrams(facts.serving)
  if (stated !== null) return { grams: stated, from: `serving: ${facts.serving}` }
  return groupWeight(table, ["serving"]) ?? { grams: 100, from: "no serving known", isGeneral: true }
}

const unstated = (item: MealItem, table: FoodWeights, host: Host | null): Weight => {
  const beside = item.accompanies === null ? null : accompanyingWeight(table, item.accompanies, host)
  if (beside !== null) {
    const portion = scaled(beside, item.size)
    const how = `${tidy(portion.grams)} g (${portion.from}, with ${item.accompanies})`
    return { grams: portion.grams, source: "default", how, ...generality(portion) }
  }
  const sized = item.size === null ? null : lookUp(table, [item.size])
  const portion = sized ?? scaled(servingOf(table), item.size)
  const { from, grams } = portion
  return { grams, source: "default", how: `${tidy(grams)} g (${from})`, ...generality(portion) }
}

const shareOf = (weight: Weight, share: number): Weight =>
  share === 1 ? weight : { ...weight, grams: weight.grams * share, how: `${tidy(share)} of ${weight.how}` }
