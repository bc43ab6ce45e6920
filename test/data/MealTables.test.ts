import { assert, describe, it } from "@effect/vitest"
import { phrasesOf, rowsOf, type TableName } from "../../domain/language/Knowledge.ts"
import { tokenize } from "../../domain/language/Tokenizer.ts"
import { preparations, sizes } from "../../domain/meal/MealItem.ts"
import { numberLinks } from "../../domain/language/quantities/NumberLinks.ts"
import { quantityRoles, timeRoles } from "../../domain/language/quantities/QuantityWords.ts"
import { unitIds, unitSpellings } from "../../domain/language/quantities/Units.ts"
import { roles } from "../../domain/meal/Words.ts"

/** What the first column of each table may hold, each at least once. */
const values: ReadonlyArray<readonly [TableName, ReadonlyArray<string>]> = [
  ["abbreviations", ["dot", "dot slash"]],
  ["clitics", ["prefix", "suffix", "word"]],
  ["cooking-methods", preparations],
  ["household-measures", unitIds],
  ["meal-cues", ["table-spoon", "uncooked", "one-egg", "made-with-egg", "part-of", "flavour"]],
  ["meal-roles", roles],
  ["number-links", numberLinks],
  ["quantity-words", quantityRoles],
  ["time-words", timeRoles],
  ["record-words", [...preparations, "cooked", "sauteed", "mix"]],
  ["sizes", sizes]
]

/** The stems of phrases that have more than one meaning. */
const ambiguous = (entries: ReadonlyArray<readonly [phrase: string, meaning: string]>): ReadonlyArray<string> => {
  const stemsOf = (phrase: string) => tokenize(phrase).map(({ stem }) => stem)
  const byStems = Map.groupBy(entries, ([phrase]) => stemsOf(phrase).join(" "))
  return [...byStems].flatMap(([stems, found]) => (new Set(found.map(([, meaning]) => meaning)).size > 1 ? [stems] : []))
}

describe("the tables that meals are read by", () => {
  it.each(values)("%s has the values that the reader knows, and no other", (table, known) => {
    const split = table === "record-words" ? " " : "|"
    const used = rowsOf(table).flatMap(({ attributes: [value = ""] }) => value.split(split))
    assert.sameMembers([...new Set(used)], [...known])
  })

  it("give a phrase one meaning, where several tables are read as one", () => {
    const tables = ["cooking-methods", "sizes", "meal-roles"] as const
    const words = tables.flatMap((table) => rowsOf(table).flatMap(phrasesOf).map((phrase) => [phrase, table] as const))
    assert.deepStrictEqual(ambiguous(words), [])
    assert.deepStrictEqual(ambiguous(unitSpellings()), [])
  })

  it("number-words has numbers", () => {
    const wrong = rowsOf("number-words").filter(({ attributes: [value = ""] }) => !/^(?:\d+\.?\d*|\d\/\d)$/.test(value))
    assert.deepStrictEqual(wrong, [])
  })
})
