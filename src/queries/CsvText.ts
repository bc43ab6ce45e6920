/** A cell: a number is written as it is, a text guarded and quoted. */
export type CsvCell = string | number

/**
 * What makes a spreadsheet read a text as a formula, in the wide forms of these characters, too. See
 * https://owasp.org/www-community/attacks/CSV_Injection
 */
const formulaStart = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/

const special = /[",\r\n]/

const cellText = (cell: CsvCell): string => {
  if (typeof cell === "number") return String(cell)
  const text = formulaStart.test(cell) ? `'${cell}` : cell
  return special.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Rows as CSV by RFC 4180, lines ended by CRLF. A text that a spreadsheet would run as a formula begins with `'`. */
export const csvText = (rows: Iterable<ReadonlyArray<CsvCell>>): string =>
  Array.from(rows, (row) => `${row.map(cellText).join(",")}\r\n`).join("")
