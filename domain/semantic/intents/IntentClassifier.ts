import type { IntentFeatures } from "./IntentFeatures.ts"

/** Tells which of the known needs a wording is. */
export interface IntentClassifier {
  /** in words that the grammar knows; `""` for what is no need: no food at all, or a food as such */
  readonly needs: ReadonlyArray<string>
  /** for each feature a weight of each need */
  readonly weights: Float32Array
  readonly bias: Float32Array
}

/** The probability of each need: multinomial logistic regression. */
export const probabilities = ({ bias, weights }: IntentClassifier, { at, values }: IntentFeatures): Float64Array => {
  const scores = Float64Array.from(bias)
  for (const [k, value] of values.entries()) {
    const start = (at[k] ?? 0) * scores.length
    for (let need = 0; need < scores.length; need++)
      scores[need] = (scores[need] ?? 0) + value * (weights[start + need] ?? 0)
  }
  const highest = scores.reduce((a, b) => Math.max(a, b))
  // engines differ in the last digit of a double
  const odds = scores.map((score) => Math.fround(Math.exp(score - highest)))
  const sum = odds.reduce((a, b) => a + b)
  return odds.map((value) => value / sum)
}
