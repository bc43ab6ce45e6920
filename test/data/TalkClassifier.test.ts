import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { readTalkTexts, trainTalk } from "../../data/meals/TalkTexts.ts"
import { featureCount } from "../../domain/meal/TalkClassifier.ts"
import compiled from "../../domain/meal/talk-classifier.json" with { type: "json" }

const sizeMax = 100_000

describe("the classifier of what is no meal", () => {
  it("is the same when it is trained again", () => {
    const some = readTalkTexts().slice(0, 100)
    assert.deepStrictEqual(trainTalk(some), trainTalk(some))
  })

  it("is small, and has a weight for each feature", () => {
    const file = new URL("../../domain/meal/talk-classifier.json", import.meta.url)
    assert.isBelow(readFileSync(file).length, sizeMax)
    assert.strictEqual(compiled.weights.length, featureCount)
  })
})
