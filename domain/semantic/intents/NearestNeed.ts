import type { SentenceEncoder } from "../sentence/SentenceEncoder.ts"
import { type IntentClassifier, probabilities } from "./IntentClassifier.ts"
import { intentFeatures } from "./IntentFeatures.ts"

/** The known need that a wording comes nearest to. */
export interface Nearest {
  /** in words that the grammar knows */
  readonly need: string
  /** from 0 to 1 */
  readonly probability: number
}

/** `null` for a text that is no need. */
export type NearestNeed = (text: string) => Nearest | null

export const makeNearestNeed =
  (encoder: SentenceEncoder, classifier: IntentClassifier): NearestNeed =>
  (text) => {
    const found = probabilities(classifier, intentFeatures(text, encoder))
    const best = found.reduce((best, value, i) => (value > (found[best] ?? 0) ? i : best), 0)
    const need = classifier.needs[best] ?? ""
    return need === "" ? null : { need, probability: found[best] ?? 0 }
  }
