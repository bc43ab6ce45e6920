import { trainClassifier } from "../../domain/semantic/classifier/ClassifierTraining.ts"
import { overlaps } from "../../domain/language/TokenRange.ts"
import { tokenize } from "../../domain/language/Tokenizer.ts"
import { type Mention, mentionFeatureCount, mentionFeatures } from "../../domain/semantic/exclusions/MentionFeatures.ts"
import { classes, ruledOutFile } from "../../domain/semantic/exclusions/RuledOutClassifier.ts"
import { exclusionsIn, namedIn } from "../../domain/semantic/exclusions/ExclusionReader.ts"
import type { Table } from "../language/Table.ts"
import type { SentenceEncoder } from "../../domain/semantic/sentence/SentenceEncoder.ts"
import { type MarkedSentence, readMarked, sourceOfSentences } from "./MarkedSentences.ts"

/** A food in a sentence, and whether the person who says it rules the food out. */
interface LabelledMention extends Mention {
  readonly of: (typeof classes)[number]
}

interface LabelledSentence {
  readonly text: string
  readonly mentions: ReadonlyArray<LabelledMention>
}

/** The marked foods, each with its class and its kind: what is only context is not ruled out. */
export const labelled = ({ marks, text }: MarkedSentence): LabelledSentence => {
  const named = namedIn(tokenize(text))
  return {
    text,
    mentions: marks.map(({ bracket, end, start }) => ({
      start,
      end,
      of: bracket === "{" ? "ruledOut" : "wanted",
      kind: named.find((each) => overlaps(each, { start, end }))?.kind ?? "food"
    }))
  }
}

/** The sentences in which foods are marked as ruled out, of both files, and all that is wrong with them, a line each. */
export const readRuledOut = (): ReturnType<typeof readMarked> => {
  const files = [readMarked("ruled-out"), readMarked("context-foods")]
  return {
    sentences: files.flatMap(({ sentences }) => sentences),
    problems: files.flatMap(({ problems }) => problems)
  }
}

/** Of the wordings of needs every so many-th is one more sentence in which foods are wanted. */
const wordingsStep = 6

/** Wordings of needs, with what the tables do not read as ruled out as wanted. */
const sentencesOfNeeds = ({ rows }: Table): ReadonlyArray<LabelledSentence> =>
  rows
    .flatMap(({ names }) => names.flat())
    .filter((_, i) => i % wordingsStep === 0)
    .flatMap((text): ReadonlyArray<LabelledSentence> => {
      const tokens = tokenize(text)
      const { spans } = exclusionsIn(tokens)
      const mentions = namedIn(tokens).map((named): LabelledMention => {
        const isOut = spans.some((span) => overlaps(span, named))
        return { ...named, of: isOut ? "ruledOut" : "wanted" }
      })
      return mentions.length === 0 ? [] : [{ text, mentions }]
    })

/** The classifier's file, of marked sentences and the wordings of needs. */
export const trainRuledOut = (
  sentences: ReadonlyArray<MarkedSentence>,
  needs: Table,
  encoder: SentenceEncoder
): Uint8Array => {
  const examples = [...sentences.map(labelled), ...sentencesOfNeeds(needs)].flatMap(({ mentions, text }) => {
    const sentence = { tokens: tokenize(text), mentions }
    const vector = encoder.encode(text)
    return mentions.map((mention) => ({
      of: classes.indexOf(mention.of),
      features: mentionFeatures(sentence, mention, vector)
    }))
  })
  const featureCount = mentionFeatureCount(encoder.dimensions)
  const classifier = trainClassifier({ classCount: classes.length, featureCount, examples })
  return ruledOutFile.encode({ source: sourceOfSentences(sentences) }, classifier)
}
