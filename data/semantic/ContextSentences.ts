import { overlaps } from "../../domain/language/TokenRange.ts"
import { sentenceOf } from "../../domain/semantic/context/ContextFoods.ts"
import { readText } from "../../domain/semantic/NeedReader.ts"
import type { SentenceEncoder } from "../../domain/semantic/sentence/SentenceEncoder.ts"
import { type MarkedSentence, readMarked } from "./MarkedSentences.ts"
import { type LabelledSentence, trainMentions } from "./MentionTraining.ts"

/** Sentences of people who want something to eat, with each food marked: asked for, ruled out, or only the context. */
export const readContextSentences = (): ReturnType<typeof readMarked> => readMarked("context-foods")

/** The foods that the grammar reads in a sentence, and whether each is only the context; nothing of those ruled out. */
export const labelled = ({ marks, text }: MarkedSentence): LabelledSentence => {
  const sentence = sentenceOf(readText(text, "query"))
  const labelled = sentence.mentions.flatMap((mention) => {
    const mark = marks.find((each) => overlaps(each, mention))
    return mark === undefined || mark.bracket === "{" ? [] : [{ mention, isFound: mark.bracket === "(" }]
  })
  return { text, sentence, labelled }
}

/** The classifier's file. */
export const trainContextFoods = (sentences: ReadonlyArray<MarkedSentence>, encoder: SentenceEncoder): Uint8Array =>
  trainMentions(sentences.map(labelled), sentences, encoder)
