import type { Features } from "./Features.ts"

/** Tells which of some classes a text is of. */
export interface LinearClassifier {
  /** for each feature a weight of each class */
  readonly weights: Float32Array
  /** one of each class */
  readonly bias: Float32Array
}

/** The probability of each class: multinomial logistic regression. */
export const probabilities = ({ bias, weights }: LinearClassifier, { at, values }: Features): Float64Array => {
  const scores = Float64Array.from(bias)
  for (const [k, value] of values.entries()) {
    const start = (at[k] ?? 0) * scores.length
    for (let of = 0; of < scores.length; of++) scores[of] = (scores[of] ?? 0) + value * (weights[start + of] ?? 0)
  }
  const highest = scores.reduce((a, b) => Math.max(a, b))
  // engines differ in the last digit of a double
  const odds = scores.map((score) => Math.fround(Math.exp(score - highest)))
  const sum = odds.reduce((a, b) => a + b)
  return odds.map((value) => value / sum)
}
