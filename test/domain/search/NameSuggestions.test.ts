import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { suggestNames } from "../../../domain/search/NameSuggestions.ts"

const found = (...names: ReadonlyArray<string>) => names.map((name, i) => ({ id: `id_${i}`, name }))
const textsOf = (typed: string, names: ReadonlyArray<string>, limit = 8) =>
  suggestNames(typed, found(...names), limit).map(({ text }) => text)

describe("suggestions", () => {
  it("names that go on what was typed come first, then those with a word that does, in their order", () => {
    const names = ["Milk chocolate", "Cocoa", "Chocolate", "Chocolate cake"]
    assert.deepStrictEqual(textsOf("choc", names), ["Chocolate", "Chocolate cake", "Milk chocolate", "Cocoa"])
    assert.deepStrictEqual(textsOf("milk ch", ["Chocolate milk", "Milk chocolate"]), [
      "Milk chocolate",
      "Chocolate milk"
    ])
  })

  it("case, accents, hyphens and spaces make no other name, and a name of several products has no id", () => {
    assert.deepStrictEqual(suggestNames("coca", found("Coca-Cola", "COCA COLA", "Cocá cola light"), 8), [
      { text: "Coca-Cola", id: null },
      { text: "Cocá cola light", id: "id_2" }
    ])
    assert.deepStrictEqual(textsOf("сметана", ["Сметана 15%", "Сметана 15 %", "Сметана 1.5%"]), [
      "Сметана 15%",
      "Сметана 1.5%"
    ])
  })

  it("no name is longer than sixty characters, and one that is does not take the place of others", () => {
    assert.deepStrictEqual(textsOf("a", ["a".repeat(61), "é".repeat(60), "ab"], 1), ["ab"])
    assert.deepStrictEqual(textsOf("é", ["", "é".repeat(60)]), ["é".repeat(60)])
  })

  it.prop(
    "whatever is typed and found, there are at most as many as asked for, each of them found, and none twice",
    [Schema.String, Schema.Array(Schema.String), Schema.Literals([1, 3, 8])],
    ([typed, names, limit]) => {
      const suggested = textsOf(typed, names, limit)
      assert.isAtMost(suggested.length, limit)
      assert.strictEqual(new Set(suggested).size, suggested.length)
      for (const text of suggested) assert.include(names, text)
    }
  )
})
