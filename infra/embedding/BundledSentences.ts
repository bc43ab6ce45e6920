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

/** Made when it is first asked for. */
const onDemand = <A extends object>(make: () => A): (() => A) => {
  let made: A | null = null
  return () => (made ??= make())
}

/** Reads each file at the first wording that needs it: a start waits for none, and no wording for all at once. */
export const bundledSentences = (): SentenceReader => {
  const encoder = onDemand(() => {
    const { dimensions, encode } = readSentenceEncoder()
    return { dimensions, encode: remembering(vectorsMax, encode) }
  })
  const intents = onDemand(() => intentFile.decode(read("intents.bin.gz")))
  const words = onDemand(() => new Set(intents().about.words))
  const nearestNeeds = onDemand(() => makeNearestNeeds(encoder(), intents().about.needs, intents().classifier))
  const mentions = (name: string) =>
    onDemand(() => makeMentionClassifier(encoder(), mentionFile.decode(read(name)).classifier))
  const ruledOut = mentions("ruled-out.bin.gz")
  const contextFoods = mentions("context-foods.bin.gz")
  return {
    nearestNeeds: (wording) => nearestNeeds()(wording),
    isWord: (written) => words().has(written),
    ruledOut: (text, sentence) => ruledOut()(text, sentence),
    contextFoods: (text, sentence) => contextFoods()(text, sentence)
  }
}
