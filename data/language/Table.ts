import { Language } from "../../domain/language/Language.ts"

/**
 * A table of knowledge: one row a fact. Comment lines start with `#`; the first other line names the columns, separated
 * by tabs: attributes first, then one column for each language. A `?` behind a column's name allows empty cells.
 * `#! match=written` tells apart phrases that differ in their endings only; without it phrases match by their stems.
 * `#! no-names` is for a table of attributes alone.
 */
export interface Table {
  readonly name: string
  readonly attributes: ReadonlyArray<string>
  readonly matchesByWriting: boolean
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

/** The names in a cell, which commas separate. */
export const namesInCell = (cell: string): ReadonlyArray<string> =>
  cell
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "")

/** Reads a table and notes what is wrong with it. */
export const readTable = (name: string, text: string, problems: Problems): Table => {
  const lines = text.split("\n").map((content, i) => ({ content, line: i + 1 }))
  const directives = lines.filter(({ content }) => content.startsWith("#!")).map(({ content }) => content)
  const [header, ...body] = lines.filter(({ content }) => content.trim() !== "" && !content.startsWith("#"))
  const columns = (header?.content ?? "").split("\t").map(toColumn)
  const named = directives.includes("#! no-names") ? [] : languages
  const attributeCount = columns.length - named.length
  const attributes = columns.slice(0, attributeCount).map((column) => column.name)
  const languageColumns = columns.slice(attributeCount).map((column) => column.name)
  if (languageColumns.join() !== named.join()) problems.push(`${name}: the last columns must be ${named.join(", ")}`)
  const rows = body.map(({ content, line }) => {
    const cells = content.split("\t")
    const where = `${name}:${line}`
    if (cells.length !== columns.length) problems.push(`${where}: ${cells.length} cells, ${columns.length} columns`)
    columns.forEach((column, i) => {
      if (!column.mayBeEmpty && (cells[i] ?? "").trim() === "") problems.push(`${where}: ${column.name} is empty`)
    })
    return {
      line,
      attributes: attributes.map((_, i) => (cells[i] ?? "").trim()),
      names: named.map((_, i) => namesInCell(cells[attributeCount + i] ?? ""))
    }
  })
  return { name, attributes, matchesByWriting: directives.includes("#! match=written"), rows }
}

/** A row of the compiled file: its attributes, then the names of each language, separated by `|`. */
export const toCompiledRow = ({ attributes, names }: TableRow): string =>
  [...attributes, ...names.map((list) => list.join(","))].join("|")
