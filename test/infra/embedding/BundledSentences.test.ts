import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { gunzipSync } from "node:zlib"
import wabt from "wabt"
import { decodeEncoderFile } from "../../../domain/semantic/sentence/EncoderFile.ts"
import { makeSentenceEncoder, multiply } from "../../../domain/semantic/sentence/SentenceEncoder.ts"
import { wordingOf } from "../../../domain/semantic/intents/IntentFeatures.ts"
import { bundledSentences, readSentenceEncoder } from "../../../infra/embedding/BundledSentences.ts"
import sample from "./sentences.json" with { type: "json" }

const file = gunzipSync(readFileSync(new URL("../../../data/semantic/sentence-encoder.bin.gz", import.meta.url)))
const dot = (a: ArrayLike<number>, b: ArrayLike<number>) =>
  Array.from({ length: a.length }, (_, i) => (a[i] ?? 0) * (b[i] ?? 0)).reduce((sum, value) => sum + value, 0)

describe("the bundled sentence encoder", () => {
  const { encode } = readSentenceEncoder()

  it("gives the vectors of the model that it was made from", () => {
    for (const [i, sentence] of sample.sentences.entries())
      assert.isAbove(dot(encode(sentence), sample.vectors[i] ?? []), 0.995, sentence)
  })

  it("gives in WebAssembly what plain arithmetic gives", () => {
    const plain = makeSentenceEncoder(decodeEncoderFile(file), multiply)
    for (const sentence of sample.sentences.slice(0, 4))
      assert.isAbove(dot(encode(sentence), plain.encode(sentence)), 0.999999, sentence)
  })

  it("takes any text for a sentence", () => {
    for (const text of ["", " ", "\u{1f34e}", "\u0000", "a".repeat(10_000), "\ud800"])
      assert.closeTo(Math.sqrt(dot(encode(text), encode(text))), 1, 1e-5)
  })

  it("is refused when its file is damaged", () => {
    const damaged = (change: (bytes: Uint8Array) => Uint8Array) => () =>
      decodeEncoderFile(change(Uint8Array.from(file)))
    assert.throws(
      damaged((bytes) => bytes.subarray(0, -1)),
      "it ends in rows"
    )
    assert.throws(
      damaged((bytes) => bytes.subarray(0, 100)),
      "its head is cut off"
    )
    assert.throws(
      damaged((bytes) => Buffer.concat([bytes, new Uint8Array(4)])),
      "4 bytes too many"
    )
    assert.throws(
      damaged((bytes) => bytes.subarray(4)),
      "it begins otherwise"
    )
    assert.throws(() => decodeEncoderFile(new Uint8Array()), "it begins otherwise")
  })

  it("is what the text of its kernel says", async () => {
    const folder = new URL("../../../infra/embedding/", import.meta.url)
    const toolkit = await wabt()
    const text = readFileSync(new URL("MatrixKernel.wat", folder), "utf8")
    const made = toolkit.parseWat("MatrixKernel.wat", text, { simd: true }).toBinary({}).buffer
    assert.isTrue(readFileSync(new URL("MatrixKernel.wasm", folder)).equals(made))
  })
})

describe("the nearest needs", () => {
  const { nearestNeeds } = bundledSentences()
  const near = (text: string) => nearestNeeds(wordingOf(text))

  it("are found for wordings that no table holds, in each language", () => {
    assert.strictEqual(near("my haemoglobin is too low")[0]?.need, "iron")
    assert.strictEqual(near("пришла с улицы вся замёрзшая")[0]?.need, "warming")
    assert.strictEqual(near("ابني عمره سنتين وش اعطيه")[0]?.need, "toddler")
  })

  it("are none for what is no food", () => {
    for (const text of ["laptop bag", "погода в москве", "تذاكر طيران"]) assert.isEmpty(near(text), text)
  })

  it("come with the foods that their wordings name", () => {
    assert.isTrue(near("sauce for chicken wings")[0]?.foods.includes("wings"))
  })

  it("are the same for the same text, whatever was asked in between", () => {
    const first = near("thirty degrees outside")
    near("milk")
    assert.deepStrictEqual(near("thirty degrees outside"), first)
  })
})
