import { type Intent, type IntentClassifier, probabilities } from "./IntentClassifier.ts"
import type { IntentFeatures } from "./IntentFeatures.ts"

export interface Example {
  /** its index */
  readonly need: number
  readonly features: IntentFeatures
}

export interface Training {
  readonly source: string
  readonly needs: ReadonlyArray<Intent>
  readonly featureCount: number
  readonly examples: ReadonlyArray<Example>
}

const rounds = 8
/** What a round takes off the weights: those that few examples want stay small. */
const decay = 0.05
/** The bias learns more slowly than the weights, so that needs with many examples have no head start. */
const biasShare = 0.1
/** A prime. Examples follow each other in steps of it: neighbours in the table mean the same. */
const stride = 1_009

/** Stochastic gradient descent in a fixed order: the same examples give the same classifier. */
export const trainClassifier = ({ examples, featureCount, needs, source }: Training): IntentClassifier => {
  const weights = new Float32Array(featureCount * needs.length)
  const bias = new Float32Array(needs.length)
  const classifier = { source, needs, weights, bias }
  const steps = rounds * examples.length
  for (let step = 0; step < steps; step++) {
    const example = examples[(step * stride) % examples.length]
    if (example === undefined) continue
    const size = 1 - step / steps
    if (step % examples.length === 0)
      for (let i = 0; i < weights.length; i++) weights[i] = (weights[i] ?? 0) * (1 - size * decay)
    descend(classifier, example, size)
  }
  return classifier
}

/** An error below this is not worth a step: most needs are nowhere near a wording. */
const errorMin = 0.001

const descend = (classifier: IntentClassifier, { features, need }: Example, size: number): void => {
  const { bias, needs, weights } = classifier
  const errors = probabilities(classifier, features)
  errors[need] = (errors[need] ?? 0) - 1
  const wrong = Int32Array.from(errors.keys()).filter((k) => Math.abs(errors[k] ?? 0) >= errorMin)
  for (const k of wrong) bias[k] = (bias[k] ?? 0) - size * biasShare * (errors[k] ?? 0)
  for (const [i, value] of features.values.entries()) {
    const start = (features.at[i] ?? 0) * needs.length
    const change = size * value
    for (const k of wrong) weights[start + k] = (weights[start + k] ?? 0) - change * (errors[k] ?? 0)
  }
}
