import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { readTalkTexts, trainTalk } from "../../data/meals/TalkTexts.ts"

const path = new URL("../../domain/meal/talk-classifier.json", import.meta.url)

describe("talk-classifier.json", () => {
  it("is what the texts that are not put aside give, and small", () => {
    const committed = readFileSync(path, "utf8")
    const trained = trainTalk(readTalkTexts().filter(({ set }) => set === "dev"))
    assert.isBelow(committed.length, 100_000)
    assert.strictEqual(committed, `${JSON.stringify(trained)}\n`)
  })
})
