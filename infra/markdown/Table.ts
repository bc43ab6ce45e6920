/** A table as the formatter leaves it: cells padded to the widest of their column. */
export const table = (rows: ReadonlyArray<ReadonlyArray<string>>): string => {
  const cells = rows.map((row) => row.map((cell) => cell.replaceAll("|", String.raw`\|`)))
  const widths = (cells[0] ?? []).map((_, column) => Math.max(3, ...cells.map((row) => row[column]?.length ?? 0)))
  const lineOf = (row: ReadonlyArray<string>) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`
  const [head = [], ...body] = cells
  return [lineOf(head), lineOf(widths.map((width) => "-".repeat(width))), ...body.map(lineOf), ""].join("\n")
}
