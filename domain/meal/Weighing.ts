import type { ProductFacts } from "../product/ProductFacts.ts"
import { hasRole } from "./FoodRoles.ts"
import { groupWeights, mealFoods, measuredWeights } from "./FoodTable.ts"
import type { MealItem, Size } from "./MealItem.ts"
import { statedGrams } from "../language/PackageText.ts"
import { type UnitId, units } from "./Units.ts"

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
}

/** How much of a food an item says, in grams. Of a record per 100 ml a millilitre counts as a gram. */
export const weigh = (item: MealItem, facts: ProductFacts): Weight => {
  const { amount } = item
  const table = weightsFor(facts, item)
  if (amount === null) return unstated(item, table)
  const { factor, kind } = units[amount.unit]
  if (kind === "mass") {
    const grams = amount.quantity * factor
    return { grams, source: "stated", how: `stated: ${tidy(grams)} g` }
  }
  if (kind === "volume") {
    const density = densityOf(table)
    const millilitres = amount.quantity * factor
    return {
      grams: millilitres * density.value,
      source: "stated",
      how: `stated: ${tidy(millilitres)} ml × ${tidy(density.value)} g/ml (${density.from})`
    }
  }
  const portion =
    kind === "measure" ? measureWeight(amount.unit, item.size, table) : countWeight(amount.unit, item.size, table)
  const grams = amount.quantity * portion.grams
  return { grams, source: "portion", how: `${tidy(amount.quantity)} × ${tidy(portion.grams)} g (${portion.from})` }
}

/** What is known of the weights of a food, best first. */
interface Weights {
  readonly own: ReadonlyMap<string, number>
  readonly measured: ReadonlyMap<string, number>
  readonly group: ReadonlyMap<string, number>
  readonly facts: ProductFacts
}

const none: ReadonlyMap<string, number> = new Map()

/** A record that meals do not know weighs what the named food does that it stands for. */
const weightsFor = (facts: ProductFacts, { isNamed, records: [named] }: MealItem): Weights => {
  const measured = measuredWeights(facts.id)
  const isStandIn = named !== undefined && !mealFoods().has(facts.id) && (isNamed || measured.size === 0)
  return {
    own: mealFoods().get(isStandIn ? named : facts.id)?.own ?? none,
    measured: isStandIn && measured.size === 0 ? measuredWeights(named) : measured,
    group: groupWeights(facts.foodGroup),
    facts
  }
}

interface Portion {
  readonly grams: number
  readonly from: string
}

const lookUp = (table: Weights, codes: ReadonlyArray<string>): Portion | null => {
  for (const code of codes) {
    const own = table.own.get(code)
    if (own !== undefined) return { grams: own, from: `usual ${code}` }
    const measured = table.measured.get(code)
    if (measured !== undefined) return { grams: measured, from: `USDA household portion: ${code}` }
  }
  return null
}

const lookUpInGroup = (table: Weights, codes: ReadonlyArray<string>): Portion | null => {
  for (const code of codes) {
    const grams = table.group.get(code)
    if (grams !== undefined) return { grams, from: `usual ${code} of its group` }
  }
  return null
}

const sizeFactors: Readonly<Record<Size, number>> = { small: 0.7, medium: 1, large: 1.35 }

const scaled = ({ from, grams }: Portion, size: Size | null): Portion =>
  size === null || size === "medium" ? { from, grams } : { grams: grams * sizeFactors[size], from: `${from}, ${size}` }

const cupMl = 236.6
const tablespoonMl = 14.79
const teaspoonMl = 4.93

/** Grams of a millilitre: our own, else by the cup or spoon of FoodData Central, else of the group, else water's. */
const densityOf = ({ facts, group, measured, own }: Weights): { readonly value: number; readonly from: string } => {
  const known = own.get("ml")
  if (known !== undefined) return { value: known, from: "usual density" }
  if (facts.basis === "100ml") return { value: 1, from: "values per 100 ml" }
  for (const [code, millilitres] of [
    ["cup", cupMl],
    ["tbsp", tablespoonMl],
    ["tsp", teaspoonMl]
  ] as const) {
    const grams = measured.get(code)
    if (grams !== undefined)
      return { value: grams / millilitres, from: `USDA household portion: ${code} ${tidy(grams)} g` }
  }
  const ofGroup = group.get("ml")
  return ofGroup === undefined
    ? { value: 1, from: "density of water" }
    : { value: ofGroup, from: "usual density of its group" }
}

/** A household measure: its own weight, else its volume times the density, within what it holds of a solid. */
const measureWeight = (unit: UnitId, size: Size | null, table: Weights): Portion => {
  const known = lookUp(table, [unit]) ?? (unit === "bowl" || unit === "plate" ? lookUp(table, ["serving"]) : null)
  if (known !== null) return scaled(known, size)
  const ofGroup = lookUpInGroup(table, [unit])
  if (ofGroup !== null) return scaled(ofGroup, size)
  const density = densityOf(table)
  const millilitres = units[unit].factor
  return scaled(
    { grams: millilitres * density.value, from: `${millilitres} ml × ${tidy(density.value)} g/ml, ${density.from}` },
    size
  )
}

const pieceCodes = ["piece", "medium", "large", "slice", "bar"]

const codesOf = (unit: UnitId): ReadonlyArray<string> => {
  if (unit === "whole") return ["whole", ...pieceCodes]
  if (unit === "piece" || unit === "pc") return pieceCodes
  return unit === "slice" ? ["slice", "piece"] : [unit]
}

const countWeight = (unit: UnitId, size: Size | null, table: Weights): Portion => {
  const isPiece = unit === "piece" || unit === "pc" || unit === "whole"
  if (isPiece && size !== null) {
    const sized = lookUp(table, [size])
    if (sized !== null) return sized
  }
  const codes = codesOf(unit)
  const served = isPiece || unit === "serving" ? ownServing(table) : null
  const known = lookUp(table, codes) ?? served ?? packaged(unit, table) ?? lookUpInGroup(table, codes)
  if (known !== null) return scaled(known, size)
  const capacity = units[unit].factor
  if (capacity > 0)
    return scaled({ grams: capacity * densityOf(table).value, from: `usual ${unit}: ${capacity} ml` }, size)
  return scaled(servingOf(table), size)
}

const ownServing = ({ own }: Weights): Portion | null => {
  const grams = own.get("serving")
  return grams === undefined ? null : { grams, from: "usual serving" }
}

/** What the package or serving of a product says. */
const packaged = (unit: UnitId, { facts }: Weights): Portion | null => {
  const quantity = units[unit].use === "container" ? statedGrams(facts.quantity) : null
  if (quantity !== null) return { grams: quantity, from: `package: ${facts.quantity}` }
  const serving =
    unit === "serving" || unit === "piece" || unit === "pc" || unit === "whole" ? statedGrams(facts.serving) : null
  return serving === null ? null : { grams: serving, from: `serving: ${facts.serving}` }
}

const servingOf = (table: Weights): Portion => {
  const own = lookUp(table, ["serving"])
  if (own !== null) return own
  const stated = table.facts.provenance.dataset.startsWith("USDA") ? null : statedGrams(table.facts.serving)
  if (stated !== null && mealFoods().get(table.facts.id) === undefined) {
    return { grams: stated, from: `serving: ${table.facts.serving}` }
  }
  return lookUpInGroup(table, ["serving"]) ?? { grams: 100, from: "no serving known" }
}

const unstated = (item: MealItem, table: Weights): Weight => {
  if (item.accompanies !== null) {
    const beside = lookUp(table, withCodes(item.accompanies)) ?? lookUpInGroup(table, ["with"])
    if (beside !== null) {
      const { from, grams } = scaled(beside, item.size)
      return { grams, source: "default", how: `${tidy(grams)} g (${from} ${item.accompanies})` }
    }
  }
  const sized = item.size === null ? null : lookUp(table, [item.size])
  const { from, grams } = sized ?? scaled(servingOf(table), item.size)
  return { grams, source: "default", how: `${tidy(grams)} g (${from})` }
}

/** Milk in coffee is less than milk on cereals. */
const withCodes = (host: string): ReadonlyArray<string> => (hasRole(host, "hot-drink") ? ["drink", "with"] : ["with"])

const tidy = (value: number): string => String(Number(value.toPrecision(4)))
