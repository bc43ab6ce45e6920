import { readFileSync } from "node:fs"

/** The rows of the first table below a heading of a page, each as its cells without backticks. */
export const tableBelow = (page: string, heading: string): ReadonlyArray<ReadonlyArray<string>> => {
  const text = readFileSync(new URL(`../../${page}`, import.meta.url), "utf8")
  const section = text.split(`\n${heading}\n`)[1]?.split(/\n#+ /)[0] ?? ""
  const rows = section.split("\n").filter((line) => line.startsWith("|"))
  // headings and the line below them
  return rows.slice(2).map((row) =>
    row
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll("`", ""))
  )
}
