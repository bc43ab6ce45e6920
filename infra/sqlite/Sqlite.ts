import { Context, Duration, Effect, Predicate, Result, Schedule, Schema, type Scope } from "effect"
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

export interface SqliteOptions {
  /** a file, or `:memory:` */
  readonly path: string
  /** FULL: a commit survives a power cut. NORMAL: it survives the death of the process */
  readonly synchronous: "FULL" | "NORMAL"
  readonly readOnly?: boolean
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
    attempt(`open ${options.path}`, () => connect(options)),
    (connection) => Effect.sync(() => connection.close())
  ).pipe(Effect.map(fromConnection))

const connect = (options: SqliteOptions): DatabaseSync => {
  const readOnly = options.readOnly ?? false
  const connection = new DatabaseSync(options.path, { readOnly, timeout: busyTimeoutMs })
  if (!readOnly) runOnce(connection, "PRAGMA journal_mode = WAL")
  runOnce(connection, `PRAGMA synchronous = ${options.synchronous}`)
  connection.exec("PRAGMA temp_store = MEMORY; PRAGMA cache_size = -65536; PRAGMA mmap_size = 1073741824")
  return connection
}

/** Where an error's code matters: on Deno only a prepared statement reports one, `exec` does not. */
export const runOnce = (connection: DatabaseSync, sql: string): void => {
  connection.prepare(sql).get()
}

const fromConnection = (connection: DatabaseSync): SqliteDatabase => {
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
    read: (operation, query) => attempt(operation, query),
    write: (operation, transaction) =>
      attempt(operation, () => {
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
      })
  }
}

const attempt = <A>(operation: string, f: () => A): Effect.Effect<A, StorageUnavailable> =>
  Effect.suspend(() => Effect.fromResult(classify(f))).pipe(
    Effect.retry({ schedule: lockRetry, while: isLocked }),
    Effect.mapError((error) => new StorageUnavailable({ operation, cause: error.cause }))
  )

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
