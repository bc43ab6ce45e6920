import { readFileSync } from "node:fs"
import { gunzipSync } from "node:zlib"
import { decodeClassifierFile } from "../../domain/semantic/intents/ClassifierFile.ts"
import { makeNearestNeeds, type NearestNeeds } from "../../domain/semantic/intents/NearestNeeds.ts"
import { decodeEncoderFile } from "../../domain/semantic/sentence/EncoderFile.ts"
import { makeSentenceEncoder, type SentenceEncoder } from "../../domain/semantic/sentence/SentenceEncoder.ts"
import { makeMultiply } from "./MatrixKernel.ts"

const folder = new URL("../../data/semantic/", import.meta.url)
const read = (name: string): Uint8Array => gunzipSync(readFileSync(new URL(name, folder)))

/** The sentence encoder that comes with the program. A file that cannot be read is a broken installation. */
export const readSentenceEncoder = (): SentenceEncoder =>
  makeSentenceEncoder(decodeEncoderFile(read("sentence-encoder.bin.gz")), makeMultiply())

/** Reads its files at the first wording that the grammar does not know: a start does not wait for them. */
export const bundledNearestNeeds = (): NearestNeeds => {
  let known: NearestNeeds | null = null
  return (text) => {
    known ??= makeNearestNeeds(readSentenceEncoder(), decodeClassifierFile(read("intents.bin.gz")))
    return known(text)
  }
}
