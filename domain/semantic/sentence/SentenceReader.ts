import type { MentionClassifier } from "../classifier/MentionClassifier.ts"
import type { Wording } from "../intents/IntentFeatures.ts"
import type { Near } from "../intents/NearestNeeds.ts"

/** What was learned from sentences of people, for all that no table foresees. */
export interface SentenceReader {
  /** The needs that a wording comes nearest to, the nearest first; none for a text that is no need. */
  readonly nearestNeeds: (wording: Wording) => ReadonlyArray<Near>
  /** Is it a word that people use, as it is written, so that it is no slip? */
  readonly isWord: (written: string) => boolean
  /** Which foods of a sentence are ruled out? */
  readonly ruledOut: MentionClassifier
  /** Which foods of a question are only what the answer goes with or replaces? */
  readonly contextFoods: MentionClassifier
}

/** Knows nothing but the tables. */
export const tablesOnly: SentenceReader = {
  nearestNeeds: () => [],
  isWord: () => false,
  ruledOut: () => [],
  contextFoods: () => []
}
