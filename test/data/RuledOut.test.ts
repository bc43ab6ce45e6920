import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { gunzipSync } from "node:zlib"
import { readIntents } from "../../data/semantic/Intents.ts"
import { parseMarked, readRuledOut, sentencesOfNeeds, trainRuledOut } from "../../data/semantic/RuledOut.ts"
import { readSentenceEncoder } from "../../infra/embedding/BundledSentences.ts"

const committed = gunzipSync(readFileSync(new URL("../../data/semantic/ruled-out.bin.gz", import.meta.url)))

describe("the sentences in which foods are ruled out", () => {
  const { problems, sentences } = readRuledOut()

  it("are fit to be trained on", () => {
    assert.deepStrictEqual(problems, [])
  })

  it("are what the committed classifier was trained on, by the features of today", { timeout: 120_000 }, () => {
    const trained = trainRuledOut([...sentences, ...sentencesOfNeeds(readIntents().table)], readSentenceEncoder())
    assert.isTrue(Buffer.from(trained).equals(committed))
  })

  it("mark foods with the words that they stand at", () => {
    assert.deepStrictEqual(parseMarked("no way {tree nuts}, [muffins] please"), {
      text: "no way tree nuts, muffins please",
      mentions: [
        { start: 2, end: 4, of: "ruledOut", kind: "allergen" },
        { start: 4, end: 5, of: "wanted", kind: "dish" }
      ]
    })
    assert.deepStrictEqual(
      parseMarked("لا {لحم} و{سمك}").mentions.map(({ end, start }) => [start, end]),
      [
        [1, 2],
        [2, 3]
      ]
    )
  })
})
