import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { gunzipSync } from "node:zlib"
import { readIntents, sourceOf, trainIntents } from "../../data/semantic/Intents.ts"
import { intentFile } from "../../domain/semantic/intents/IntentClassifier.ts"
import { wordingOf } from "../../domain/semantic/intents/IntentFeatures.ts"
import { makeNearestNeeds } from "../../domain/semantic/intents/NearestNeeds.ts"
import { readSentenceEncoder } from "../../infra/embedding/BundledSentences.ts"

const committed = gunzipSync(readFileSync(new URL("../../data/semantic/intents.bin.gz", import.meta.url)))

describe("the wordings of needs", () => {
  const { problems, table } = readIntents()

  it("are fit to be trained on, and the grammar reads every need", () => {
    assert.deepStrictEqual(problems, [])
  })

  // training it again takes minutes: the nightly run does, and compares every byte
  it("are what the committed classifier was trained on, by the features of today", { timeout: 120_000 }, () => {
    const { about, classifier } = intentFile.decode(Uint8Array.from(committed))
    assert.strictEqual(about.source, sourceOf(table))
    const nearest = makeNearestNeeds(readSentenceEncoder(), about.needs, classifier)
    const firsts = table.rows.flatMap(({ attributes: [need = ""], names }) =>
      names.flatMap(([first]) => (first === undefined ? [] : [{ need, first }]))
    )
    const unknown = firsts.filter(({ first, need }) => (nearest(wordingOf(first))[0]?.need ?? "") !== need)
    assert.isAtMost(unknown.length, firsts.length / 100, unknown.map(({ first }) => first).join())
  })

  it("train a classifier that tells the needs apart, the same each time", { timeout: 60_000 }, () => {
    const rows = table.rows.filter(({ attributes: [need = ""] }) => ["iron", "warming", "with beer"].includes(need))
    const encoder = readSentenceEncoder()
    const bytes = trainIntents({ ...table, rows }, encoder)
    assert.deepStrictEqual(bytes, trainIntents({ ...table, rows }, encoder))
    const { about, classifier } = intentFile.decode(bytes)
    const nearest = makeNearestNeeds(encoder, about.needs, classifier)
    assert.strictEqual(nearest({ text: "my haemoglobin is low", foods: [] })[0]?.need, "iron")
    assert.strictEqual(nearest({ text: "замёрзла хочу согреться", foods: [] })[0]?.need, "warming")
  })

  it("have a file that comes out as it went in, and is refused when it is cut off", () => {
    const { about, classifier } = intentFile.decode(Uint8Array.from(committed))
    assert.deepStrictEqual(
      intentFile.decode(intentFile.encode(about, classifier)).about.needs.map(({ need }) => need),
      table.rows.map(({ attributes: [need = ""] }) => need)
    )
    assert.throws(() => intentFile.decode(committed.subarray(0, -1)), "cut off")
  })
})
