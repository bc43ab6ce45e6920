import { Context, Duration, Effect, Predicate, Result, Schedule, Schema, type Scope } from "effect"
import { closeSync, fsyncSync, openSync } from "node:fs"
import { dirname } from "node:path"
import { DatabaseSync, type StatementSync } from "node:sqlite"
import { StorageUnavailable } from "../../domain/ports/StorageUnavailable.ts"

/**
 * One SQLite file. `node:sqlite` is synchronous: a transaction is a plain function that nothing can interleave with,
 * and a point read costs less than handing it to another thread.
 */
export interface SqliteDatabase {
  /** The prepared statement of this text; kept, so texts must come from a bounded set. */
  readonly statement: (sql: string) => StatementSync
  readonly exec: (sql: string) => void
  readonly read: <A>(operation: string, query: () => A) => Effect.Effect<A, StorageUnavailable>
  /** Runs the function in one transaction; what it throws rolls everything back. */
  readonly write: <A>(operation: string, transaction: () => A) => Effect.Effect<A, StorageUnavailable>
}

/** `events.db`: the log and what must be true the instant a command returns. */
export class EventsDatabase extends Context.Service<EventsDatabase, SqliteDatabase>()(
  "fooddata/infra/sqlite/EventsDatabase"
) {}

/** `views.db`: read models. Ask for it at each operation, because a rebuilt file may take its place. */
export class ViewsDatabase extends Context.Service<ViewsDatabase, { readonly current: () => SqliteDatabase }>()(
  "fooddata/infra/sqlite/ViewsDatabase"
) {}

/** What suits files that a service serves from: as many as SQLite takes by itself. */
export const logPagesBeside = 1_000

/**
 * How much of a file is held in memory. What is mapped counts as memory of the process, though the system takes it back
 * when others need it.
 */
export class SqliteMemory extends Context.Reference<{
  readonly cacheKib: number
  readonly mappedMib: number
  /** how many pages the write-ahead log takes before they go to their places in the file */
  readonly logPages: number
}>("fooddata/infra/sqlite/SqliteMemory", {
  defaultValue: () => ({ cacheKib: 65_536, mappedMib: 1_024, logPages: logPagesBeside })
}) {}

/** For a process that reads and writes files of any size from end to end: the same memory, however large they are. */
export const boundedMemory: Context.Service.Shape<typeof SqliteMemory> = {
  cacheKib: 16_384,
  mappedMib: 0,
  // 512 MiB: what a batch writes lies all over the file, and goes to its place once for many batches
  logPages: 131_072
}

/** Nothing is kept of such a database. */
export const memoryPath = ":memory:"

export interface SqliteOptions {
  /** a file, or `memoryPath` */
  readonly path: string
  /**
   * NORMAL: a commit survives the death of the process; with `DurableCommits.ts` a power cut, too. OFF: for a file that is thrown away
   * when anything fails before it is complete: a transaction that fails cannot be undone, and `syncFile` makes it last
   */
  readonly synchronous: "NORMAL" | "OFF"
  readonly readOnly?: boolean
  /** is told what the store is at fault for, once it is tried no more */
  readonly onFailure?: (cause: unknown) => void
}

/** SQLite waits by blocking the event loop, so it waits briefly and `lockRetry` does the rest. */
const busyTimeoutMs = 20
const lockRetry = Schedule.max([
  Schedule.exponential(Duration.millis(5), 1.5).pipe(Schedule.jittered),
  Schedule.recurs(24)
])

/** Opens the file and closes it with the scope. */
export const openSqlite = (options: SqliteOptions): Effect.Effect<SqliteDatabase, StorageUnavailable, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.flatMap(SqliteMemory, (memory) => attempt(`open ${options.path}`, () => connect(options, memory))),
    (connection) => Effect.sync(() => connection.close())
  ).pipe(Effect.map((connection) => fromConnection(connection, options.onFailure)))

/** Writes what the system still keeps of a closed file to the disk. */
export const syncFile = (path: string): Effect.Effect<void, StorageUnavailable> =>
  Effect.try({
    try: () => {
      const descriptor = openSync(path, "r+")
      try {
        fsyncSync(descriptor)
      } finally {
        closeSync(descriptor)
      }
    },
    catch: (cause) => new StorageUnavailable({ operation: `sync ${path}`, cause })
  })

type Memory = Context.Service.Shape<typeof SqliteMemory>

const connect = (options: SqliteOptions, { cacheKib, logPages, mappedMib }: Memory): DatabaseSync => {
  const readOnly = options.readOnly ?? false
  const isDraft = options.synchronous === "OFF"
  // a connection that defends the file would not do without a journal, in which every page is written once more
  const connection = new DatabaseSync(options.path, { readOnly, timeout: busyTimeoutMs, defensive: !isDraft })
  if (!readOnly) runOnce(connection, `PRAGMA journal_mode = ${isDraft ? "OFF" : "WAL"}`)
  runOnce(connection, `PRAGMA synchronous = ${options.synchronous}`)
  // what is sorted while a file is built has no bound in memory, but where the file lies there is room, even if everything
  // else is read-only; the folder is that of the whole process, in which nobody else keeps temporary files
  connection.exec(
    isDraft
      ? `PRAGMA temp_store = FILE; PRAGMA temp_store_directory = '${dirname(options.path).replaceAll("'", "''")}'`
      : "PRAGMA temp_store = MEMORY"
  )
  connection.exec(
    `PRAGMA cache_size = -${cacheKib}; PRAGMA mmap_size = ${mappedMib * 1_048_576};
     PRAGMA wal_autocheckpoint = ${logPages}`
  )
  return connection
}

/** Where an error's code matters: on Deno only a prepared statement reports one, `exec` does not. */
export const runOnce = (connection: DatabaseSync, sql: string): void => {
  connection.prepare(sql).get()
}

type OnFailure = SqliteOptions["onFailure"]

const fromConnection = (connection: DatabaseSync, onFailure: OnFailure): SqliteDatabase => {
  const statements = new Map<string, StatementSync>()
  const statement = (sql: string): StatementSync => {
    const known = statements.get(sql)
    if (known !== undefined) return known
    const prepared = connection.prepare(sql)
    statements.set(sql, prepared)
    return prepared
  }
  return {
    statement,
    exec: (sql) => connection.exec(sql),
    read: (operation, query) => attempt(operation, query, onFailure),
    write: (operation, transaction) =>
      attempt(
        operation,
        () => {
          statement("BEGIN IMMEDIATE").run()
          try {
            const result = transaction()
            statement("COMMIT").run()
            return result
          } catch (error) {
            // a full disk or an I/O error has already rolled back by itself
            if (connection.isTransaction) statement("ROLLBACK").run()
            throw error
          }
        },
        onFailure
      )
  }
}

const attempt = <A>(operation: string, f: () => A, onFailure?: OnFailure): Effect.Effect<A, StorageUnavailable> =>
  Effect.suspend(() => {
    const first = classify(f)
    // nearly always; what follows takes ten times as long to set up
    return Result.isSuccess(first) ? Effect.succeed(first.success) : afterFailure(operation, f, first, onFailure)
  })

/** Goes on after the first try, which is over: again and again where a lock was in the way. */
const afterFailure = <A>(
  operation: string,
  f: () => A,
  first: Result.Result<A, SqliteFailure>,
  onFailure: OnFailure
): Effect.Effect<A, StorageUnavailable> => {
  let known: Result.Result<A, SqliteFailure> | undefined = first
  return Effect.suspend(() => {
    const result = known ?? classify(f)
    known = undefined
    return Effect.fromResult(result)
  }).pipe(
    Effect.retry({ schedule: lockRetry, while: isLocked }),
    Effect.mapError(({ cause }) => {
      onFailure?.(cause)
      return new StorageUnavailable({ operation, cause })
    })
  )
}

class SqliteFailure extends Schema.TaggedError<SqliteFailure>()("SqliteFailure", {
  code: Schema.Int,
  cause: Schema.Defect()
}) {}

// https://www.sqlite.org/rescode.html: the low byte is the primary result code
const SQLITE_BUSY = 5
const SQLITE_LOCKED = 6
/** perm, nomem, readonly, ioerr, corrupt, full, cantopen, notadb: the store, not the statement, is at fault */
const storeFaults: ReadonlySet<number> = new Set([3, 7, 8, 10, 11, 13, 14, 26, SQLITE_BUSY, SQLITE_LOCKED])

const isLocked = (failure: SqliteFailure): boolean => failure.code === SQLITE_BUSY || failure.code === SQLITE_LOCKED

const classify = <A>(f: () => A): Result.Result<A, SqliteFailure> => {
  try {
    return Result.succeed(f())
  } catch (cause) {
    const code = primaryCode(cause)
    if (code !== undefined && storeFaults.has(code)) return Result.fail(new SqliteFailure({ code, cause }))
    throw cause
  }
}

const primaryCode = (error: unknown): number | undefined =>
  Predicate.hasProperty(error, "errcode") && Predicate.isNumber(error.errcode) ? error.errcode & 0xff : undefined

/** Is this SQLite's word that another connection holds the lock? */
export const isBusy = (error: unknown): boolean => primaryCode(error) === SQLITE_BUSY

const decodeChanges = Schema.decodeUnknownSync(Schema.Struct({ changes: Schema.Int }))

/** Rows that this connection has changed since it was opened. */
export const changesSoFar = (db: SqliteDatabase): number =>
  decodeChanges(db.statement("SELECT total_changes() AS changes").get()).changes

const decodePath = Schema.decodeUnknownSync(Schema.Struct({ file: Schema.String }))

/** Where the database lies; for a thread that opens the same file. */
export const pathOf = (db: SqliteDatabase): string =>
  decodePath(db.statement("SELECT file FROM pragma_database_list WHERE name = 'main'").get()).file
