import { trainClassifier } from "../../domain/semantic/classifier/ClassifierTraining.ts"
import { mentionClasses, mentionFile } from "../../domain/semantic/classifier/MentionClassifier.ts"
import {
  type Mention,
  mentionFeatureCount,
  mentionFeatures,
  type SentenceOfFoods
} from "../../domain/semantic/classifier/MentionFeatures.ts"
import type { SentenceEncoder } from "../../domain/semantic/sentence/SentenceEncoder.ts"
import { type MarkedSentence, sourceOfSentences } from "./MarkedSentences.ts"

/** A sentence with those of its foods of which it is known whether they are what the classifier looks for. */
export interface LabelledSentence {
  readonly text: string
  readonly sentence: SentenceOfFoods
  readonly labelled: ReadonlyArray<{ readonly mention: Mention; readonly isFound: boolean }>
}

/** The file of a classifier of foods in sentences; `marked` are the sentences that it names as its source. */
export const trainMentions = (
  sentences: ReadonlyArray<LabelledSentence>,
  marked: ReadonlyArray<MarkedSentence>,
  encoder: SentenceEncoder
): Uint8Array => {
  const examples = sentences.flatMap(({ labelled, sentence, text }) => {
    const vector = encoder.encode(text)
    return labelled.map(({ isFound, mention }) => ({
      of: mentionClasses.indexOf(isFound ? "found" : "other"),
      features: mentionFeatures(sentence, mention, vector)
    }))
  })
  const featureCount = mentionFeatureCount(encoder.dimensions)
  const classifier = trainClassifier({ classCount: mentionClasses.length, featureCount, examples })
  return mentionFile.encode({ source: sourceOfSentences(marked) }, classifier)
}
