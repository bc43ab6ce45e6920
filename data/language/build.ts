/**
 * Compiles the tables of this folder into `domain/language/knowledge.json`, the stems of their words into `stems.json` beside
 * it, and refuses what is wrong with them: `npm run language`. With `-- --review` it prints what became of each node of the taxonomies.
 */
import { readFileSync, writeFileSync } from "node:fs"
import { readSources } from "./Sources.ts"
import { readTable, type Table, toCompiledRow } from "./Table.ts"

const inDomain = (file: string) => new URL(`../../domain/language/${file}`, import.meta.url)
const [knowledgeFile, stemsFile] = [inDomain("knowledge.json"), inDomain("stems.json")]
const write = (file: URL, content: object): void => writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`)

// The stemmers read tables of their own, so these are written before any code that stems is loaded.
const sources = readSources()
const previous: object = JSON.parse(readFileSync(knowledgeFile, "utf8"))
const previousStems: object = JSON.parse(readFileSync(stemsFile, "utf8"))
const toCompiled = ({ attributes, rows }: Table) => ({ attributes, rows: rows.map(toCompiledRow) })
const tables = Object.fromEntries(
  [...sources.tables].map(([name, text]) => [name, toCompiled(readTable(name, text, []))])
)
// an entry of the lexicon before the taxonomies are added: stemmers may read the names of our own foods
const concepts = readTable("foods", sources.foods, []).rows.map(({ attributes: [id = "", under = ""], ...row }) =>
  toCompiledRow({ ...row, attributes: [id, under] })
)
write(knowledgeFile, { ...previous, tables, concepts })
// none: they are found by the rules
write(stemsFile, [])

const { compileKnowledge } = await import("./Compile.ts")
const { compileStems } = await import("./CompileStems.ts")
const { knowledge, problems, review } = compileKnowledge(sources)
if (problems.length > 0) {
  write(knowledgeFile, previous)
  write(stemsFile, previousStems)
  process.stderr.write(`${problems.join("\n")}\n${problems.length} problems; nothing is changed\n`)
  process.exit(1)
}
write(knowledgeFile, knowledge)
write(stemsFile, compileStems(knowledge))
if (process.argv.includes("--review")) process.stdout.write(`${review.join("\n")}\n`)
process.stdout.write(`${knowledge.concepts.length} foods, ${sources.tables.size} tables\n`)
