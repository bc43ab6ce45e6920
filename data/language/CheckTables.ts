import { exactForm, tokenize } from "../../domain/language/Tokenizer.ts"
import type { Problems, Table, TableRow } from "./Table.ts"

const marks = /^[~?!^=@]+/u

/** A phrase stands once in a table; two rows must not have phrases that match alike. */
export const checkPhrases = ({ matchesByWriting, name, rows }: Table, problems: Problems): void => {
  const seen = new Map<string, { readonly row: TableRow; readonly phrase: string }>()
  const written = new Set<string>()
  for (const row of rows) {
    for (const phrase of row.names.flat()) {
      const where = `${name}:${row.line}`
      const mark = marks.exec(phrase)?.[0] ?? ""
      const tokens = tokenize(phrase.replace(marks, ""))
      const spelling = mark + exactForm(tokens)
      if (tokens.length === 0) problems.push(`${where}: "${phrase}" holds no word`)
      if (written.has(spelling)) {
        problems.push(`${where}: "${phrase}" stands twice`)
        continue
      }
      written.add(spelling)
      const key = matchesByWriting || mark !== "" ? spelling : tokens.map((token) => token.stem).join(" ")
      const other = seen.get(key)
      if (other !== undefined && other.row !== row)
        problems.push(`${where}: "${phrase}" cannot be told from "${other.phrase}" in line ${other.row.line}`)
      seen.set(key, { row, phrase })
    }
  }
}

/** The foods that a cell names: as they are, or in a column of facets as `c:food*weight`. */
const foodsIn = (column: string | undefined, cell: string): ReadonlyArray<string> => {
  const items = cell.split(" ").filter((item) => item !== "")
  if (column === "concept" || column === "concepts") return items
  return column === "facets" ? items.flatMap((item) => /^-?c:([^*]+)/.exec(item)?.[1] ?? []) : []
}

/**
 * Columns called `concept`, `concepts` or `facets` and phrases marked `@` name foods of the lexicon.
 */
export const checkConcepts = (tables: ReadonlyArray<Table>, known: ReadonlySet<string>, problems: Problems): void => {
  for (const { attributes, name, rows } of tables)
    for (const row of rows) {
      const listed = row.attributes.flatMap((cell, i) => foodsIn(attributes[i], cell))
      const marked = row.names.flat().flatMap((phrase) => (phrase.startsWith("@") ? [phrase.slice(1)] : []))
      for (const id of [...listed, ...marked])
        if (!known.has(id)) problems.push(`${name}:${row.line}: no food is called ${id}`)
    }
}
