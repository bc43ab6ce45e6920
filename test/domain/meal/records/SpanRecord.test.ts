import { assert, describe, it } from "@effect/vitest"
import { isFoodNameWord, recordOfWords } from "../../../../domain/meal/records/SpanRecord.ts"
import { tokenize } from "../../../../domain/language/Tokenizer.ts"

describe("foods that one record has together", () => {
  const together: Readonly<Record<string, string>> = {
    "egg, cheese, and ham English muffin": "usda_34001330",
    "sausage on a biscuit": "usda_34002130",
    "sandwich with ham and cheese on white bread": "usda_27520220",
    "burrito with beans, rice and chicken": "usda_58102540",
    "beef and vegetables": "usda_27410220",
    "baked potato with sour cream": "usda_71508010"
  }
  for (const [text, id] of Object.entries(together))
    it(text, () => assert.strictEqual(recordOfWords(text, "en", "weighed"), id))

  it("are foods beside each other when none of them is what the record is about", () => {
    assert.isNull(recordOfWords("pancakes with syrup", "en", "weighed"))
    assert.isNull(recordOfWords("cookies and milk", "en", "list"))
    assert.isNull(recordOfWords("bread, cheese, milk", "en", "list"))
  })

  it("are one by a name that says more of them only when one weight is stated of all", () => {
    const burger = "hamburger on a white bun"
    assert.isNull(recordOfWords(burger, "en", "dish"))
    assert.isNotNull(recordOfWords(burger, "en", "weighed"))
  })

  it("are a list, unless the list is the name of a dish", () => {
    assert.isNull(recordOfWords("rice and chicken", "en", "list"))
    assert.strictEqual(recordOfWords("rum and cola", "en", "list"), "usda_93301190")
  })
})

it("tells the words of the names of foods from others", () => {
  const isWord = (word: string): boolean => tokenize(word).every(isFoodNameWord)
  assert.deepStrictEqual(["muffin", "курица", "أرز", "patty"].map(isWord), [true, true, true, true])
  assert.deepStrictEqual(["laptop", "yesterday", "12"].map(isWord), [false, false, false])
})
