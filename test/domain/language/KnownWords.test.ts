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

  it("are not found by two edits of a word that neither sounds nor begins alike", () => {
    const sour = makeKnownWords(new Set(["покислее", "кисломолочный"]))
    assert.deepStrictEqual(sour.near("прокисшее"), [])
    assert.deepStrictEqual(
      sour.near("кисломолчнй").map(({ word }) => word),
      ["кисломолочный"]
    )
  })

  it("are not found by an Arabic word of three consonants, of which the article is none", () => {
    const cotton = makeKnownWords(new Set(["القطن", "القلب", "شوكولاته"]))
    for (const written of ["القطط", "للكلب"]) assert.deepStrictEqual(cotton.near(written), [], written)
    assert.deepStrictEqual(
      cotton.near("شوكلاته").map(({ word }) => word),
      ["شوكولاته"]
    )
  })

  it("are the words of all names of foods", () => {
    for (const word of ["milk", "молоко", "حليب"]) assert.isTrue(foodWords().has(word))
    assert.isFalse([...foodWords()].some((word) => /^\d+$/.test(word)))
  })
})
