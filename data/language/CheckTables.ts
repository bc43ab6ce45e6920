import { languages, scriptOfLanguage } from "../../domain/language/Languages.ts"
import { scriptOf } from "../../domain/language/Stemming.ts"
import { exactForm, tokenize } from "../../domain/language/Tokenizer.ts"
import { namesInCell, type Problems, type Table, type TableRow } from "./Table.ts"

const marks = /^[~?!^=@]+/u

const stemsOf = (phrase: string): string =>
  tokenize(phrase)
    .map((token) => token.stem)
    .join(" ")

/** A phrase stands once in a table; two rows must not have phrases that match alike. */
export const checkPhrases = ({ isOfWords, matchesByWriting, name, rows }: Table, problems: Problems): void => {
  const seen = new Map<string, { readonly row: TableRow; readonly phrase: string }>()
  const written = new Set<string>()
  for (const row of rows) {
    for (const phrase of row.names.flat()) {
      const where = `${name}:${row.line}`
      const mark = marks.exec(phrase)?.[0] ?? ""
      const tokens = tokenize(phrase.replace(marks, ""))
      const spelling = mark + exactForm(tokens)
      if (tokens.length === 0) problems.push(`${where}: "${phrase}" holds no word`)
      if (isOfWords && tokens.length > 1) problems.push(`${where}: "${phrase}" is more than one word`)
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

/** A column for which its table lists what may stand in it holds nothing else: a misspelt role would be a row without use. */
export const checkAttributes = ({ allowed, attributes, name, rows }: Table, problems: Problems): void => {
  for (const [column, values] of allowed)
    for (const row of rows) {
      const value = row.attributes[attributes.indexOf(column)] ?? ""
      if (!values.includes(value)) problems.push(`${name}:${row.line}: ${column} is one of ${values.join(", ")}`)
    }
}

/** Where cells hold words that belong together, one alone says nothing, and the first is the plain one. */
export const checkCells = ({ leastInCell, name, rows }: Table, problems: Problems): void => {
  if (leastInCell < 2) return
  for (const { line, names } of rows)
    for (const cell of names.filter((phrases) => phrases.length > 0)) {
      const [first = ""] = cell
      if (cell.length < leastInCell) problems.push(`${name}:${line}: "${first}" stands alone in its cell`)
      if (marks.test(first)) problems.push(`${name}:${line}: "${first}" cannot come first in its cell`)
    }
}

/** A unit has a factor, and its symbol is a spelling of no other unit. */
export const checkUnits = ({ attributes, name, rows }: Table, problems: Problems): void => {
  const [symbolAt, factorAt] = [attributes.indexOf("unit"), attributes.indexOf("factor")]
  if (symbolAt === -1 || factorAt === -1) return
  const symbols = new Set(rows.map((row) => row.attributes[symbolAt]))
  for (const { attributes: cells, line, names } of rows) {
    if (!(Number(cells[factorAt]) > 0)) problems.push(`${name}:${line}: "${cells[factorAt]}" is no factor`)
    for (const spelling of names.flat())
      if (symbols.has(spelling)) problems.push(`${name}:${line}: "${spelling}" is a unit of its own`)
  }
}

/** Words of a script stand in the column of its language, except that any language may borrow Latin ones. */
export const checkScripts = ({ name, rows }: Table, problems: Problems): void => {
  for (const { line, names } of rows)
    for (const [i, phrases] of names.entries())
      for (const { written } of phrases.flatMap(tokenize)) {
        const script = scriptOf(written)
        const language = languages[i] ?? "en"
        if (script === null || script === "Latin" || script === scriptOfLanguage[language]) continue
        problems.push(`${name}:${line}: "${written}" is ${script}, in the column ${language}`)
      }
}

/** The foods whose names are one word, by its stem; `concepts` are lines of the compiled lexicon. */
const foodsByStem = (concepts: ReadonlyArray<string>): ReadonlyMap<string, string> =>
  new Map(
    concepts.flatMap((line) => {
      const [id = "", , ...names] = line.split("|")
      const sure = names.flatMap(namesInCell).filter((name) => !/^[~?]/u.test(name))
      return sure.map((name) => stemsOf(name.replace(marks, ""))).filter((stem) => !stem.includes(" ")).map((stem) => [stem, id] as const)
    })
  )

/** Two meanings of one stem: a word of a table without foods is no name of a food. Hints at a food and adjectives may be. */
export const checkNonFood = (
  tables: ReadonlyArray<Table>,
  concepts: ReadonlyArray<string>,
  problems: Problems
): void => {
  const foods = foodsByStem(concepts)
  for (const { isWithoutFoods, name, rows } of tables)
    for (const { line, names } of isWithoutFoods ? rows : [])
      for (const word of names.flat()) {
        const food = foods.get(stemsOf(word))
        if (food !== undefined) problems.push(`${name}:${line}: "${word}" is a name of the food ${food}, too`)
      }
}
