/** Rows of a comma-separated table as objects by column name. Fields may be quoted (RFC 4180); no row may be uneven. */
export const readCsv = (text: string): ReadonlyArray<ReadonlyMap<string, string>> => {
  const [header = [], ...rows] = parseCsv(text)
  return rows.map((row, index) => {
    if (row.length !== header.length)
      throw new Error(`CSV row ${index + 2} has ${row.length} of ${header.length} fields`)
    return new Map(header.map((column, place) => [column, row[place] ?? ""]))
  })
}

/** Every field quoted, as FoodData Central writes its files. */
export const writeCsv = (columns: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>): string =>
  [columns, ...rows].map((row) => `${row.map((field) => `"${field.replaceAll('"', '""')}"`).join(",")}\n`).join("")

/** Rows of Open Food Facts' tab-separated export, where quotes are plain characters and no field holds a tab. */
export const readTsv = (text: string): ReadonlyArray<ReadonlyMap<string, string>> => {
  const [header = "", ...lines] = text.split("\n").filter((line) => line !== "")
  const columns = header.split("\t")
  return lines.map((line) => {
    const fields = line.split("\t")
    return new Map(columns.map((column, place) => [column, fields[place] ?? ""]))
  })
}

const parseCsv = (text: string): ReadonlyArray<ReadonlyArray<string>> => {
  const rows: Array<Array<string>> = []
  let row: Array<string> = []
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/gy
  while (field.lastIndex < text.length) {
    const at = field.lastIndex
    const match = field.exec(text)
    if (match === null) throw new Error(`not CSV at character ${at}`)
    row.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? "")
    if (match[3] === ",") continue
    rows.push(row)
    row = []
  }
  return rows
}
