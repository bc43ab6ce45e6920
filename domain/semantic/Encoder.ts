import { depthOf } from "./Groups.ts"
import { exclusionIds } from "./exclusions/ExclusionKinds.ts"
import { contextScale, type CorpusStatistics } from "./CorpusStatistics.ts"
import { levelOf, type NutrientName, nutrients } from "./NutrientLevels.ts"
import type { ProductFeatures } from "./ProductFeatures.ts"
import { Projection } from "./Projection.ts"
import { clamp, type Weights } from "./Weights.ts"
import { blockScale, dimensionOf, dimensions, scaleOf, setLength, textAt, textDimensions } from "./VectorLayout.ts"

/** How much a feature's context vector counts beside its own. */
const contextWeight = 0.7
/** The most that a "free of it" claim allows per 100 g; up to three times as much is nearly so. */
const freeMax: Readonly<Partial<Record<NutrientName, number>>> = { sugar: 0.5, fat: 0.5, salt: 0.0125, kcal: 4 }

const projection = new Projection(textDimensions)

/** Adds a feature's own vector to the text block of a vector. */
export const addFeature = (vector: Float32Array, feature: string, weight: number): void =>
  projection.addTo(vector, textAt, feature, weight)

/** How telling a feature is: 1 for one that no or one product has, towards 0 for one that all have. */
export const rarityOf = (statistics: CorpusStatistics, feature: string): number => {
  const frequency = statistics.frequencies.get(feature)
  if (frequency === undefined) return 1
  return Math.log(1 + statistics.products / (frequency + 0.5)) / Math.log(1 + statistics.products)
}

/** Fills the text block: the features and their context vectors, by rarity, at the given length. */
export const encodeText = (vector: Float32Array, statistics: CorpusStatistics, text: Weights, length: number): void => {
  for (const [feature, given] of text) {
    const weight = given * rarityOf(statistics, feature)
    addFeature(vector, feature, weight)
    const context = statistics.contexts.get(feature)
    if (context === undefined) continue
    const share = (contextWeight * weight) / contextScale
    for (let i = 0; i < context.length; i++) vector[textAt + i] = (vector[textAt + i] ?? 0) + share * (context[i] ?? 0)
  }
  setLength(vector, textAt, dimensions, length)
}

/** The most telling of the groups that a product clearly belongs to: its peers. */
export const peersOf = (groups: Weights): string | null => {
  let best: string | null = null
  let strength = 0.35
  for (const [group, weight] of groups) {
    const depth = weight * (1 + 0.05 * depthOf(group))
    if (depth > strength) {
      strength = depth
      best = group
    }
  }
  return best
}

/** The share of the group that has less, ties counted half. */
const percentile = (quantiles: ReadonlyArray<number>, amount: number): number => {
  const below = quantiles.filter((quantile) => quantile < amount).length
  const upTo = quantiles.filter((quantile) => quantile <= amount).length
  return (below + upTo) / 2 / quantiles.length
}

/** What the numbers say, as `n:…` between -1 and 1: by themselves and among the peers. What is unknown has no entry. */
export const numbersOf = (features: ProductFeatures, statistics: CorpusStatistics): Map<string, number> => {
  const { amounts, basis, groups } = features
  const peers = statistics.quantiles.get(peersOf(groups) ?? "")
  const numbers = new Map<string, number>()
  for (const nutrient of nutrients) {
    const amount = amounts[nutrient]
    const level = levelOf(nutrient, amounts, basis)
    if (amount === undefined || level === null) continue
    numbers.set(`n:${nutrient}:abs`, level)
    const quantiles = peers?.[nutrient]
    if (quantiles !== undefined) numbers.set(`n:${nutrient}:rel`, 2 * percentile(quantiles, amount) - 1)
    const free = freeMax[nutrient]
    if (free !== undefined) numbers.set(`n:${nutrient}:free`, amount <= free ? 1 : amount <= 3 * free ? 0.4 : -0.3)
  }
  return numbers
}

/** The numbers, sharpened by what the name claims; a claim alone counts a little less. */
const nutritionOf = (features: ProductFeatures, statistics: CorpusStatistics): Weights => {
  const known = numbersOf(features, statistics)
  if (features.notAsEaten) for (const [name, value] of known) known.set(name, 0.4 * value)
  for (const [name, claim] of features.claims) {
    const value = known.get(name)
    known.set(name, value === undefined ? 0.85 * claim : clamp(value + 0.25 * claim, 1))
  }
  return known
}

const complete = (vector: Float32Array): Float32Array => {
  let sum = 0
  for (let i = 1; i < dimensions; i++) sum += (vector[i] ?? 0) ** 2
  if (sum > 1) setLength(vector, 1, dimensions, 1)
  else vector[0] = Math.sqrt(1 - sum)
  return vector
}

/** The unit vector of a product; `free`: the exclusions that it passes. */
export const encodeProduct = (
  features: ProductFeatures,
  free: ReadonlySet<string>,
  statistics: CorpusStatistics
): Float32Array => {
  const vector = new Float32Array(dimensions)
  encodeText(vector, statistics, features.text, blockScale.text)
  for (const block of [
    features.groups,
    features.known,
    features.properties,
    features.sources,
    nutritionOf(features, statistics)
  ])
    for (const [name, weight] of block) {
      const dimension = dimensionOf(name)
      if (dimension !== undefined) vector[dimension] = scaleOf(name) * weight
    }
  for (const id of exclusionIds) {
    const dimension = dimensionOf(`x:${id}`)
    if (dimension !== undefined) vector[dimension] = free.has(id) ? blockScale.free : -blockScale.free
  }
  return complete(vector)
}
