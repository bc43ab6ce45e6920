import { Schema } from "effect"
import { classifierFile } from "../classifier/ClassifierFile.ts"
import { type LinearClassifier, probabilities } from "../classifier/LinearClassifier.ts"
import type { SentenceEncoder } from "../sentence/SentenceEncoder.ts"
import { mentionFeatures, type SentenceOfFoods } from "./MentionFeatures.ts"

/** The classes, by their indices: the food is wanted or only mentioned; it is ruled out. */
export const classes = ["wanted", "ruledOut"] as const
const ruledOut = classes.indexOf("ruledOut")

/** The classifier that tells which foods of a sentence are ruled out; `source` names the sentences it was trained on. */
export const ruledOutFile = classifierFile(Schema.Struct({ source: Schema.String }))

/** How probable it is of each food that a sentence names that it is ruled out, from 0 to 1. */
export const makeRuledOut =
  (encoder: SentenceEncoder, classifier: LinearClassifier) =>
  (text: string, sentence: SentenceOfFoods): ReadonlyArray<number> => {
    const vector = encoder.encode(text)
    return sentence.mentions.map(
      (mention) => probabilities(classifier, mentionFeatures(sentence, mention, vector))[ruledOut] ?? 0
    )
  }
