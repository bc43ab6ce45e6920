import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { gunzipSync } from "node:zlib"
import { labelled, readContextSentences } from "../../data/semantic/ContextSentences.ts"
import { sourceOfSentences } from "../../data/semantic/MarkedSentences.ts"
import { makeMentionClassifier, mentionFile } from "../../domain/semantic/classifier/MentionClassifier.ts"
import { readSentenceEncoder } from "../../infra/embedding/BundledSentences.ts"

const committed = gunzipSync(readFileSync(new URL("../../data/semantic/context-foods.bin.gz", import.meta.url)))

/** One sentence in so many is asked. */
const step = 20

describe("the sentences in which foods are only context", () => {
  const { problems, sentences } = readContextSentences()

  it("are fit to be trained on", () => {
    assert.deepStrictEqual(problems, [])
  })

  // the nightly run trains it again, and compares every byte
  it("are what the committed classifier was trained on, by the features of today", { timeout: 60_000 }, () => {
    const { about, classifier } = mentionFile.decode(Uint8Array.from(committed))
    assert.strictEqual(about.source, sourceOfSentences(sentences))
    const contextFoods = makeMentionClassifier(readSentenceEncoder(), classifier)
    const asked = sentences
      .filter((_, i) => i % step === 0)
      .map(labelled)
      .flatMap(({ labelled, sentence, text }) => {
        const found = contextFoods(text, sentence)
        return labelled.map(({ isFound, mention }) => isFound === (found[sentence.mentions.indexOf(mention)] ?? 0) >= 0.5)
      })
    assert.isAtLeast(asked.filter((isRight) => isRight).length, 0.95 * asked.length)
  })
})
