import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { gunzipSync } from "node:zlib"
import { readIntents, trainIntents } from "../../data/semantic/Intents.ts"
import { decodeClassifierFile, encodeClassifierFile } from "../../domain/semantic/intents/ClassifierFile.ts"
import { readSentenceEncoder } from "../../infra/embedding/BundledNeeds.ts"

const committed = gunzipSync(readFileSync(new URL("../../data/semantic/intents.bin.gz", import.meta.url)))

describe("the wordings of needs", () => {
  const { problems, table } = readIntents()

  it("are fit to be trained on, and the grammar reads every need", () => {
    assert.deepStrictEqual(problems, [])
  })

  it("are what the committed classifier was trained on", { timeout: 240_000 }, () => {
    assert.isTrue(Buffer.from(trainIntents(table, readSentenceEncoder())).equals(committed))
  })

  it("have a file that comes out as it went in, and is refused when it is cut off", () => {
    const bytes = encodeClassifierFile(decodeClassifierFile(Uint8Array.from(committed)))
    assert.deepStrictEqual(decodeClassifierFile(bytes).needs, table.rows.map(({ attributes: [need = ""] }) => need))
    assert.throws(() => decodeClassifierFile(committed.subarray(0, -1)), "cut off")
  })
})
