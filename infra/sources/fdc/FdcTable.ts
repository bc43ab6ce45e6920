import { SourceUnreadable } from "../SourceUnreadable.ts"
import { csvRecords } from "../Csv.ts"
import type { FdcArchive } from "./FdcArchive.ts"

export interface FdcRow {
  readonly line: number
  /** the columns that were asked for, in that order; `""` where the row ends early */
  readonly fields: ReadonlyArray<string>
}

/**
 * Some columns of one file of the download, in batches. Columns are found by name, because releases add and move them.
 * Throws `SourceUnreadable` when the file, or a column that is not among the optional ones, is not there.
 */
export async function* fdcTable(
  archive: FdcArchive,
  file: string,
  columns: ReadonlyArray<string>,
  counted: (bytes: number) => void,
  optionalColumns: ReadonlySet<string> = new Set()
): AsyncGenerator<ReadonlyArray<FdcRow>> {
  let places: ReadonlyArray<number> | null = null
  for await (const records of csvRecords(archive.read(file, counted))) {
    const rows: Array<FdcRow> = []
    for (const { fields, line } of records) {
      if (places === null) places = placesOf(archive.name, file, columns, optionalColumns, fields)
      else rows.push({ line, fields: places.map((place) => fields[place] ?? "") })
    }
    yield rows
  }
}

const placesOf = (
  source: string,
  file: string,
  columns: ReadonlyArray<string>,
  optionalColumns: ReadonlySet<string>,
  header: ReadonlyArray<string>
): ReadonlyArray<number> =>
  columns.map((column) => {
    const place = header.indexOf(column)
    if (place !== -1 || optionalColumns.has(column)) return place
    throw new SourceUnreadable({ source, reason: "header_wrong", detail: `${file} has no column ${column}` })
  })
