import { Schema } from "effect"
import type { SentenceEncoder } from "../sentence/SentenceEncoder.ts"
import { classifierFile } from "./ClassifierFile.ts"
import { type LinearClassifier, probabilities } from "./LinearClassifier.ts"
import { mentionFeatures, type SentenceOfFoods } from "./MentionFeatures.ts"

/** The classes, by their indices: the food is not what the classifier looks for, or it is. */
export const mentionClasses = ["other", "found"] as const
const found = mentionClasses.indexOf("found")

/** A classifier of the foods of a sentence; `source` names the sentences it was trained on. */
export const mentionFile = classifierFile(Schema.Struct({ source: Schema.String }))

/** How probable it is of each food that a sentence names that it is what the classifier looks for, from 0 to 1. */
export type MentionClassifier = (text: string, sentence: SentenceOfFoods) => ReadonlyArray<number>

export const makeMentionClassifier =
  (encoder: SentenceEncoder, classifier: LinearClassifier): MentionClassifier =>
  (text, sentence) => {
    const vector = encoder.encode(text)
    return sentence.mentions.map(
      (mention) => probabilities(classifier, mentionFeatures(sentence, mention, vector))[found] ?? 0
    )
  }
