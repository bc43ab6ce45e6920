import { Context, Effect, Exit, Layer, Option, Schema, Scope } from "effect"
import { existsSync, renameSync, rmSync } from "node:fs"
import { StorageUnavailable } from "../../domain/ports/StorageUnavailable.ts"
import { LiveReadModel } from "../../projections/ports/LiveReadModel.ts"
import { forgetChecked, isChecked, makeCheckedFile, noteChecked } from "./CheckedFile.ts"
import type { DataPaths } from "./DataDirectory.ts"
import { checksumsOf, openPageChecksums, type PageChecksums, writeChecksums } from "./page-checksums/PageChecksums.ts"
import { damageOf, scrubPages } from "./page-checksums/ScrubPages.ts"
import { openSqlite, type SqliteDatabase, SqliteMemory, syncFile, ViewsDatabase } from "./Sqlite.ts"
import { ViewsDamage } from "./ViewsDamage.ts"

/** What the read models keep in a views file, and whether a file found is one that today's program can answer from. */
export interface ViewsSchema {
  readonly create: (db: SqliteDatabase) => void
  /** what a file lacks that is current all the same: a read model that came later and fills itself from the log */
  readonly complete: (db: SqliteDatabase) => void
  /** false: other tables or another analyser; the file is discarded and built again from the log */
  readonly isCurrent: (db: SqliteDatabase) => boolean
}

/** The checkpoint lies in the file itself, so one name serves every build. */
export const viewsCheckpoint = "product-search"

/** A new file, which nobody reads before `finishBuild`. */
export const buildViews = Effect.fnUntraced(function* (path: string, schema: ViewsSchema) {
  discard(path)
  const db = yield* openSqlite({ path, synchronous: "OFF" })
  yield* db.write("create the tables of the views", () => schema.create(db))
  return db
})

/** Makes a closed build last, gives it its checksums and its name. */
export const finishBuild = Effect.fnUntraced(function* (built: string, path: string) {
  // what is noted of it in the first page does not go by the log
  yield* Effect.scoped(openSqlite({ path: built, synchronous: "NORMAL" }))
  yield* onDisk(`finish ${path}`, () => writeChecksums(built, path))
  yield* syncFile(built)
  yield* onDisk(`finish ${path}`, () => renameSync(built, path))
})

/**
 * Opens the file, creating it or replacing a stale or damaged one. Its pages are compared first, unless nobody but this program
 * has written to the file since they were.
 */
export const openViews = Effect.fnUntraced(function* (path: string, schema: ViewsSchema) {
  const isKnown = yield* isChecked(path)
  const found = yield* openChecksums(path)
  const isGood =
    found !== null && (isKnown || (yield* isIntact(path, found))) && (yield* Effect.scoped(isCurrent(path, schema)))
  if (isGood) {
    const db = yield* openChecked(path, found)
    yield* db.write("complete the tables of the views", () => schema.complete(db))
    return db
  }
  found?.close()
  yield* Effect.scoped(buildViews(path, schema))
  yield* finishBuild(path, path)
  const made = yield* openChecksums(path)
  if (made === null) return yield* new StorageUnavailable({ operation: `open ${path}`, cause: "it was removed" })
  return yield* openChecked(path, made)
})

const openChecksums = (path: string) => onDisk("open the checksums of the views", () => openPageChecksums(path))

const isIntact = Effect.fnUntraced(function* (path: string, pages: PageChecksums) {
  const damage = yield* damageOf(pages)
  if (damage !== null) yield* Effect.logWarning(`${path} is built again`, damage)
  return damage === null
})

/** The same for a file that nobody has open. */
const isClosedFileIntact = (path: string) =>
  Effect.acquireUseRelease(
    openChecksums(path),
    (pages) => (pages === null ? Effect.succeed(false) : isIntact(path, pages)),
    (pages) => Effect.sync(() => pages?.close())
  )

/** The database, whose log comes to its places only after the checksums of its pages; scrubbed where damage can be told. */
const openChecked = Effect.fnUntraced(function* (path: string, pages: PageChecksums) {
  const damage = yield* Effect.serviceOption(ViewsDamage)
  const { logPages } = yield* SqliteMemory
  const checked = makeCheckedFile(path, true)
  yield* Effect.addFinalizer(() => checked.note)
  yield* Effect.addFinalizer(() => Effect.sync(pages.close))
  const told = Option.isSome(damage) ? { onFailure: damage.value.report } : {}
  const db = yield* openSqlite({ path, synchronous: "NORMAL", ...told })
  db.exec("PRAGMA wal_autocheckpoint = 0")
  const bringHome = (framesMin: number) =>
    onDisk("keep the checksums of the views", () => pages.follow() >= framesMin).pipe(
      Effect.flatMap((isDue) => (isDue ? checked.during(bringLog(db, pages)) : Effect.succeed(true))),
      // what is half in the log and half in the file is compared after a kill
      Effect.map((isHome) => (isHome ? undefined : checked.unsettle()))
    )
  yield* bringHome(0)
  yield* checked.note
  // closing brings the log to its places
  yield* Effect.addFinalizer(() => Effect.orDie(bringHome(0)))
  if (Option.isSome(damage)) {
    yield* Effect.forkScoped(scrubPages(pages, damage.value.report))
    yield* Effect.forkScoped(Effect.andThen(damage.value.noticed.await, Effect.sync(checked.distrust)))
  }
  const write: SqliteDatabase["write"] = (operation, transaction) =>
    Effect.tap(db.write(operation, transaction), () => bringHome(logPages))
  return { ...db, write } satisfies SqliteDatabase
})

/** Keeps the checksums of what the log holds, and has it brought to its places; false: a reader keeps some of it in the log. */
const bringLog = (db: SqliteDatabase, pages: PageChecksums) =>
  onDisk("keep the checksums of the views", () => {
    pages.keep()
    const isHome = isWholeLogHome(db)
    if (isHome) pages.settled()
    return isHome
  })

const decodeCheckpoint = Schema.decodeUnknownSync(Schema.Struct({ log: Schema.Int, checkpointed: Schema.Int }))

/** Brings the log to its places, as far as nobody reads an earlier state. */
const isWholeLogHome = (db: SqliteDatabase): boolean => {
  const { checkpointed, log } = decodeCheckpoint(db.statement("PRAGMA wal_checkpoint(PASSIVE)").get())
  return checkpointed === log
}

const onDisk = <A>(operation: string, work: () => A): Effect.Effect<A, StorageUnavailable> =>
  Effect.try({ try: work, catch: (cause) => new StorageUnavailable({ operation, cause }) })

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
  forgetChecked(path)
}

/** Puts the file in the place of the other; ended at any point, it may be done again. */
const replace = (path: string, next: string): void => {
  discard(path)
  if (existsSync(checksumsOf(next))) renameSync(checksumsOf(next), checksumsOf(path))
  renameSync(next, path)
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
        if (existsSync(paths.viewsNext)) replace(paths.views, paths.viewsNext)
      })
      yield* adoptFile
      let live = yield* open
      yield* Effect.addFinalizer(() => Effect.suspend(() => Scope.close(live.scope, Exit.void)))
      const adopt = Effect.gen(function* () {
        if (!existsSync(paths.viewsNext)) return
        // before, since nothing is answered between the two files
        const isGood = yield* isClosedFileIntact(paths.viewsNext)
        yield* Scope.close(live.scope, Exit.void)
        yield* adoptFile
        if (isGood) yield* noteChecked(paths.views)
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
