import { Effect } from "effect"
import { appendFileSync, mkdirSync } from "node:fs"
import { dirname } from "node:path"
import type { RejectedRow } from "../commands/ImportProducts.ts"

export interface RejectsLimits {
  readonly rows: number
  readonly bytes: number
}

/** A file of nothing but junk has millions of rejects, which would become many times its own size. */
export const rejectsMax: RejectsLimits = { rows: 100_000, bytes: 64 * 1024 * 1024 }

/** The first rejects of one import, a line each. The file is made anew by each import that has any. */
export const rejectsFile = (path: string, limits: RejectsLimits = rejectsMax) => {
  let rowCount = 0
  let byteCount = 0
  let leftOut = 0
  const linesOf = (rows: ReadonlyArray<RejectedRow>): string => {
    let lines = ""
    for (const row of rows) {
      const line = leftOut > 0 || rowCount >= limits.rows ? null : `${JSON.stringify(row)}\n`
      const lineBytes = line === null ? 0 : Buffer.byteLength(line)
      // after the first that does not fit none is kept: the file is the beginning of the list
      if (line === null || byteCount + lineBytes > limits.bytes) {
        leftOut += 1
        continue
      }
      lines += line
      rowCount += 1
      byteCount += lineBytes
    }
    return lines
  }
  return {
    add: (rows: ReadonlyArray<RejectedRow>) =>
      Effect.sync(() => {
        const isStarted = rowCount > 0
        const lines = linesOf(rows)
        if (lines === "") return
        mkdirSync(dirname(path), { recursive: true })
        appendFileSync(path, lines, { flag: isStarted ? "a" : "w" })
      }),
    written: () => (rowCount > 0 ? path : null),
    /** rejects that are counted, but not in the file */
    leftOut: () => leftOut
  }
}
