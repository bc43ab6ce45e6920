import { Effect } from "effect"
import { closeSync, fdatasync, openSync } from "node:fs"
import { promisify } from "node:util"
import { StorageUnavailable } from "../../domain/ports/StorageUnavailable.ts"
import { dataVersion } from "./product-index/DataVersion.ts"
import type { SqliteDatabase } from "./Sqlite.ts"

/*
 * With `synchronous = NORMAL` a commit stands in the write-ahead log, but may not be on the disk. With FULL, SQLite waits for the disk
 * on the thread that commits, and no request is answered meanwhile. So the log is brought to the disk beside other work, and
 * who committed or read is answered after that: as with FULL, nobody is told what a power cut takes back. That holds for commits of
 * other processes, too, and for what a killed one left.
 */

const syncData = promisify(fdatasync)

/**
 * The database with reads and writes that are done once all commits up to them are on the disk; `bringToDisk` does that. Commits
 * that come while it runs wait for the next run, all for the same one. When it has failed, everything fails from then on:
 * nobody knows what is on the disk, and a second try may be told that nothing is left to write.
 */
export const durable = (db: SqliteDatabase, bringToDisk: () => Promise<void>) => {
  // what is found at first may be of a process that was killed
  let [committed, onDisk] = [1, 0]
  let version = dataVersion(db)
  const countOthers = (): void => {
    const now = dataVersion(db)
    if (now !== version) committed++
    version = now
  }
  // stays where it has failed
  let running: Promise<void> | null = null
  const run = async (): Promise<void> => {
    const upTo = committed
    await bringToDisk()
    onDisk = upTo
    running = null
  }
  const reach = async (commit: number): Promise<void> => {
    if (onDisk >= commit) return
    await (running ??= run())
    return reach(commit)
  }
  const answered = <A>(answer: A): Effect.Effect<A, StorageUnavailable> =>
    onDisk === committed
      ? Effect.succeed(answer)
      : Effect.tryPromise({
          try: () => reach(committed),
          catch: (cause) => new StorageUnavailable({ operation: "bring commits to the disk", cause })
        }).pipe(Effect.as(answer), Effect.uninterruptible)
  const database: SqliteDatabase = {
    ...db,
    read: (operation, query) => {
      const counted = () => {
        const result = query()
        countOthers()
        return result
      }
      return Effect.flatMap(db.read(operation, counted), answered)
    },
    write: (operation, transaction) => {
      const counted = () => {
        const result = transaction()
        committed++
        return result
      }
      return Effect.flatMap(db.write(operation, counted), answered)
    }
  }
  return { database, atRest: Effect.promise(() => Promise.allSettled([running])) }
}

/** The same for a database with a write-ahead log, which is there from the first commit on. */
export const durableFile = Effect.fnUntraced(function* (db: SqliteDatabase, path: string) {
  let log: number | null = null
  const { atRest, database } = durable(db, () => syncData((log ??= openSync(`${path}-wal`, "r+"))))
  const close = Effect.sync(() => {
    if (log !== null) closeSync(log)
  })
  yield* Effect.addFinalizer(() => Effect.andThen(atRest, close))
  return database
})
