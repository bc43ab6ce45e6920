import { assert, describe, it } from "@effect/vitest"
import { compileKnowledge } from "../../data/language/Compile.ts"
import { readSources } from "../../data/language/Sources.ts"
import compiled from "../../domain/language/knowledge.json" with { type: "json" }

const foods = (...rows: ReadonlyArray<string>) => ["id\tunder?\tfacets?\ten?\tru?\tar?", ...rows].join("\n")
const table = (...rows: ReadonlyArray<string>) => ["kind\ten?\tru?\tar?", ...rows].join("\n")

/** What is wrong with one table of words, beside one food. */
const problemsOf = (text: string): ReadonlyArray<string> =>
  compileKnowledge({
    foods: foods("milk\t\t\tmilk\tмолоко\tحليب"),
    tables: new Map([["words", text]]),
    taxonomies: [],
    exclusions: "",
    curated: ""
  }).problems

describe("the tables of data/language", () => {
  it("are without a problem, and compiled as they stand", () => {
    const { knowledge, problems } = compileKnowledge(readSources())
    assert.deepStrictEqual(problems, [])
    assert.deepStrictEqual<unknown>(compiled, knowledge)
  })

  it.each([
    ["a phrase that stands twice", table("a\tjar\t\t", "b\tjar\t\t"), 'words:3: "jar" stands twice'],
    [
      "two phrases of one stem",
      table("a\tcan\t\t", "b\tcans\t\t"),
      'words:3: "cans" cannot be told from "can" in line 2'
    ],
    ["a cell that must not be empty", table("\tjar\t\t"), "words:2: kind is empty"],
    ["a missing cell", table("a\tjar\t"), "words:2: 3 cells, 4 columns"],
    ["a phrase without a word", table("a\t%,jar\t\t"), 'words:2: "%" holds no word'],
    [
      "a food that the lexicon lacks",
      "concept\ten?\tru?\tar?\nnectar\tnectar\t\t",
      "words:2: no food is called nectar"
    ],
    [
      "a facet of a food that the lexicon lacks",
      "facets\ten?\tru?\tar?\ng:milk c:milk*0.5 -c:nectar*0.5\tjar\t\t",
      "words:2: no food is called nectar"
    ],
    ["a phrase that stands for such a food", table("a\tjar,@milk,@nectar\t\t"), "words:2: no food is called nectar"],
    ["names in a table of attributes", "#! no-names\nconcept\tlevel\nmilk\t1\tmilk", "words:3: 3 cells, 2 columns"]
  ])("refuse %s", (_, text, problem) => {
    assert.deepStrictEqual(problemsOf(text), [problem])
  })

  it("keep phrases apart that differ in their endings only, where a table says so", () => {
    assert.deepStrictEqual(problemsOf(`#! match=written\n${table("a\tcan\t\t", "b\tcans\t\t")}`), [])
  })

  it("refuse two foods of one name", () => {
    const { problems } = compileKnowledge({
      ...readSources(),
      foods: foods("milk\t\t\tmilk\t\t", "dairy\t\t\tmilk\t\t"),
      tables: new Map()
    })
    assert.include(problems, 'foods: "milk" means milk and dairy')
  })
})
