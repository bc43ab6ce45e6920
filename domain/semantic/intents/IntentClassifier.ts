import type { IntentFeatures } from "./IntentFeatures.ts"

/** A need whose wordings are known. */
export interface Intent {
  /** what it is called in the table of wordings; `""` for what is no need: no food at all, or a food as such */
  readonly need: string
  /** foods that its wordings name: the wings of a sauce for wings */
  readonly foods: ReadonlyArray<string>
}

/** Tells which of the known needs a wording is. */
export interface IntentClassifier {
  /** names the wordings that it was trained on */
  readonly source: string
  readonly needs: ReadonlyArray<Intent>
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
