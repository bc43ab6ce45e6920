import { Flag } from "effect/cli"

/** `--json`, for commands that a machine may read. */
export const json = Flag.Boolean("json").pipe(
  Flag.withDescription("print JSON instead of text for people"),
  Flag.withDefault(false)
)

/** Rows as aligned columns, the first row the headings. */
export const table = (rows: ReadonlyArray<ReadonlyArray<string>>): string => {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd()
    )
    .join("\n")
}
