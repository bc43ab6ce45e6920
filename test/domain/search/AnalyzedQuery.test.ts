import { assert, describe, it } from "@effect/vitest"
import { analyzeQuery } from "../../../domain/search/AnalyzedQuery.ts"

const analyzed = (text: string) => analyzeQuery({ text, language: "en", region: null, source: null })

describe("analyzeQuery", () => {
  it("only the last word has beginnings", () => {
    assert.deepStrictEqual(analyzed("whole milk").words, [
      { written: ["whole"], inflected: ["whole"], prefix: [] },
      { written: ["milk"], inflected: ["milk"], prefix: ["milk"] }
    ])
  })

  it("a repeated word counts once, as the last word when it is one", () => {
    assert.deepStrictEqual(
      analyzed("milk milk whole milk").words.map((word) => word.written[0]),
      ["whole", "milk"]
    )
    assert.strictEqual(analyzed("milk whole milk").exactName, "milk whole milk")
  })

  it("a code is looked for in its normal form too", () => {
    assert.deepStrictEqual(analyzed("012345678905").words[0]?.written, ["12345678905", "@0012345678905"])
  })

  it("filters are tags", () => {
    const { filters } = analyzeQuery({ text: "milk", language: "en", region: "gcc", source: "off" })
    assert.deepStrictEqual(filters, ["region_gcc", "source_off"])
  })

  it("a text without words asks for nothing", () => {
    assert.deepStrictEqual(analyzed(" -- % ").words, [])
    assert.isNull(analyzed(" -- % ").exactName)
  })
})
