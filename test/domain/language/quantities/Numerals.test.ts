import { assert, describe, it } from "@effect/vitest"
import { numeralAt } from "../../../../domain/language/quantities/Numerals.ts"
import { textTokens } from "../../../../domain/language/quantities/TextToken.ts"

/** `low-high` of the number that a text begins with, and the words behind it. */
const read = (text: string): string => {
  const tokens = textTokens(text, 400)
  const numeral = numeralAt(tokens, 0)
  if (numeral === null) return "none"
  const value = numeral.low === numeral.high ? `${numeral.low}` : `${numeral.low}-${numeral.high}`
  const rest = tokens.slice(numeral.end).map(({ written }) => written)
  return [value, ...rest].join(" ")
}

describe("the number that begins at a token", () => {
  for (const [text, expected] of Object.entries({
    "1 1/2 cups": "1.5 cups",
    "2 and a half": "2.5",
    "300 and half a baguette": "300 and half a baguette",
    "a hundred and fifty": "150",
    "two dozen eggs": "24 eggs",
    "3 halves": "1.5",
    "100-150 g": "100-150 g",
    "150-100 g": "150 - 100 g",
    "two or three": "2-3",
    "from 2 to 3 eggs": "2-3 eggs",
    "from 2 eggs": "none",
    "between 2 and 3": "2-3",
    "2 of 8 slices": "2 slices",
    "2 of 100 g": "2 of 100 g",
    "paired with 2": "none",
    "сто двадцать пять": "125",
    "два с половиной": "2.5",
    "5-ти яиц": "5 яиц",
    "خمسة وعشرين": "25",
    "٧ إلا ربع": "6.75",
    "مية جرام": "100 جرام",
    "مية باردة": "none",
    "1234567": "none"
  })) {
    it(text, () => {
      assert.strictEqual(read(text), expected)
    })
  }
})
