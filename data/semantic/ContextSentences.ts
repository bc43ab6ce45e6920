import { trainClassifier } from "../../domain/semantic/classifier/ClassifierTraining.ts"
import { overlaps } from "../../domain/language/TokenRange.ts"
import { classes, contextFile, sentenceOf } from "../../domain/semantic/context/ContextFoods.ts"
import { mentionFeatureCount, mentionFeatures } from "../../domain/semantic/exclusions/MentionFeatures.ts"
import { readText } from "../../domain/semantic/NeedReader.ts"
import type { SentenceEncoder } from "../../domain/semantic/sentence/SentenceEncoder.ts"
import { type MarkedSentence, readMarked, sourceOfSentences } from "./MarkedSentences.ts"

/** Sentences of people who want something to eat, with each food marked: asked for, ruled out, or only the context. */
export const readContextSentences = (): ReturnType<typeof readMarked> => readMarked("context-foods")

const classOf = { "[": "asked", "(": "context" } as const

/** The foods that the grammar reads in a sentence, each with its class; those ruled out have none. */
export const examplesOf = ({ marks, text }: MarkedSentence) => {
  const sentence = sentenceOf(readText(text, "query"))
  const labelled = sentence.mentions.flatMap((mention) => {
    const mark = marks.find((each) => overlaps(each, mention))
    return mark === undefined || mark.bracket === "{" ? [] : [{ mention, of: classOf[mark.bracket] }]
  })
  return { sentence, labelled }
}

/** The classifier's file. */
export const trainContextFoods = (sentences: ReadonlyArray<MarkedSentence>, encoder: SentenceEncoder): Uint8Array => {
  const examples = sentences.flatMap((marked) => {
    const { labelled, sentence } = examplesOf(marked)
    const vector = encoder.encode(marked.text)
    return labelled.map(({ mention, of }) => ({
      of: classes.indexOf(of),
      features: mentionFeatures(sentence, mention, vector)
    }))
  })
  const featureCount = mentionFeatureCount(encoder.dimensions)
  const classifier = trainClassifier({ classCount: classes.length, featureCount, examples })
  return contextFile.encode({ source: sourceOfSentences(sentences) }, classifier)
}
