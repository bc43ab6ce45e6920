import type { Features } from "./Features.ts"
import { type LinearClassifier, probabilities } from "./LinearClassifier.ts"

export interface Example {
  /** the index of its class */
  readonly of: number
  readonly features: Features
}

export interface Training {
  readonly classCount: number
  readonly featureCount: number
  readonly examples: ReadonlyArray<Example>
}

const rounds = 8
/** What a round takes off the weights: those that few examples want stay small. */
const decay = 0.05
/** The bias learns more slowly than the weights, so that classes with many examples have no head start. */
const biasShare = 0.1
/** A prime. Examples follow each other in steps of it: neighbours in a table are alike. */
const stride = 1_009

/** Stochastic gradient descent in a fixed order: the same examples give the same classifier. */
export const trainClassifier = ({ classCount, examples, featureCount }: Training): LinearClassifier => {
  const weights = new Float32Array(featureCount * classCount)
  const classifier = { weights, bias: new Float32Array(classCount) }
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

/** An error below this is not worth a step: most classes are nowhere near an example. */
const errorMin = 0.001

const descend = (classifier: LinearClassifier, { features, of }: Example, size: number): void => {
  const { bias, weights } = classifier
  const errors = probabilities(classifier, features)
  errors[of] = (errors[of] ?? 0) - 1
  const wrong = Int32Array.from(errors.keys()).filter((k) => Math.abs(errors[k] ?? 0) >= errorMin)
  for (const k of wrong) bias[k] = (bias[k] ?? 0) - size * biasShare * (errors[k] ?? 0)
  for (const [i, value] of features.values.entries()) {
    const start = (features.at[i] ?? 0) * bias.length
    const change = size * value
    for (const k of wrong) weights[start + k] = (weights[start + k] ?? 0) - change * (errors[k] ?? 0)
  }
}
