import { assert, describe, it } from "@effect/vitest"
import { idsInOrder, type Overrides } from "../../support/SearchOrder.ts"

const matches = (text: string, overrides: Overrides): boolean => idsInOrder({ text }, [overrides]).length === 1

describe("what matches", () => {
  const milk = {
    names: { en: ["Milk, whole, 3.25% milkfat"], ru: ["Молоко цельное"], ar: ["حليب كامل الدسم"] },
    brands: "Happy Cow",
    quantity: "330 ml",
    categories: ["Dairy products"],
    barcode: "0012345678905"
  } as const

  const found: ReadonlyArray<readonly [why: string, text: string]> = [
    ["a word as written", "milk"],
    ["words in any order and case", "WHOLE milk"],
    ["an inflected form", "молоком"],
    ["a word behind its article", "الحليب"],
    ["the beginning of the last word", "whole mil"],
    ["the beginning of a word behind its article", "الحل"],
    ["words of different languages", "молоко milk"],
    ["an amount with its unit, spelt otherwise", "milk 3,25 %"],
    ["an amount without its unit", "milk 3.25"],
    ["a size of the package", "milk 330ml"],
    ["words between those that count", "the whole milk in a"],
    ["another script", "moloko"],
    ["Arabic in Latin letters", "halib"],
    ["another keyboard layout", "vjkjrj"],
    ["another keyboard layout, unfinished", "vjkj"],
    ["another keyboard layout, with punctuation for letters", "wtkmyjt"],
    ["a typing mistake", "mlik"],
    ["a typing mistake in one of several words", "whole mlik"],
    ["a word of the brand", "happy"],
    ["a word of a category", "dairy milk"],
    ["the barcode in its normal form", "0012345678905"],
    ["the barcode without leading zeros", "12345678905"],
    ["the barcode as UPC-A", "012345678905"],
    ["the barcode of its case", "10012345678902"],
    ["the barcode in groups", "0 01234 567890 5"]
  ]
  for (const [why, text] of found) it(`${why}: ${text}`, () => assert.isTrue(matches(text, milk)))

  const notFound: ReadonlyArray<readonly [why: string, text: string]> = [
    ["one word of several is missing", "milk laptop"],
    ["only the last word may be unfinished", "mil whole"],
    ["a barcode is not found by its beginning", "001234"],
    ["a query without words", "!?"],
    ["a short word is no misspelling", "mlk"],
    ["two mistakes in a short word", "mylck"],
    ["a mistake in the first letter of a short word", "silk"],
    ["another thing than food is no misspelling of one", "dress"]
  ]
  for (const [why, text] of notFound) it(`not: ${why}: ${text}`, () => assert.isFalse(matches(text, milk)))
})
