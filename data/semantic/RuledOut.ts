import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { trainClassifier } from "../../domain/semantic/classifier/ClassifierTraining.ts"
import { overlaps, type TokenRange } from "../../domain/language/TokenRange.ts"
import { tokenize } from "../../domain/language/Tokenizer.ts"
import { type Mention, mentionFeatureCount, mentionFeatures } from "../../domain/semantic/exclusions/MentionFeatures.ts"
import { classes, ruledOutFile } from "../../domain/semantic/exclusions/RuledOutClassifier.ts"
import { exclusionsIn, namedIn } from "../../domain/semantic/exclusions/ExclusionReader.ts"
import type { Table } from "../language/Table.ts"
import type { SentenceEncoder } from "../../domain/semantic/sentence/SentenceEncoder.ts"

/** A food in a sentence, and whether the person who says it rules the food out. */
export interface MarkedMention extends Mention {
  readonly of: (typeof classes)[number]
}

export interface MarkedSentence {
  readonly text: string
  readonly mentions: ReadonlyArray<MarkedMention>
}

const marked = /([{[][^{}[\]]*[}\]])/

/** The sentence without its marks. A mark stands around whole words, but for a letter of Arabic before it. */
export const parseMarked = (line: string): MarkedSentence => {
  let text = ""
  const marks = line.split(marked).flatMap((part): ReadonlyArray<Omit<MarkedMention, "kind">> => {
    const isMark = marked.test(part)
    const start = tokenize(`${text} `).length - (isMark && /\p{L}$/u.test(text) ? 1 : 0)
    text += isMark ? part.slice(1, -1) : part
    const end = tokenize(text).length
    return isMark && end > start ? [{ start, end, of: part.startsWith("{") ? "ruledOut" : "wanted" }] : []
  })
  const named = namedIn(tokenize(text))
  const kindOf = (mark: TokenRange) => named.find((each) => overlaps(each, mark))?.kind
  return { text, mentions: marks.map((mark) => ({ ...mark, kind: kindOf(mark) ?? "food" })) }
}

const faultOf = (line: string, { mentions, text }: MarkedSentence): string | null => {
  if (mentions.length === 0) return "marks no food"
  if (/[{}[\]]/.test(text)) return "has a bracket without its other half"
  if (mentions.some(({ end }, i) => end > (mentions[i + 1]?.start ?? Infinity))) return "has marks within a word"
  return line.trim() === line ? null : "begins or ends with a space"
}

/** The sentences of `ruled-out.txt`, and all that is wrong with them, a line each. */
export const readRuledOut = (): {
  readonly sentences: ReadonlyArray<MarkedSentence>
  readonly problems: ReadonlyArray<string>
} => {
  const problems: Array<string> = []
  const seen = new Set<string>()
  const lines = readFileSync(new URL("./ruled-out.txt", import.meta.url), "utf8").split("\n")
  const sentences = lines.flatMap((line, i) => {
    if (line === "" || line.startsWith("#")) return []
    const sentence = parseMarked(line)
    const fault = seen.has(sentence.text) ? "stands twice" : faultOf(line, sentence)
    seen.add(sentence.text)
    if (fault !== null) problems.push(`ruled-out:${i + 1}: ${fault}`)
    return [sentence]
  })
  return { sentences, problems }
}

/** Of the wordings of needs every so many-th is one more sentence in which foods are wanted. */
const wordingsStep = 6

/** Wordings of needs, with what the tables do not read as ruled out as wanted. */
const sentencesOfNeeds = ({ rows }: Table): ReadonlyArray<MarkedSentence> =>
  rows
    .flatMap(({ names }) => names.flat())
    .filter((_, i) => i % wordingsStep === 0)
    .flatMap((text): ReadonlyArray<MarkedSentence> => {
      const tokens = tokenize(text)
      const { spans } = exclusionsIn(tokens)
      const mentions = namedIn(tokens).map((named): MarkedMention => {
        const isOut = spans.some((span) => overlaps(span, named))
        return { ...named, of: isOut ? "ruledOut" : "wanted" }
      })
      return mentions.length === 0 ? [] : [{ text, mentions }]
    })

/** Names the sentences: others have another name. */
export const sourceOfSentences = (sentences: ReadonlyArray<MarkedSentence>): string =>
  createHash("sha256").update(JSON.stringify(sentences)).digest("hex").slice(0, 12)

/** The classifier's file, of marked sentences and the wordings of needs. */
export const trainRuledOut = (
  sentences: ReadonlyArray<MarkedSentence>,
  needs: Table,
  encoder: SentenceEncoder
): Uint8Array => {
  const examples = [...sentences, ...sentencesOfNeeds(needs)].flatMap(({ mentions, text }) => {
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
