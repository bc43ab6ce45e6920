import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { tokenize, tokenizerVersion, exactForm } from "../../../domain/language/Tokenizer.ts"
import { golden } from "./TokenizerGolden.ts"

const written = (text: string) => tokenize(text).map((token) => token.written)

describe("analyze", () => {
  const measures: ReadonlyArray<readonly [canonical: string, ...spellings: ReadonlyArray<string>]> = [
    ["3.2%", "3.2%", "3,2 %", "3.20%", "٣٫٢٪", "3.2 percent", "3,2 процента", "3,2 بالمئة"],
    ["500g", "500 г", "500г", "500 g", "500 гр.", "0.5 kg", "0,5 кг", "500 grams", "٥٠٠ جرام", "500 غرام"],
    ["1000ml", "1 l", "1L", "1 л", "1 литр", "1000 ml", "100cl", "1 لتر", "1.0 litre"],
    ["330ml", "330ml", "330 мл", "33 cl", "0.33 l", "0,330 л", "330 مل"],
    ["1000g", "1,000 g", "1 kg", "1,000 kg"]
  ]
  for (const [canonical, ...spellings] of measures) {
    it(`an amount with its unit is one word with one spelling: ${canonical}`, () => {
      for (const spelling of spellings) assert.deepStrictEqual(written(spelling), [canonical], spelling)
    })
  }

  it("letters that merely begin like a unit are no unit", () => {
    assert.deepStrictEqual(written("5 limes, 7up, 2 груши, vitamin b12"), [
      "5",
      "limes",
      "7up",
      "2",
      "груши",
      "vitamin",
      "b12"
    ])
  })

  it("leading zeros of a code do not matter, its digits do", () => {
    assert.deepStrictEqual(written("0012345678905"), ["12345678905"])
    assert.deepStrictEqual(written("4600699501066"), ["4600699501066"])
  })

  it("an ending behind an apostrophe belongs to the word, an elided article does not", () => {
    assert.deepStrictEqual(written("Kellogg’s jus d'orange"), ["kelloggs", "jus", "d", "orange"])
  })

  it("a comma, bracket or lone dash begins a clause, a hyphen does not", () => {
    const clauses = tokenize("Milk, whole (3.25%) - coca-cola").filter((token) => token.startsClause)
    assert.deepStrictEqual(
      clauses.map((token) => token.written),
      ["whole", "3.25%", "coca"]
    )
  })

  it("punctuation and case do not change the exact form of a name", () => {
    assert.strictEqual(
      exactForm(tokenize("Milk, whole, 3,25 % milkfat")),
      exactForm(tokenize("milk WHOLE 3.25% (milkfat)"))
    )
  })

  it.prop("words never hold what an engine could take for a mark of its own", [Schema.String], ([text]) => {
    for (const token of tokenize(text)) {
      assert.match(token.written, /^[\p{L}\p{M}\p{N}.%]+$/u)
      assert.match(token.stem, /^[\p{L}\p{M}\p{N}.%]+$/u)
      assert.isTrue(token.written.isWellFormed() && token.stem.isWellFormed())
    }
  })

  it.prop("equal words have equal stems", [Schema.String, Schema.String], ([a, b]) => {
    const stems = new Map<string, string>()
    for (const { stem, written } of [...tokenize(a), ...tokenize(b), ...tokenize(`${b} ${a}`)]) {
      assert.strictEqual(stems.get(written) ?? stem, stem)
      stems.set(written, stem)
    }
  })

  it("hostile texts yield bounded words in bounded time", () => {
    const hostile = [
      "e" + "\u0301".repeat(10_000),
      "\ud800".repeat(5_000),
      "\u0000".repeat(5_000),
      "\u202e\u2066".repeat(5_000),
      "1".repeat(5_000),
      "1,".repeat(5_000),
      "a ".repeat(5_000),
      "a'".repeat(5_000),
      "ﷺ".repeat(5_000),
      "الال".repeat(5_000),
      "&#".repeat(5_000),
      "ы".repeat(5_000)
    ]
    const started = performance.now()
    for (const text of hostile) {
      const tokens = tokenize(text)
      assert.isAtMost(tokens.length, 128)
      for (const token of tokens) assert.isAtMost([...token.written].length, 64)
    }
    assert.isBelow(performance.now() - started, 2_000)
  })

  it("what it returns is what read models of this version were built with", () => {
    const answer = (text: string) =>
      tokenize(text)
        .map(({ stem, written }) => (stem === written ? written : `${written}=${stem}`))
        .join(" ")
    const texts = golden.texts.map(([text]) => [text, answer(text)] as const)
    assert.deepStrictEqual(
      { version: tokenizerVersion, texts },
      golden,
      "the output of the analyser changed: give tokenizerVersion a new value, then bring AnalyzerGolden.ts up to date"
    )
  })
})
