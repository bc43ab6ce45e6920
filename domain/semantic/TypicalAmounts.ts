import { conceptOf } from "../language/Lexicon.ts"
import { mainGroups } from "./FoodFacets.ts"
import type { CorpusStatistics } from "./CorpusStatistics.ts"
import type { Limit } from "./Limits.ts"
import type { NeedReading } from "./NeedReader.ts"
import { type Amounts, type NutrientName, nutrients } from "./NutrientLevels.ts"
import type { FoodComparison } from "./Comparisons.ts"
import { productConcepts } from "./ProductConcepts.ts"
import type { ProductFeatures } from "./ProductFeatures.ts"

/** What fewer products state is not typical. */
const productsMin = 3
const digits = 3
/** Chicken is the meat as such before it is nuggets. */
const plainMin = 0.7

/** The median amounts of the products that are a food, for each food that enough products are. */
export const typicalAmountsOf = (features: ReadonlyArray<ProductFeatures>): CorpusStatistics["typical"] => {
  const byConcept = new Map<string, Array<ProductFeatures>>()
  for (const product of features) {
    if (product.notAsEaten) continue
    for (const [concept] of productConcepts(product)) {
      const known = byConcept.get(concept)
      if (known === undefined) byConcept.set(concept, [product])
      else known.push(product)
    }
  }
  return new Map(
    [...byConcept]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([concept, all]) => {
        const typical = Object.fromEntries(nutrients.flatMap((nutrient) => medianOf(nutrient, all)))
        return Object.keys(typical).length === 0 ? [] : [[concept, typical] as const]
      })
  )
}

const medianOf = (
  nutrient: NutrientName,
  products: ReadonlyArray<ProductFeatures>
): ReadonlyArray<readonly [NutrientName, number]> => {
  const known = products.filter(({ amounts }) => amounts[nutrient] !== undefined)
  const plain = known.filter(({ properties }) => (properties.get("a:plain") ?? 0) >= plainMin)
  const values = (plain.length >= productsMin ? plain : known).flatMap(({ amounts }) => amounts[nutrient] ?? [])
  const median = values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
  return values.length < productsMin || median === undefined ? [] : [[nutrient, Number(median.toPrecision(digits))]]
}

/** What a food usually has; of one that hardly any product is, what the foods that it is a kind of have. */
const typicalOf = (
  concept: string,
  nutrient: NutrientName,
  { quantiles, typical }: CorpusStatistics
): number | null => {
  const seen = new Set<string>()
  const queue = [concept]
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    if (seen.has(next)) continue
    seen.add(next)
    const known = typical.get(next)?.[nutrient]
    if (known !== undefined) return known
    queue.push(...(conceptOf(next)?.under ?? []))
  }
  for (const group of mainGroups(concept)) {
    const steps = quantiles.get(group)?.[nutrient]
    const median = steps?.[Math.floor(steps.length / 2)]
    if (median !== undefined) return median
  }
  return null
}

/** An amount is a mistake of the record when it is so many times less or more than the food usually has. */
const unusualTimes = 20
/** Of smaller amounts such a difference says nothing. */
const amountMin: Amounts = { protein: 1, fat: 1, sugar: 1, carb: 2, fiber: 1, salt: 0.3, kcal: 20 }

/** Can the amount be true of what the product is? The name may say why it is much less or more: unsweetened, salted. */
export const isBelievable = (
  nutrient: NutrientName,
  amount: number,
  features: ProductFeatures,
  statistics: CorpusStatistics
): boolean => {
  const least = amountMin[nutrient] ?? 0
  const claims = [...features.claims.keys()].some((name) => name.startsWith(`n:${nutrient}:`))
  const usual = productConcepts(features).flatMap(([concept]) => typicalOf(concept, nutrient, statistics) ?? [])
  if (claims || usual.length === 0) return true
  return usual.some((typical) => {
    const [low, high] = amount < typical ? [amount, typical] : [typical, amount]
    return high < least || high <= unusualTimes * low
  })
}

/** As much as the food has is not less than it has; nor is a difference that its varieties make: chickpeas have 7 g of protein from a tin and 9 boiled. */
const differenceMin = 0.1

/** The limits of a comparison: none when nobody knows what the food has. */
const limitOf = (
  { concept, factor, nutrient, operator }: FoodComparison,
  statistics: CorpusStatistics
): ReadonlyArray<Limit> => {
  const typical = typicalOf(concept, nutrient, statistics)
  if (typical === null) return []
  return operator === "lt"
    ? [{ nutrient, min: null, max: factor * typical * (1 - differenceMin), per: "100g" }]
    : [{ nutrient, min: factor * typical * (1 + differenceMin), max: null, per: "100g" }]
}

/** The reading with a limit for each comparison with a food whose amounts are known. */
export const withTypicalLimits = (reading: NeedReading, statistics: CorpusStatistics): NeedReading => {
  const found = reading.comparisons.map((comparison) => limitOf(comparison, statistics))
  const isUncheckable = reading.isUncheckable || found.some((limits) => limits.length === 0)
  return found.length === 0 ? reading : { ...reading, isUncheckable, limits: [...reading.limits, ...found.flat()] }
}
