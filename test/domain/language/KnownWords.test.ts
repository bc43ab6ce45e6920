import { assert, describe, it } from "@effect/vitest"
import { foodWords, makeKnownWords } from "../../../domain/language/KnownWords.ts"

const words = makeKnownWords(new Set(["chocolate", "chocolates", "mocolate", "milk", "cheese", "tea"]))
const nearest = (written: string) => words.near(written).map(({ word }) => word)

describe("known words", () => {
  it("are found by what is misspelt, the nearest first", () => {
    assert.deepStrictEqual(nearest("chocolate"), ["chocolate", "chocolates"])
    assert.deepStrictEqual(nearest("choclate"), ["chocolate", "chocolates"])
    assert.deepStrictEqual(nearest("millk"), ["milk"])
  })

  it("are not found by short words, or by two edits of which one is the first letter", () => {
    assert.deepStrictEqual(nearest("mlk"), [])
    assert.deepStrictEqual(nearest("jocolatte"), [])
  })

  it("are the words of all names of foods", () => {
    for (const word of ["milk", "молоко", "حليب"]) assert.isTrue(foodWords().has(word))
    assert.isFalse([...foodWords()].some((word) => /^\d+$/.test(word)))
  })
})
