import { assert, describe, it } from "@effect/vitest"
import { fieldColumn } from "../../../../infra/sqlite/product-index/WordColumns.ts"

const words = (...column: Parameters<typeof fieldColumn>) =>
  fieldColumn(...column)
    .split(" ")
    .filter((word) => word !== "")
    .toSorted()

describe("a column of the word index", () => {
  it("has the terms and their beginnings up to five letters, those of a stem with its word once", () => {
    assert.deepStrictEqual(words("name", ["cheeses", "cheese="]), [
      "c*",
      "ch*",
      "che*",
      "chee*",
      "chees*",
      "cheese=",
      "cheeses"
    ])
  })

  it("has the beginnings of a stem that is spelt otherwise than its word", () => {
    assert.deepStrictEqual(words("head", ["men", "man="]), ["m*", "m*", "ma*", "man*", "man=", "me*", "men", "men*"])
  })

  it("has no beginnings of what nobody types: foods of the lexicon, barcodes", () => {
    assert.deepStrictEqual(words("name", ["~milk.en"]), ["~milk.en"])
    assert.deepStrictEqual(words("code", ["@4600494001234"]), ["@4600494001234"])
  })

  it("marks all words of categories, and cuts no letter of two halves", () => {
    assert.deepStrictEqual(words("category", ["ab"]), ["$a*", "$ab", "$ab*"])
    assert.deepStrictEqual(words("name", ["a\u{20000}"]), ["a*", "a\u{20000}", "a\u{20000}*"])
  })
})
