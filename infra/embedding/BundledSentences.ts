import { readFileSync } from "node:fs"
import { gunzipSync } from "node:zlib"
import { intentFile } from "../../domain/semantic/intents/IntentClassifier.ts"
import { makeNearestNeeds } from "../../domain/semantic/intents/NearestNeeds.ts"
import { makeMentionClassifier, mentionFile } from "../../domain/semantic/classifier/MentionClassifier.ts"
import { decodeEncoderFile } from "../../domain/semantic/sentence/EncoderFile.ts"
import { makeSentenceEncoder, type SentenceEncoder } from "../../domain/semantic/sentence/SentenceEncoder.ts"
import type { SentenceReader } from "../../domain/semantic/sentence/SentenceReader.ts"
import { remembering } from "../../domain/Remembering.ts"
import { makeMultiply } from "./MatrixKernel.ts"

const folder = new URL("../../data/semantic/", import.meta.url)
const read = (name: string): Uint8Array => gunzipSync(readFileSync(new URL(name, folder)))

/** The sentence encoder that comes with the program. A file that cannot be read is a broken installation. */
export const readSentenceEncoder = (): SentenceEncoder =>
  makeSentenceEncoder(decodeEncoderFile(read("sentence-encoder.bin.gz")), makeMultiply())

/** Several things are read of the vector of one text. */
const vectorsMax = 8

const readSentences = (): SentenceReader => {
  const { dimensions, encode } = readSentenceEncoder()
  const encoder = { dimensions, encode: remembering(vectorsMax, encode) }
  const { about, classifier } = intentFile.decode(read("intents.bin.gz"))
  const classifierOf = (name: string) => makeMentionClassifier(encoder, mentionFile.decode(read(name)).classifier)
  const words = new Set(about.words)
  return {
    nearestNeeds: makeNearestNeeds(encoder, about.needs, classifier),
    ruledOut: classifierOf("ruled-out.bin.gz"),
    contextFoods: classifierOf("context-foods.bin.gz"),
    isWord: (written) => words.has(written)
  }
}

/** Reads its files at the first wording that the tables do not know: a start does not wait for them. */
export const bundledSentences = (): SentenceReader => {
  let known: SentenceReader | null = null
  const reader = (): SentenceReader => (known ??= readSentences())
  return {
    nearestNeeds: (wording) => reader().nearestNeeds(wording),
    isWord: (written) => reader().isWord(written),
    ruledOut: (text, sentence) => reader().ruledOut(text, sentence),
    contextFoods: (text, sentence) => reader().contextFoods(text, sentence)
  }
}
