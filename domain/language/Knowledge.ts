import compiled from "./knowledge.json" with { type: "json" }
import type { Language } from "./Language.ts"
// not from `Language.ts`, whose schema takes longer to load than all tables
import { byLanguage, languages } from "./Languages.ts"

/** A row of a table in `data/language`. */
export interface KnowledgeRow {
  /** the columns before those of the languages, in their order; an empty cell is `""` */
  readonly attributes: ReadonlyArray<string>
  readonly names: Readonly<Record<Language, ReadonlyArray<string>>>
}

export type TableName = keyof typeof compiled.tables

const listed = (column: string): ReadonlyArray<string> => (column === "" ? [] : column.split(","))

/** Reads a line whose last columns are those of the languages. */
export const readRow = (line: string, attributeCount: number): KnowledgeRow => {
  const cells = line.split("|")
  return {
    attributes: cells.slice(0, attributeCount),
    names: byLanguage((_, i) => listed(cells[attributeCount + i] ?? ""))
  }
}

/** The rows of a table, in their order. */
export const rowsOf = (table: TableName): ReadonlyArray<KnowledgeRow> => {
  const { attributes, rows } = compiled.tables[table]
  return rows.map((row) => readRow(row, attributes.length))
}

/** The phrases of a row in all languages. */
export const phrasesOf = ({ names }: KnowledgeRow): ReadonlyArray<string> =>
  languages.flatMap((language) => names[language])

/** Names the content of all tables: what was made with others has to be made again. */
export const knowledgeVersion: string = compiled.version

/** The foods of the lexicon: `id|under|` and a column for each language. */
export const conceptLines: ReadonlyArray<string> = compiled.concepts

/** `id facet facet …` of our own foods; those that have the facets of the foods they are under stand there with none. */
export const facetLines: ReadonlyArray<string> = compiled.facets
