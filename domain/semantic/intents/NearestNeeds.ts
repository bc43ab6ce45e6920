import type { SentenceEncoder } from "../sentence/SentenceEncoder.ts"
import { type Intent, type IntentClassifier, probabilities } from "./IntentClassifier.ts"
import { intentFeatures, type Wording } from "./IntentFeatures.ts"

/** A known need that a wording comes near to. */
export interface Near extends Intent {
  /** from 0 to 1 */
  readonly probability: number
}

/** The needs that a wording comes nearest to, the nearest first; none for a text that is no need. */
export type NearestNeeds = (wording: Wording) => ReadonlyArray<Near>

const nearestMax = 8

export const makeNearestNeeds =
  (encoder: SentenceEncoder, classifier: IntentClassifier): NearestNeeds =>
  (wording) => {
    const found = probabilities(classifier, intentFeatures(wording, encoder))
    const near = classifier.needs
      .map((intent, i): Near => ({ ...intent, probability: found[i] ?? 0 }))
      .toSorted((a, b) => b.probability - a.probability)
    return near[0]?.need === "" ? [] : near.slice(0, nearestMax).filter(({ need }) => need !== "")
  }
