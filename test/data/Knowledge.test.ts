import { assert, describe, it } from "@effect/vitest"
import { compileKnowledge } from "../../data/language/Compile.ts"
import { compileStems } from "../../data/language/CompileStems.ts"
import { type KnowledgeSources, readSources } from "../../data/language/Sources.ts"
import compiled from "../../domain/language/knowledge.json" with { type: "json" }
import stems from "../../domain/language/stems.json" with { type: "json" }

const foods = (...rows: ReadonlyArray<string>) => ["id\tunder?\tfacets?\ten?\tru?\tar?", ...rows].join("\n")
const table = (...rows: ReadonlyArray<string>) => ["kind\ten?\tru?\tar?", ...rows].join("\n")

const noSources: KnowledgeSources = { foods: "", tables: new Map(), taxonomies: [], exclusions: "", curated: "" }

/** What is wrong with one table of words, beside one food. */
const problemsOf = (text: string): ReadonlyArray<string> =>
  compileKnowledge({
    ...noSources,
    foods: foods("milk\t\t\tmilk\tмолоко\tحليب"),
    tables: new Map([["words", text]])
  }).problems

describe("the tables of data/language", () => {
  it("are without a problem, and compiled as they stand", () => {
    const { knowledge, problems } = compileKnowledge(readSources())
    assert.deepStrictEqual(problems, [])
    assert.deepStrictEqual<unknown>(compiled, knowledge)
  })

  it("have words whose compiled stems are those of the rules", () => {
    assert.deepStrictEqual<unknown>(stems, compileStems(compiled))
  })

  it.each([
    ["a phrase that stands twice", table("a\tjar\t\t", "b\tjar\t\t"), 'words:3: "jar" stands twice'],
    [
      "two phrases of one stem",
      table("a\tcan\t\t", "b\tcans\t\t"),
      'words:3: "cans" cannot be told from "can" in line 2'
    ],
    ["a cell that must not be empty", table("\tjar\t\t"), "words:2: kind is empty"],
    ["a cell too many", table("a\tjar\t\t\t"), "words:2: 5 cells, 4 columns"],
    ["a missing cell", "kind\ten?\tru?\tar\na\tjar", "words:2: ar is empty"],
    ["a word in the column of another language", table("a\tбанка\t\t"), 'words:2: "банка" is Cyrillic, in the column en'],
    ["a phrase without a word", table("a\t%,jar\t\t"), 'words:2: "%" holds no word'],
    [
      "a food that the lexicon lacks",
      "concept\ten?\tru?\tar?\nnectar\tnectar\t\t",
      "words:2: no food is called nectar"
    ],
    [
      "a phrase of two words where words are asked for",
      `#! phrases=words\n${table("a\tjam jar\t\t")}`,
      'words:3: "jam jar" is more than one word'
    ],
    [
      "an attribute that its column does not know",
      `#! kind=a b\n${table("a\tjar\t\t", "c\tpot\t\t")}`,
      "words:4: kind is one of a, b"
    ],
    [
      "a food among other things",
      `#! foods=none\n${table("a\tjar, milks\t\t")}`,
      'words:3: "milks" is a name of the food milk, too'
    ],
    [
      "a word without another that it belongs to",
      `#! least=2\n${table("a\tjar\tбанка, баночка\t")}`,
      'words:3: "jar" stands alone in its cell'
    ],
    [
      "an adjective before its noun",
      `#! least=2\n${table("a\t\t~баночный, банка\t")}`,
      'words:3: "~баночный" cannot come first in its cell'
    ],
    [
      "a unit without a factor",
      "unit\tfactor\ten?\tru?\tar?\ng\t1\tgram\t\t\nkg\tmany\tkilo\t\t",
      'words:3: "many" is no factor'
    ],
    [
      "a spelling of one unit that is the symbol of another",
      "unit\tfactor\ten?\tru?\tar?\ng\t1\tgram\t\t\nkg\t1000\tkilo, g\t\t",
      'words:3: "g" is a unit of its own'
    ],
    [
      "a facet of a food that the lexicon lacks",
      "facets\ten?\tru?\tar?\ng:milk c:milk*0.5 -c:nectar*0.5\tjar\t\t",
      "words:2: no food is called nectar"
    ],
    ["a phrase that stands for such a food", table("a\tjar,@milk,@nectar\t\t"), "words:2: no food is called nectar"],
    ["names in a table of attributes", "#! names=none\nconcept\tlevel\nmilk\t1\tmilk", "words:3: 3 cells, 2 columns"]
  ])("refuse %s", (_, text, problem) => {
    assert.deepStrictEqual(problemsOf(text), [problem])
  })

  it("keep phrases apart that differ in their endings only, where a table says so", () => {
    assert.deepStrictEqual(problemsOf(`#! match=written\n${table("a\tcan\t\t", "b\tcans\t\t")}`), [])
  })

  it("need no empty cells at the end of a row", () => {
    assert.deepStrictEqual(problemsOf(table("a\tjar")), [])
  })

  it("know a hint at a food from its name among other things", () => {
    const { problems } = compileKnowledge({
      ...noSources,
      foods: foods("milk\t\t\tmilk, ?jar, ~milky\t\t"),
      tables: new Map([["words", `#! foods=none\n${table("a\tjar, milky\t\t")}`]])
    })
    assert.deepStrictEqual(problems, [])
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
