/**
 * Compiles the tables of this folder into `domain/language/knowledge.json` and refuses what is wrong with them:
 * `npm run language`. With `-- --review` it prints what became of each node of the taxonomies.
 */
import { readFileSync, writeFileSync } from "node:fs"
import { readSources } from "./Sources.ts"
import { readTable, type Table, toCompiledRow } from "./Table.ts"

const artefact = new URL("../../domain/language/knowledge.json", import.meta.url)
const write = (content: object): void => writeFileSync(artefact, `${JSON.stringify(content, null, 2)}\n`)

// The stemmers read tables of their own, so these are written before any code that stems is loaded.
const sources = readSources()
const previous: object = JSON.parse(readFileSync(artefact, "utf8"))
const toCompiled = ({ attributes, rows }: Table) => ({ attributes, rows: rows.map(toCompiledRow) })
const tables = Object.fromEntries(
  [...sources.tables].map(([name, text]) => [name, toCompiled(readTable(name, text, []))])
)
// an entry of the lexicon before the taxonomies are added: stemmers may read the names of our own foods
const concepts = readTable("foods", sources.foods, []).rows.map(({ attributes: [id = "", under = ""], ...row }) =>
  toCompiledRow({ ...row, attributes: [id, under] })
)
write({ ...previous, tables, concepts })

const { compileKnowledge } = await import("./Compile.ts")
const { knowledge, problems, review } = compileKnowledge(sources)
if (problems.length > 0) {
  write(previous)
  process.stderr.write(`${problems.join("\n")}\n${problems.length} problems; knowledge.json is unchanged\n`)
  process.exit(1)
}
write(knowledge)
if (process.argv.includes("--review")) process.stdout.write(`${review.join("\n")}\n`)
process.stdout.write(`${knowledge.concepts.length} foods, ${sources.tables.size} tables\n`)
