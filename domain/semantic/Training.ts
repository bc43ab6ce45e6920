import type { ProductFacts } from "../product/ProductFacts.ts"
import { tokenize } from "../language/Tokenizer.ts"
import { isLexiconStem } from "../language/Lexicon.ts"
import { addFeature, peersOf, rarityOf } from "./Encoder.ts"
import { contextScale, type CorpusStatistics } from "./CorpusStatistics.ts"
import { type NutrientName, nutrients } from "./NutrientLevels.ts"
import { isGrammarStem } from "./Phrases.ts"
import { featuresOf, type ProductFeatures } from "./ProductFeatures.ts"
import { typicalAmountsOf } from "./TypicalAmounts.ts"
import { dimensions, setLength, textAt, textDimensions } from "./VectorLayout.ts"

/** Features of fewer products say more about those products than about the feature. */
const frequencyMin = 3
const contextFrequencyMin = 4
const quantileCount = 21
const peersMin = 20
const brandUsesMin = 3
const brandFirstShare = 0.6

/** The statistics of a catalogue. The same products in any order give the same. */
export const corpusStatisticsOf = (catalogue: ReadonlyArray<ProductFacts>): CorpusStatistics => {
  const products = catalogue.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const features = products.map(featuresOf)
  const counted = new Map<string, number>()
  for (const { text } of features) for (const name of text.keys()) counted.set(name, (counted.get(name) ?? 0) + 1)
  const frequencies = new Map(
    [...counted].filter(([, count]) => count >= frequencyMin).toSorted(([a], [b]) => (a < b ? -1 : 1))
  )
  const base = {
    products: products.length,
    frequencies,
    quantiles: quantilesOf(features),
    typical: typicalAmountsOf(features),
    brands: brandsOf(products)
  }
  return { ...base, contexts: contextsOf(features, { ...base, contexts: new Map() }) }
}

const quantilesOf = (features: ReadonlyArray<ProductFeatures>): CorpusStatistics["quantiles"] => {
  const known = new Map<string, Map<NutrientName, Array<number>>>()
  for (const { amounts, groups } of features) {
    const group = peersOf(groups)
    if (group === null) continue
    const ofGroup = known.get(group) ?? new Map<NutrientName, Array<number>>()
    known.set(group, ofGroup)
    for (const nutrient of nutrients) {
      const amount = amounts[nutrient]
      if (amount === undefined) continue
      const values = ofGroup.get(nutrient)
      if (values === undefined) ofGroup.set(nutrient, [amount])
      else values.push(amount)
    }
  }
  return new Map(
    [...known]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([group, ofGroup]) => [
        group,
        Object.fromEntries(
          nutrients.flatMap((nutrient) => {
            const values = ofGroup.get(nutrient) ?? []
            return values.length < peersMin ? [] : [[nutrient, evenly(values.toSorted((a, b) => a - b))]]
          })
        )
      ])
  )
}

const evenly = (sorted: ReadonlyArray<number>): ReadonlyArray<number> =>
  Array.from(
    { length: quantileCount },
    (_, i) => sorted[Math.round((i / (quantileCount - 1)) * (sorted.length - 1))] ?? 0
  )

/** Words that sources give as brands, and unknown words that mostly begin names. */
const brandsOf = (products: ReadonlyArray<ProductFacts>): ReadonlySet<string> => {
  const isKnown = (stem: string) => isLexiconStem(stem) || isGrammarStem(stem)
  const brands = new Set<string>()
  const uses = new Map<string, { all: number; first: number }>()
  for (const { brands: label, mainLanguage, names } of products) {
    for (const { isNumber, stem } of tokenize(label ?? "")) if (!isNumber && !isKnown(stem)) brands.add(stem)
    for (const [i, { isNumber, stem }] of tokenize(names[mainLanguage]?.[0] ?? "").entries()) {
      if (isNumber || isKnown(stem)) continue
      const use = uses.get(stem) ?? { all: 0, first: 0 }
      uses.set(stem, { all: use.all + 1, first: use.first + (i === 0 ? 1 : 0) })
    }
  }
  for (const [stem, { all, first }] of uses) if (all >= brandUsesMin && first / all >= brandFirstShare) brands.add(stem)
  return new Set([...brands].toSorted())
}

/**
 * Second-order random indexing: the context vector of a feature is the mean of the texts it stands in, less the mean
 * of all texts and most of itself.
 */
const contextsOf = (
  features: ReadonlyArray<ProductFeatures>,
  statistics: CorpusStatistics
): CorpusStatistics["contexts"] => {
  const sums = new Map<string, Float32Array>()
  const mean = new Float32Array(dimensions)
  for (const { groups, text } of features) {
    const items = [...text]
      .filter(([name]) => !name.startsWith("k:"))
      .map(([name, weight]) => [name, weight * rarityOf(statistics, name)] as const)
    const document = new Float32Array(dimensions)
    for (const [name, weight] of items) addFeature(document, name, weight)
    for (const [group, weight] of groups) addFeature(document, group, 0.3 * weight)
    setLength(document, textAt, dimensions, 1)
    addInto(mean, document, 1 / features.length)
    for (const [name, weight] of items) {
      if ((statistics.frequencies.get(name) ?? 0) < contextFrequencyMin) continue
      const sum = sums.get(name) ?? new Float32Array(dimensions)
      sums.set(name, sum)
      addInto(sum, document, 1)
      addFeature(sum, name, -0.7 * weight)
    }
  }
  return new Map(
    [...sums]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, sum]) => [name, toContext(sum, mean, statistics.frequencies.get(name) ?? 1)])
  )
}

const addInto = (sum: Float32Array, vector: Float32Array, factor: number): void => {
  for (let i = textAt; i < dimensions; i++) sum[i] = (sum[i] ?? 0) + factor * (vector[i] ?? 0)
}

const toContext = (sum: Float32Array, mean: Float32Array, frequency: number): Int8Array => {
  const centred = sum.map((value, i) => value / frequency - (mean[i] ?? 0))
  setLength(centred, textAt, dimensions, 1)
  return Int8Array.from({ length: textDimensions }, (_, i) =>
    Math.max(-127, Math.min(127, Math.round((centred[textAt + i] ?? 0) * contextScale)))
  )
}
