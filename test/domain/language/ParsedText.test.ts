import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { type ParsedText, parseText, type Span } from "../../../domain/language/ParsedText.ts"
import { tokenize } from "../../../domain/language/Tokenizer.ts"

const someWords = Schema.Array(
  Schema.Literals(["2", "g", "with", "without", "no", "sugar", "free", "of", "clove", "garlic", "peanut", "butter,"])
).check(Schema.isMaxLength(8))

const isUnknown = () => false

const parsed = (text: string, isKnown?: (concept: string) => boolean): ParsedText => parseText(tokenize(text), isKnown)

const wordsOf = ({ tokens }: ParsedText, { end, start }: Span): string =>
  tokens
    .slice(start, end)
    .map(({ written }) => written)
    .join(" ")

/** What each part is, in the order of the text: `count two, food eggs`. */
const partsOf = (text: ParsedText): string => text.spans.map((span) => `${span.kind} ${wordsOf(text, span)}`).join(", ")

const foodsOf = ({ spans }: ParsedText): ReadonlyArray<string | null> =>
  spans.filter(({ kind }) => kind === "food").map(({ concept }) => concept)

const spanOf = (text: string, words: string): Span => {
  const read = parsed(text)
  return read.spans.find((span) => wordsOf(read, span) === words) ?? assert.fail(`no part is ${words}`)
}

describe("a text read", () => {
  it.each([
    ["two boiled eggs with toast", "count two, food boiled eggs, accompaniment with, food toast"],
    ["200 g fried rice", "amount 200g, food fried rice"],
    ["milk 3.2% 1l", "food milk, percentage 3.2%, amount 1000ml"],
    ["coca cola 330 ml can", "food coca cola, amount 330ml, package can"],
    [
      "a large bowl of chicken soup without salt",
      "filler a, quality large, portion bowl, filler of, food chicken soup, negation without salt"
    ],
    ["roasted potato", "preparation roasted, food potato"],
    ["how many calories in a banana", "filler how many, filler calories, accompaniment in, filler a, food banana"],
    ["butter knife", "food butter, non-food knife"],
    ["rice cooker", "non-food rice cooker"]
  ])("in English: %s", (text, parts) => assert.strictEqual(partsOf(parsed(text)), parts))

  it.each([
    ["стакан молока", "portion стакан, food молока"],
    ["пачка творога 9%", "package пачка, food творога, percentage 9%"],
    ["два варёных яйца", "count два, food вареных яйца"],
    ["жареная картошка без соли", "preparation жареная, food картошка, negation без соли"],
    ["чай с лимоном, печенье", "food чай, accompaniment с, food лимоном, food печенье"],
    ["большой апельсин", "quality большой, food апельсин"],
    ["сколько калорий в банане", "filler сколько, filler калорий, accompaniment в, food банане"],
    ["сок 1 л", "food сок, amount 1000ml"],
    ["кофемашина", "non-food кофемашина"]
  ])("in Russian: %s", (text, parts) => assert.strictEqual(partsOf(parsed(text)), parts))

  it.each([
    ["كوب حليب", "portion كوب, food حليب"],
    ["دجاج مشوي مع رز", "food دجاج, preparation مشوي, accompaniment مع, food رز"],
    ["حليب ٣٪", "food حليب, percentage 3%"],
    ["٢٠٠ غرام رز", "amount 200g, food رز"],
    ["شاي بدون سكر", "food شاي, negation بدون سكر"],
    ["خبز كبير", "food خبز, quality كبير"],
    ["زجاجة عصير", "package زجاجه, food عصير"],
    ["كم سعرة في الموز", "filler كم, filler سعره, accompaniment في, food الموز"],
    ["صابون", "non-food صابون"]
  ])("in Arabic: %s", (text, parts) => assert.strictEqual(partsOf(parsed(text)), parts))

  it("has no part for words that nothing explains", () =>
    assert.strictEqual(partsOf(parsed("xyzzy bread grault")), "food bread"))

  it("counts with a number before a food; with another one it does not", () => {
    assert.strictEqual(spanOf("7 eggs", "7").kind, "count")
    assert.strictEqual(spanOf("eggs 7", "7").kind, "number")
    assert.strictEqual(spanOf("7 of the eggs", "7").kind, "number")
    assert.strictEqual(partsOf(parsed("3 in 1 coffee")), "food 3 in 1 coffee")
  })

  it("takes a clove for the spice alone, and for a portion of another food", () => {
    assert.deepStrictEqual(foodsOf(parsed("cloves")), ["cloves"])
    assert.deepStrictEqual(foodsOf(parsed("clove")), ["cloves"])
    assert.strictEqual(partsOf(parsed("clove of garlic")), "portion clove, filler of, food garlic")
    assert.strictEqual(partsOf(parsed("2 cloves of garlic")), "count 2, portion cloves, filler of, food garlic")
  })

  it("takes what a food is packed in, or how it is served, for no other food that is spelt alike", () => {
    // the bag, not the sea squirt
    assert.strictEqual(partsOf(parsed("كيس رز")), "package كيس, food رز")
    assert.strictEqual(partsOf(parsed("iced matcha")), "quality iced, food matcha")
    assert.deepStrictEqual(foodsOf(parsed("صفيحة لحم")), ["meat-pie", "meat"])
  })

  it("takes toast for a food, and toasted for what was done to one", () => {
    assert.deepStrictEqual(foodsOf(parsed("toast")), ["toast"])
    assert.deepStrictEqual(foodsOf(parsed("cheese toast")).includes("toast"), true)
    assert.strictEqual(partsOf(parsed("toasted almonds")), "preparation toasted, food almonds")
  })

  it("takes an adjective for a food where it describes one, not alone", () => {
    assert.deepStrictEqual(foodsOf(parsed("яблочный сок")), ["apple-juice"])
    assert.deepStrictEqual(foodsOf(parsed("яблочный")), [])
    assert.isTrue(spanOf("яблочный кетчуп", "яблочный").isModifier)
    assert.isFalse(spanOf("яблочный кетчуп", "кетчуп").isModifier)
  })

  it("takes a word for free for part of a food that is called so and is no other food", () => {
    assert.deepStrictEqual(foodsOf(parsed("alcohol free beer")), ["non-alcoholic-beer"])
    assert.deepStrictEqual(foodsOf(parsed("dairy free cheese")), ["vegan-cheese"])
    assert.strictEqual(partsOf(parsed("alcohol free wine")), "negation alcohol free, food wine")
  })

  it("names no food across a comma", () => {
    assert.deepStrictEqual(foodsOf(parsed("peanut butter")), ["peanut-butter"])
    assert.deepStrictEqual(foodsOf(parsed("peanut, butter")), ["peanut", "butter"])
  })

  it("says which food goes with another: what stands behind a word for with, up to the next comma", () => {
    const accompanying = (text: string) => {
      const read = parsed(text)
      return read.spans.filter(({ accompanies }) => accompanies).map((span) => wordsOf(read, span))
    }
    assert.deepStrictEqual(accompanying("toast with butter and jam, milk"), ["butter", "jam"])
    assert.deepStrictEqual(accompanying("овсянка на молоке"), ["молоке"])
    assert.deepStrictEqual(accompanying("تفاح مع عسل"), ["عسل"])
    assert.deepStrictEqual(accompanying("with butter"), [])
  })

  describe("of a food that nobody sells", () => {
    it("reads the foods that its words name", () => {
      assert.deepStrictEqual(foodsOf(parsed("chicken shawarma")), ["chicken-shawarma"])
      assert.deepStrictEqual(foodsOf(parsed("chicken shawarma", isUnknown)), ["chicken", "shawarma"])
      assert.deepStrictEqual(foodsOf(parsed("apple juice", isUnknown)), ["apple", "juice"])
    })

    it("reads it still where its words name no foods of their own", () => {
      for (const [text, concept] of [
        ["hot dog", "hot-dog"],
        ["peanut butter", "peanut-butter"]
      ] as const) {
        assert.deepStrictEqual(foodsOf(parsed(text, isUnknown)), [concept])
        assert.isTrue(spanOf(text, text).isOpaque)
      }
      assert.isFalse(spanOf("apple juice", "apple juice").isOpaque)
    })

    it("reads it still where one of its words names no food but this", () =>
      assert.deepStrictEqual(foodsOf(parsed("свиная шейка", isUnknown)), ["pork-neck"]))

    it("reads it still where it is one word", () =>
      assert.deepStrictEqual(foodsOf(parsed("shawarma", isUnknown)), ["shawarma"]))
  })

  it.prop("has parts that lie in the text, in its order, and do not overlap", { words: someWords }, ({ words }) => {
    const { spans, tokens } = parsed(words.join(" "))
    let end = 0
    for (const span of spans) {
      assert.isAtLeast(span.start, end)
      assert.isAbove(span.end, span.start)
      end = span.end
    }
    assert.isAtMost(end, tokens.length)
  })
})
