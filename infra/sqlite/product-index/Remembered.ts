import { Schema } from "effect"
import { makeMemory } from "../../../domain/Remembering.ts"
import type { SqliteDatabase } from "../Sqlite.ts"

/** What was found out about the index as it is now, by key; forgotten as soon as the index changes. */
export interface Remembered<A> {
  readonly of: (db: SqliteDatabase, key: string, find: () => A) => A
  readonly ofAll: (db: SqliteDatabase, keys: ReadonlyArray<string>, find: (key: string) => A) => ReadonlyMap<string, A>
  /** to be called after each change of the index by this connection */
  readonly forget: () => void
}

const weightMax = 1_000_000
/** So that there are at most 10,000 entries, which are small. */
const weightOfEntry = 100

const decodeVersion = Schema.decodeUnknownSync(Schema.Struct({ data_version: Schema.Int }))

/** Changes when another connection has written to the file; https://www.sqlite.org/pragma.html#pragma_data_version */
export const dataVersion = (db: SqliteDatabase): number =>
  decodeVersion(db.statement("PRAGMA data_version").get()).data_version

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

/** `sizeOf` is how many numbers an answer holds, where they are more than a few. */
export const makeRemembered = <A extends {} | null>(sizeOf: (answer: A) => number = () => 0): Remembered<A> => {
  const { forget, recall } = makeMemory<A>(weightMax, (answer) => weightOfEntry + sizeOf(answer))
  const forgetIfChanged = forgetterOf(forget)
  return {
    of: (db, key, find) => {
      forgetIfChanged(db)
      return recall(key, find)
    },
    ofAll: (db, keys, find) => {
      forgetIfChanged(db)
      return new Map(keys.map((key) => [key, recall(key, find)]))
    },
    forget
  }
}
