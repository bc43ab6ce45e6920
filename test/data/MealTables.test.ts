import { assert, describe, it } from "@effect/vitest"
import { rowsOf, type TableName } from "../../domain/language/Knowledge.ts"
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

  it("number-words has numbers", () => {
    const wrong = rowsOf("number-words").filter(({ attributes: [value = ""] }) => !/^(?:\d+\.?\d*|\d\/\d)$/.test(value))
    assert.deepStrictEqual(wrong, [])
  })
})
