import { Schema } from "effect"
import type { SqliteDatabase } from "../Sqlite.ts"

/** What was found out about the index as it is now, by key; forgotten as soon as the index changes. */
export interface Remembered<A> {
  readonly of: (db: SqliteDatabase, key: string, find: () => A) => A
  readonly ofAll: (db: SqliteDatabase, keys: ReadonlyArray<string>, find: (key: string) => A) => ReadonlyMap<string, A>
  /** to be called after each change of the index by this connection */
  readonly forget: () => void
}

const entriesMax = 10_000

const decodeVersion = Schema.decodeUnknownSync(Schema.Struct({ data_version: Schema.Int }))

/** Changes when another connection has written to the file; https://www.sqlite.org/pragma.html#pragma_data_version */
export const dataVersion = (db: SqliteDatabase): number =>
  decodeVersion(db.statement("PRAGMA data_version").get()).data_version

export const makeRemembered = <A>(): Remembered<A> => {
  const entries = new Map<string, A>()
  let seen: { readonly db: SqliteDatabase; readonly version: number } | null = null
  const forgetIfChanged = (db: SqliteDatabase): void => {
    const version = dataVersion(db)
    if (seen?.db === db && seen.version === version) return
    entries.clear()
    seen = { db, version }
  }
  const recall = (key: string, find: (key: string) => A): A => {
    const known = entries.get(key)
    if (known !== undefined) return known
    const found = find(key)
    if (entries.size >= entriesMax) entries.clear()
    entries.set(key, found)
    return found
  }
  return {
    of: (db, key, find) => {
      forgetIfChanged(db)
      return recall(key, find)
    },
    ofAll: (db, keys, find) => {
      forgetIfChanged(db)
      return new Map(keys.map((key) => [key, recall(key, find)]))
    },
    forget: () => entries.clear()
  }
}
