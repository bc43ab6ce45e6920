import { assert, describe, it } from "@effect/vitest"
import { phrasesOf, rowsOf, type TableName } from "../../domain/language/Knowledge.ts"
import { tokenize } from "../../domain/language/Tokenizer.ts"
import { preparations, sizes } from "../../domain/meal/MealItem.ts"
import { unitIds } from "../../domain/meal/Units.ts"
import { roles } from "../../domain/meal/Words.ts"

/** What the first column of each table may hold, each at least once. */
const values: ReadonlyArray<readonly [TableName, ReadonlyArray<string>]> = [
  ["abbreviations", ["dot", "dot slash"]],
  ["clitics", ["prefix", "suffix", "word"]],
  ["cooking-methods", preparations],
  ["household-measures", unitIds],
  ["meal-cues", ["table-spoon", "uncooked", "one-egg", "made-with-egg", "part-of"]],
  ["meal-roles", roles],
  ["number-links", ["range", "and", "half", "and-half", "article"]],
  ["record-words", [...preparations, "mix"]],
  ["sizes", sizes]
]

describe("the tables that meals are read by", () => {
  it.each(values)("%s has the values that the reader knows, and no other", (table, known) => {
    const split = table === "record-words" ? " " : "|"
    const used = rowsOf(table).flatMap(({ attributes: [value = ""] }) => value.split(split))
    assert.sameMembers([...new Set(used)], [...known])
  })

  it("give a phrase one meaning, where they are read as one", () => {
    const read = ["cooking-methods", "sizes", "meal-roles"] as const
    const meanings = read.flatMap((table) =>
      rowsOf(table)
        .flatMap(phrasesOf)
        .map((phrase) => ({ stems: tokenize(phrase).map(({ stem }) => stem).join(" "), table }))
    )
    const twice = [...Map.groupBy(meanings, ({ stems }) => stems)].filter(
      ([, found]) => new Set(found.map(({ table }) => table)).size > 1
    )
    assert.deepStrictEqual(twice, [])
  })

  it("number-words has numbers", () => {
    const wrong = rowsOf("number-words").filter(({ attributes: [value = ""] }) => !/^(?:\d+\.?\d*|\d\/\d)$/.test(value))
    assert.deepStrictEqual(wrong, [])
  })
})
