import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { gunzipSync } from "node:zlib"
import { parseMarked, sourceOfSentences } from "../../data/semantic/MarkedSentences.ts"
import { labelled, readRuledOut } from "../../data/semantic/RuledOut.ts"
import { makeMentionClassifier, mentionFile } from "../../domain/semantic/classifier/MentionClassifier.ts"
import { readSentenceEncoder } from "../../infra/embedding/BundledSentences.ts"

const committed = gunzipSync(readFileSync(new URL("../../data/semantic/ruled-out.bin.gz", import.meta.url)))

/** One sentence in so many is asked. */
const step = 20

describe("the sentences in which foods are ruled out", () => {
  const { problems, sentences } = readRuledOut()

  it("are fit to be trained on", () => {
    assert.deepStrictEqual(problems, [])
  })

  // training it again takes half a minute on a quiet machine: the nightly run does, and compares every byte
  it("are what the committed classifier was trained on, by the features of today", { timeout: 60_000 }, () => {
    const { about, classifier } = mentionFile.decode(Uint8Array.from(committed))
    assert.strictEqual(about.source, sourceOfSentences(sentences))
    const ruledOut = makeMentionClassifier(readSentenceEncoder(), classifier)
    const some = sentences.filter((_, i) => i % step === 0).map(labelled)
    const wrong = some.flatMap(({ labelled, sentence, text }) => {
      const found = ruledOut(text, sentence)
      return labelled.filter(({ isFound }, i) => isFound !== (found[i] ?? 0) >= 0.5)
    })
    assert.isAtMost(wrong.length, some.flatMap(({ labelled }) => labelled).length / 20)
  })

  it("mark foods with the words that they stand at", () => {
    const { labelled: foods, text } = labelled(parseMarked("no way {tree nuts}, [muffins] for my (tea)"))
    assert.strictEqual(text, "no way tree nuts, muffins for my tea")
    assert.deepStrictEqual(foods, [
      { mention: { start: 2, end: 4, kind: "allergen" }, isFound: true },
      { mention: { start: 4, end: 5, kind: "dish" }, isFound: false },
      { mention: { start: 7, end: 8, kind: "food" }, isFound: false }
    ])
    assert.deepStrictEqual(
      parseMarked("لا {لحم} و{سمك}").marks.map(({ end, start }) => [start, end]),
      [
        [1, 2],
        [2, 3]
      ]
    )
  })
})
