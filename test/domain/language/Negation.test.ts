import { assert, describe, it } from "@effect/vitest"
import { type Negation, negationsIn } from "../../../domain/language/Negation.ts"
import { tokenize } from "../../../domain/language/Tokenizer.ts"

const read = (text: string): ReadonlyArray<readonly [words: string, negation: Negation]> => {
  const tokens = tokenize(text)
  return negationsIn(tokens).map((negation) => [
    tokens
      .slice(negation.start, negation.end)
      .map(({ written }) => written)
      .join(" "),
    negation
  ])
}

/** The words of each negation, and the terms of what says the same. */
const negated = (text: string) => read(text).map(([words, { absentTerms }]) => [words, ...absentTerms].join(": "))

const one = (text: string): Negation => read(text)[0]?.[1] ?? assert.fail(`${text} negates nothing`)

describe("what a text says is absent", () => {
  it.each([
    ["coffee without sugar", "without sugar: -~sugar"],
    ["bread with no salt", "no salt: -~salt"],
    ["jam no added sugar", "no added sugar: -~sugar"],
    ["tea without any of the milk", "without any of the milk: -~milk"],
    ["zero sugar cola", "zero sugar: -~sugar"],
    ["cola w/o sugar", "w o sugar: -~sugar"],
    ["sugar free cola", "sugar free: -~sugar"],
    ["sugar-free cola", "sugar free: -~sugar"],
    ["yogurt, sugar free", "sugar free: -~sugar"],
    ["bread free of gluten", "free of gluten: -~gluten"],
    ["gluten-free pasta", "gluten free: -~gluten"],
    ["unsweetened tea", "unsweetened: -~sugar"],
    ["unsalted butter", "unsalted: -~salt"],
    ["decaf coffee", "decaf: -~caffeine"],
    ["кофе без сахара", "без сахара: -~sugar"],
    ["йогурт без добавления сахара", "без добавления сахара: -~sugar"],
    ["сок без добавленного сахара", "без добавленного сахара: -~sugar"],
    ["безлактозное молоко", "безлактозное: -~lactose"],
    ["несолёное масло", "несоленое: -~salt"],
    ["шоколад без орехов", "без орехов: -~nut"],
    ["شاي بدون سكر", "بدون سكر: -~sugar"],
    ["شاي بلا سكر", "بلا سكر: -~sugar"],
    ["قهوة من غير سكر", "من غير سكر: -~sugar"],
    ["خبز خالي من الجلوتين", "خالي من الجلوتين: -~gluten"]
  ])("%s: %s", (text, expected) => assert.deepStrictEqual(negated(text), [expected]))

  it.each(["sugar", "without", "free", "no", "without 2 eggs", "milk 2 free", "tea without, milk", "free range", ""])(
    "is nothing in %s",
    (text) => assert.deepStrictEqual(negated(text), [])
  )

  it("is nothing before a comma, behind which another word follows", () =>
    assert.deepStrictEqual(negated("coffee, free milk"), []))

  it("is a whole food, however many words it has", () =>
    assert.deepStrictEqual(negated("burger without ground beef"), ["without ground beef: -~ground-beef"]))

  it("is each of several things that the text joins", () => {
    assert.deepStrictEqual(negated("tea without milk and sugar"), ["without milk: -~milk", "and sugar: -~sugar"])
    assert.deepStrictEqual(negated("кофе без молока и сахара"), ["без молока: -~milk", "и сахара: -~sugar"])
    assert.deepStrictEqual(negated("شاي بدون حليب و سكر"), ["بدون حليب: -~milk", "و سكر: -~sugar"])
    assert.deepStrictEqual(negated("شاي بدون حليب وسكر"), ["بدون حليب: -~milk", "وسكر: -~sugar"])
    assert.deepStrictEqual(negated("soup without salt or gluten"), ["without salt: -~salt", "or gluten: -~gluten"])
  })

  it("is no other word behind one that joins", () => {
    assert.deepStrictEqual(negated("bread with no sugar and gluten free"), [
      "no sugar: -~sugar",
      "gluten free: -~gluten"
    ])
    assert.deepStrictEqual(negated("чай без молока и без сахара"), ["без молока: -~milk", "без сахара: -~sugar"])
    assert.deepStrictEqual(negated("tea without milk and hot"), ["without milk: -~milk"])
    assert.deepStrictEqual(negated("tea without milk and with lemon"), ["without milk: -~milk"])
  })

  it("may be said twice", () =>
    assert.deepStrictEqual(negated("unsalted bread without sugar"), ["unsalted: -~salt", "without sugar: -~sugar"]))

  it("shows in the names of products by its stem and as a food of every language", () =>
    assert.deepStrictEqual(one("coffee without sugar").presentTerms, ["sugar=", "~sugar.en", "~sugar.ru", "~sugar.ar"]))

  it("does not show by one word of several, or by the word that says it is absent", () => {
    assert.deepStrictEqual(one("burger without ground beef").presentTerms, [
      "~ground-beef.en",
      "~ground-beef.ru",
      "~ground-beef.ar"
    ])
    assert.notInclude(one("unsweetened tea").presentTerms.join(), "unsweet")
  })

  it("is looked for by its stem where the language does not know it", () => {
    const { absentTerms, presentTerms } = one("soup without xyzzies")
    assert.deepStrictEqual([presentTerms, absentTerms], [["xyzzi="], ["-xyzzi="]])
  })

  it("is unseen if no name shows it", () => {
    for (const text of ["gluten free pasta", "безлактозное молоко", "decaf coffee", "wine without alcohol"]) {
      assert.isTrue(one(text).isUnseen, text)
    }
    for (const text of ["unsweetened tea", "bread without salt", "soup without xyzzy"]) {
      assert.isFalse(one(text).isUnseen, text)
    }
  })
})
