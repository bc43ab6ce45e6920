import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { compileRecords } from "../../data/records/Compile.ts"
import { namedRecords } from "../../data/records/Sources.ts"
import compiled from "../../domain/meal/records/records.json" with { type: "json" }

describe("the index of generic foods", () => {
  const records = namedRecords()

  it("is compiled from the catalogue as it stands", () => {
    assert.deepStrictEqual(compileRecords(records), compiled)
  })

  it("has every curated food, and nearly all of FoodData Central", () => {
    const lines = readFileSync(new URL("../../data/curated.jsonl", import.meta.url), "utf8").trim().split("\n")
    assert.strictEqual(records.filter(({ id }) => id.startsWith("c_")).length, lines.length)
    assert.isAbove(records.filter(({ id }) => /^usda_\d{8}$/.test(id)).length, 5000)
    assert.isAbove(records.filter(({ id }) => /^usda_\d{6,7}$/.test(id)).length, 7900)
  })

  it("knows what a curated food is called in the survey, how often it was reported and what else is said for it", () => {
    const milk = records.find(({ id }) => id === "c_milk_whole")
    assert.strictEqual(milk?.reports, 12_279)
    assert.include(milk?.descriptions ?? [], "leche fresca")
  })
})
