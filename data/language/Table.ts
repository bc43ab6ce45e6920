import { Language } from "../../domain/language/Language.ts"

/**
 * A table of knowledge: one row a fact. Comment lines start with `#`; the first other line names the columns, separated
 * by tabs: attributes first, then one column for each language. A `?` behind a column's name allows empty cells,
 * which may be left out at the end of a row, where editors cut them off.
 * `#! match=written` tells apart phrases that differ in their endings only; without it phrases match by their stems.
 * `(a|b)` in a phrase stands for either: so the forms of words that go together are one entry.
 * `#! least=2` wants two phrases in a cell that is not empty, the first of them without a mark.
 * `#! phrases=words` allows no phrase of several words, `#! foods=none` none that is a food of the lexicon. `#! role=plain group` lists what may stand in the column `role`.
 * `#! names=none` is for a table of attributes alone.
 */
export interface Table {
  readonly name: string
  readonly attributes: ReadonlyArray<string>
  readonly matchesByWriting: boolean
  readonly leastInCell: number
  readonly isOfWords: boolean
  readonly isWithoutFoods: boolean
  /** what may stand in a column of attributes, for each column that says so */
  readonly allowed: ReadonlyMap<string, ReadonlyArray<string>>
  readonly rows: ReadonlyArray<TableRow>
}

export interface TableRow {
  /** of the file, from 1 */
  readonly line: number
  readonly attributes: ReadonlyArray<string>
  /** the phrases of each language, in the order of `Language.literals` */
  readonly names: ReadonlyArray<ReadonlyArray<string>>
}

interface Column {
  readonly name: string
  readonly mayBeEmpty: boolean
}

/** All that is wrong with the tables, a line each: `table:line: what`. */
export type Problems = Array<string>

const languages: ReadonlyArray<string> = Language.literals

const toColumn = (header: string): Column => ({ name: header.replace(/\?$/, ""), mayBeEmpty: header.endsWith("?") })

const directive = /^#!\s*([\w-]+)=(.*)$/

const directivesIn = (lines: ReadonlyArray<string>): ReadonlyMap<string, ReadonlyArray<string>> =>
  new Map(
    lines.flatMap((line) => {
      const [, key, value] = directive.exec(line) ?? []
      return key === undefined || value === undefined ? [] : [[key, value.trim().split(/\s+/)]]
    })
  )

const alternatives = /\(([^()]*\|[^()]*)\)/

/** "(can t|do not) eat" is "can t eat" and "do not eat"; an empty alternative is none. */
const spelledOut = (phrase: string): ReadonlyArray<string> => {
  const [group, listed] = alternatives.exec(phrase) ?? []
  if (group === undefined || listed === undefined) return [phrase.replace(/\s+/g, " ").trim()]
  return listed.split("|").flatMap((one) => spelledOut(phrase.replace(group, () => one)))
}

/** The names in a cell, which commas separate. Alternatives may come to the same phrase. */
export const namesInCell = (cell: string): ReadonlyArray<string> => {
  const names = cell
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "")
  return cell.includes("|") ? [...new Set(names.flatMap(spelledOut))] : names
}

/** Reads a table and notes what is wrong with it. */
export const readTable = (name: string, text: string, problems: Problems): Table => {
  const lines = text.split("\n").map((content, i) => ({ content, line: i + 1 }))
  const directives = directivesIn(lines.map(({ content }) => content))
  const [header, ...body] = lines.filter(({ content }) => content.trim() !== "" && !content.startsWith("#"))
  const columns = (header?.content ?? "").split("\t").map(toColumn)
  const named = directives.get("names")?.[0] === "none" ? [] : languages
  const present = named.filter((language) => columns.some((column) => column.name === language))
  const attributeCount = columns.length - present.length
  const attributes = columns.slice(0, attributeCount).map((column) => column.name)
  const languageColumns = columns.slice(attributeCount).map((column) => column.name)
  if (languageColumns.join() !== present.join() || present.length < Math.min(1, named.length))
    problems.push(`${name}: the last columns must be of ${named.join(", ")}`)
  const rows = body.map(({ content, line }) => {
    const cells = content.split("\t")
    const where = `${name}:${line}`
    if (cells.length > columns.length) problems.push(`${where}: ${cells.length} cells, ${columns.length} columns`)
    columns.forEach((column, i) => {
      if (!column.mayBeEmpty && (cells[i] ?? "").trim() === "") problems.push(`${where}: ${column.name} is empty`)
    })
    return {
      line,
      attributes: attributes.map((_, i) => (cells[i] ?? "").trim()),
      names: named.map((language) => namesInCell(cells[columns.findIndex((column) => column.name === language)] ?? ""))
    }
  })
  return {
    name,
    attributes,
    matchesByWriting: directives.get("match")?.[0] === "written",
    leastInCell: Number(directives.get("least")?.[0] ?? 1),
    isWithoutFoods: directives.get("foods")?.[0] === "none",
    isOfWords: directives.get("phrases")?.[0] === "words",
    allowed: new Map([...directives].filter(([key]) => attributes.includes(key))),
    rows
  }
}

/** A row of the compiled file: its attributes, then the names of each language, separated by `|`. */
export const toCompiledRow = ({ attributes, names }: TableRow): string =>
  [...attributes, ...names.map((list) => list.join(","))].join("|")
