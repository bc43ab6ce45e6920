import { Schema } from "effect"
import type { SqliteDatabase } from "../Sqlite.ts"
import { countMatches } from "./IndexReads.ts"

/** Counting a common word reads its whole list, so totals are remembered until the index changes. */
export interface Totals {
  readonly of: (db: SqliteDatabase, expression: string) => number
  /** to be called after each change of the index by this connection */
  readonly forget: () => void
}

const rememberedMax = 10_000

const decodeVersion = Schema.decodeUnknownSync(Schema.Struct({ data_version: Schema.Int }))

/** Changes when another connection has written to the file; https://www.sqlite.org/pragma.html#pragma_data_version */
const dataVersion = (db: SqliteDatabase): number =>
  decodeVersion(db.statement("PRAGMA data_version").get()).data_version

export const makeTotals = (): Totals => {
  const totals = new Map<string, number>()
  let seen: { readonly db: SqliteDatabase; readonly version: number } | null = null
  return {
    of: (db, expression) => {
      const version = dataVersion(db)
      if (seen?.db !== db || seen.version !== version) totals.clear()
      seen = { db, version }
      const known = totals.get(expression)
      if (known !== undefined) return known
      const total = countMatches(db, expression)
      if (totals.size >= rememberedMax) totals.clear()
      totals.set(expression, total)
      return total
    },
    forget: () => totals.clear()
  }
}
