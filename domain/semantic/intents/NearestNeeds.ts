import type { SentenceEncoder } from "../sentence/SentenceEncoder.ts"
import { type LinearClassifier, probabilities } from "../classifier/LinearClassifier.ts"
import type { Intent } from "./IntentClassifier.ts"
import { intentFeatures, type Wording } from "./IntentFeatures.ts"

/** A known need that a wording comes near to. */
export interface Near extends Intent {
  /** from 0 to 1 */
  readonly probability: number
}

const nearestMax = 8

/** The needs that a wording comes nearest to, the nearest first; none for a text that is no need. */
export const makeNearestNeeds =
  (encoder: SentenceEncoder, needs: ReadonlyArray<Intent>, classifier: LinearClassifier) =>
  (wording: Wording): ReadonlyArray<Near> => {
    const found = probabilities(classifier, intentFeatures(wording, encoder))
    const order = Array.from(found.keys()).toSorted((a, b) => (found[b] ?? 0) - (found[a] ?? 0))
    const near = order.slice(0, nearestMax).flatMap((i): ReadonlyArray<Near> => {
      const intent = needs[i]
      return intent === undefined ? [] : [{ ...intent, probability: found[i] ?? 0 }]
    })
    return near[0]?.need === "" ? [] : near.filter(({ need }) => need !== "")
  }
