import { readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { compileKnowledge } from "../../data/language/Compile.ts"
import { readSources } from "../../data/language/Sources.ts"
import { toCompiledRow, readTable } from "../../data/language/Table.ts"

const guide = readFileSync(new URL("../../CONTRIBUTING.md", import.meta.url), "utf8")

interface Example {
  readonly table: string
  readonly row: string
}

/** The lines of the guide's block, each under a comment with the file that it goes into. */
const examples: ReadonlyArray<Example> = (/```tsv\n# ([^]*?)\n```/.exec(guide)?.[1] ?? "").split("\n# ").flatMap((part) => {
  const [file = "", ...rows] = part.split("\n")
  return rows.map((row) => ({ table: file.replace(/\.tsv$/, ""), row }))
})

const synonym = /`(\S+)` becomes `(\1, \S+)`/.exec(guide) ?? []

describe("the section about words in CONTRIBUTING.md", () => {
  it("has an example of each kind", () => {
    const tables = new Set(examples.map(({ table }) => table))
    assert.includeMembers([...tables], ["preparations", "units", "fillers", "non-food"])
    assert.isDefined(synonym[2])
  })

  it.each(examples)("adds a line to $table that compiles: $row", ({ row, table }) => {
    const sources = readSources()
    const text = `${sources.tables.get(table)?.replace(/\n$/, "")}\n${row}\n`
    const { knowledge, problems } = compileKnowledge({ ...sources, tables: new Map(sources.tables).set(table, text) })
    assert.deepStrictEqual(problems, [])
    const added = readTable(table, text, []).rows.at(-1)
    assert.isDefined(added)
    assert.strictEqual(knowledge.tables[table]?.rows.at(-1), added && toCompiledRow(added))
  })

  it("adds a synonym that compiles", () => {
    const [, name = "", names = ""] = synonym
    const sources = readSources()
    const foods = sources.foods.replace(`\t${name}\t`, `\t${names}\t`)
    assert.notStrictEqual(foods, sources.foods)
    const { knowledge, problems } = compileKnowledge({ ...sources, foods })
    assert.deepStrictEqual(problems, [])
    assert.isTrue(knowledge.concepts.some((line) => line.includes(names.replace(", ", ","))))
  })
})
