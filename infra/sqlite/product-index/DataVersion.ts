import { Predicate } from "effect"
import type { SqliteDatabase } from "../Sqlite.ts"

/** Changes when another connection has written to the file; https://www.sqlite.org/pragma.html#pragma_data_version */
export const dataVersion = (db: SqliteDatabase): number => {
  const version = db.statement("PRAGMA data_version").get()?.["data_version"]
  if (Predicate.isNumber(version)) return version
  throw new TypeError("PRAGMA data_version answered something else than a number")
}

/** Forgets as soon as another file took the place of this one, or another connection wrote to it. */
export const forgetterOf = (forget: () => void): ((db: SqliteDatabase) => void) => {
  let seen: { readonly db: SqliteDatabase; readonly version: number } | null = null
  return (db) => {
    const version = dataVersion(db)
    if (seen?.db === db && seen.version === version) return
    forget()
    seen = { db, version }
  }
}
