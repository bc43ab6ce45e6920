import { overlaps } from "../../domain/language/TokenRange.ts"
import { tokenize } from "../../domain/language/Tokenizer.ts"
import { exclusionsIn, namedIn } from "../../domain/semantic/exclusions/ExclusionReader.ts"
import type { Table } from "../language/Table.ts"
import type { SentenceEncoder } from "../../domain/semantic/sentence/SentenceEncoder.ts"
import { type MarkedSentence, readMarked } from "./MarkedSentences.ts"
import { type LabelledSentence, trainMentions } from "./MentionTraining.ts"

/** The marked foods, each with its kind, and whether it is ruled out: what is only context is not. */
export const labelled = ({ marks, text }: MarkedSentence): LabelledSentence => {
  const tokens = tokenize(text)
  const named = namedIn(tokens)
  const labelled = marks.map(({ bracket, end, start }) => ({
    mention: { start, end, kind: named.find((each) => overlaps(each, { start, end }))?.kind ?? ("food" as const) },
    isFound: bracket === "{"
  }))
  return { text, sentence: { tokens, mentions: labelled.map(({ mention }) => mention) }, labelled }
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
    .map((text) => {
      const tokens = tokenize(text)
      const { spans } = exclusionsIn(tokens)
      const mentions = namedIn(tokens)
      const labelled = mentions.map((mention) => ({
        mention,
        isFound: spans.some((span) => overlaps(span, mention))
      }))
      return { text, sentence: { tokens, mentions }, labelled }
    })
    .filter(({ labelled }) => labelled.length > 0)

/** The classifier's file, of marked sentences and the wordings of needs. */
export const trainRuledOut = (
  sentences: ReadonlyArray<MarkedSentence>,
  needs: Table,
  encoder: SentenceEncoder
): Uint8Array => trainMentions([...sentences.map(labelled), ...sentencesOfNeeds(needs)], sentences, encoder)
