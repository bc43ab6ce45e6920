import { Context, Effect, Exit, Layer, Option, Scope } from "effect"
import { existsSync, renameSync, rmSync } from "node:fs"
import type { StorageUnavailable } from "../../domain/ports/StorageUnavailable.ts"
import { LiveReadModel } from "../../projections/ports/LiveReadModel.ts"
import type { DataPaths } from "./DataDirectory.ts"
import { openSqlite, type SqliteDatabase, ViewsDatabase } from "./Sqlite.ts"
import { ViewsDamage } from "./ViewsDamage.ts"

/** What the read models keep in a views file, and whether a file found is one that today's program can answer from. */
export interface ViewsSchema {
  readonly create: (db: SqliteDatabase) => void
  /** false: other tables or another analyser; the file is discarded and built again from the log */
  readonly isCurrent: (db: SqliteDatabase) => boolean
}

/** The checkpoint lies in the file itself, so one name serves every build. */
export const viewsCheckpoint = "product-search"

/** A new file, which nobody reads before it is complete; `syncFile` makes it last. */
export const buildViews = Effect.fnUntraced(function* (path: string, schema: ViewsSchema) {
  discard(path)
  const db = yield* openSqlite({ path, synchronous: "OFF" })
  yield* db.write("create the tables of the views", () => schema.create(db))
  return db
})

/** Opens the file, creating it or replacing a stale one. */
export const openViews = (
  path: string,
  schema: ViewsSchema
): Effect.Effect<SqliteDatabase, StorageUnavailable, Scope.Scope> =>
  Effect.gen(function* () {
    const damage = yield* Effect.serviceOption(ViewsDamage)
    const told = Option.isSome(damage) ? { onFailure: damage.value.report } : {}
    const current = existsSync(path) && (yield* Effect.scoped(isCurrent(path, schema)))
    if (!current) discard(path)
    const db = yield* openSqlite({ path, synchronous: "NORMAL", ...told })
    if (!current) yield* db.write("create the tables of the views", () => schema.create(db))
    return db
  })

/** A file that cannot even be read is not current either: everything in it can be had from the log again. */
const isCurrent = (path: string, schema: ViewsSchema) =>
  Effect.flatMap(openSqlite({ path, synchronous: "NORMAL" }), (db) =>
    db.read("check the views file", () => schema.isCurrent(db))
  ).pipe(
    Effect.catchTag("StorageUnavailable", (error) =>
      Effect.as(Effect.logWarning(`${path} cannot be read and is built again`, error.cause), false)
    )
  )

/** Removes a database with its write-ahead log: an old log beside a new file would corrupt it. */
export const discard = (path: string): void => {
  for (const suffix of ["", "-wal", "-shm"]) rmSync(path + suffix, { force: true })
}

/** The live views file of a data directory, and the swap that replaces it. */
export const layer = (
  paths: DataPaths,
  schema: ViewsSchema
): Layer.Layer<ViewsDatabase | LiveReadModel, StorageUnavailable> =>
  Layer.effectContext(
    Effect.gen(function* () {
      const open = Effect.gen(function* () {
        const scope = yield* Scope.make()
        const db = yield* openViews(paths.views, schema).pipe(Scope.provide(scope))
        return { db, scope }
      })
      const adoptFile = Effect.sync(() => {
        if (!existsSync(paths.viewsNext)) return
        discard(paths.views)
        renameSync(paths.viewsNext, paths.views)
      })
      yield* adoptFile
      let live = yield* open
      yield* Effect.addFinalizer(() => Effect.suspend(() => Scope.close(live.scope, Exit.void)))
      const adopt = Effect.gen(function* () {
        if (!existsSync(paths.viewsNext)) return
        yield* Scope.close(live.scope, Exit.void)
        yield* adoptFile
        live = yield* open
      }).pipe(Effect.uninterruptible)
      return Context.make(ViewsDatabase, { current: () => live.db }).pipe(
        Context.add(LiveReadModel, {
          checkpoint: Effect.succeed(viewsCheckpoint),
          liveCheckpoint: Effect.succeed(viewsCheckpoint),
          isPending: Effect.sync(() => existsSync(paths.viewsNext)),
          adopt
        })
      )
    })
  )
