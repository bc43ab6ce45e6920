import { assert, describe, it } from "@effect/vitest"
import { compileKnowledge } from "../../data/language/Compile.ts"
import { readSources } from "../../data/language/Sources.ts"

const table = "food-facts"
const sources = readSources()

/** The problems of the table with these rows behind its own. */
const problemsWith = (...rows: ReadonlyArray<string>): ReadonlyArray<string> => {
  const text = `${sources.tables.get(table)?.replace(/\n$/, "")}\n${rows.join("\n")}\n`
  return compileKnowledge({ ...sources, tables: new Map(sources.tables).set(table, text) }).problems.map((problem) =>
    problem.replace(/^[^:]+:\d+: /, "")
  )
}

describe("The table of what is known of foods", () => {
  it.each([
    ["a food that the lexicon does not have", "unheard-of\tcheap\tcommon", "no food is called unheard-of"],
    ["a fact that there is not", "dr-pepper\tdelicious\tcommon", "no fact is called delicious"],
    ["two facts that exclude each other", "dr-pepper\tlowgi highgi\tgi", "highgi contradicts lowgi"],
    ["a food that stands twice", "apple\tcheap\tcommon", "apple stands twice"],
    ["what a food has anyway as a kind of food", "dr-pepper\tkeeps\tcommon", 'dr-pepper has "keeps" as a kind of food'],
    ["a source that the head does not name", "dr-pepper\tcheap\thearsay", "source is one of"]
  ])("refuses %s", (_, row, problem) => {
    assert.isTrue(
      problemsWith(row).some((each) => each.startsWith(problem)),
      problemsWith(row).join("; ")
    )
  })

  it("takes a row that says something new", () => {
    assert.deepStrictEqual(problemsWith("dr-pepper\tcheap\tcommon"), [])
  })
})
