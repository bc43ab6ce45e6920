import { createHash } from "node:crypto"
import { checkAttributes, checkCells, checkConcepts, checkNonFood, checkPhrases, checkScripts, checkUnits } from "./CheckTables.ts"
import { checkFacts } from "./CheckFacts.ts"
import { compileLexicon } from "./CompileLexicon.ts"
import type { KnowledgeSources } from "./Sources.ts"
import { type Problems, readTable, type Table, toCompiledRow } from "./Table.ts"

/** What `domain/language/knowledge.json` holds. */
export interface Knowledge {
  /** names the content: what was made with other tables is made again */
  readonly version: string
  /** `id|under|en|ru|ar` */
  readonly concepts: ReadonlyArray<string>
  /** `id facet facet …` of the foods that have facets of their own */
  readonly facets: ReadonlyArray<string>
  readonly tables: Readonly<Record<string, CompiledTable>>
}

export interface CompiledTable {
  readonly attributes: ReadonlyArray<string>
  /** `attribute|…|en|ru|ar` */
  readonly rows: ReadonlyArray<string>
}

export interface Compiled {
  readonly knowledge: Knowledge
  /** all that is wrong, a line each */
  readonly problems: ReadonlyArray<string>
  /** what became of each node of the taxonomies, to be read before a new version is committed */
  readonly review: ReadonlyArray<string>
}

const compiledTable = ({ attributes, rows }: Table): CompiledTable => ({ attributes, rows: rows.map(toCompiledRow) })

/** Compiles and checks all tables and the lexicon. */
export const compileKnowledge = (sources: KnowledgeSources): Compiled => {
  const problems: Problems = []
  const tables = [...sources.tables].map(([name, text]) => readTable(name, text, problems))
  const { concepts, facets, review } = compileLexicon(sources, problems)
  for (const table of tables) {
    checkAttributes(table, problems)
    checkCells(table, problems)
    checkScripts(table, problems)
    checkUnits(table, problems)
    checkPhrases(table, problems)
  }
  checkConcepts(tables, new Set(concepts.map((line) => line.slice(0, line.indexOf("|")))), problems)
  checkNonFood(tables, concepts, problems)
  checkFacts(tables, { concepts, facets }, problems)
  const content = {
    concepts,
    facets,
    tables: Object.fromEntries(tables.map((table) => [table.name, compiledTable(table)]))
  }
  const version = createHash("sha256").update(JSON.stringify(content)).digest("hex").slice(0, 12)
  return { knowledge: { version, ...content }, problems, review }
}
