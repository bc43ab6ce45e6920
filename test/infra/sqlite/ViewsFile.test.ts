import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { existsSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { DataDirectory, layer as dataDirectory } from "../../../infra/sqlite/DataDirectory.ts"
import { openSqlite, type SqliteDatabase, ViewsDatabase } from "../../../infra/sqlite/Sqlite.ts"
import { LiveReadModel } from "../../../projections/ports/LiveReadModel.ts"
import * as ViewsFile from "../../../infra/sqlite/ViewsFile.ts"
import { temporaryFolder } from "../../support/EmbeddedStores.ts"

/** A schema whose stamp says which program wrote the file. */
const schema = (stamp: string): ViewsFile.ViewsSchema => ({
  create: (db) => {
    db.exec("CREATE TABLE notes (text TEXT)")
    db.statement("INSERT INTO notes VALUES (?)").run(stamp)
  },
  complete: (db) => db.exec("CREATE TABLE IF NOT EXISTS later_notes (text TEXT)"),
  isCurrent: (db) => notesOf(db)[0] === stamp
})
const notesOf = (db: SqliteDatabase) =>
  db
    .statement("SELECT text FROM notes ORDER BY rowid")
    .all()
    .map((row) => row["text"])

const addNote = (db: SqliteDatabase, text: string) =>
  db.write("add a note", () => db.statement("INSERT INTO notes VALUES (?)").run(text))

const paths = Effect.flatMap(temporaryFolder, (folder) =>
  DataDirectory.useSync((files) => files).pipe(Effect.provide(dataDirectory(folder)))
)

describe("ViewsFile", () => {
  it.effect("a file of today's program is kept; one of another program is discarded and made anew", () =>
    Effect.gen(function* () {
      const files = yield* paths
      const notesAs = (stamp: string) =>
        Effect.gen(function* () {
          const db = (yield* ViewsDatabase).current()
          const before = notesOf(db)
          yield* addNote(db, "more")
          return before
        }).pipe(Effect.provide(ViewsFile.layer(files, schema(stamp)), { local: true }))
      assert.deepStrictEqual(yield* notesAs("v1"), ["v1"])
      assert.deepStrictEqual(yield* notesAs("v1"), ["v1", "more"])
      assert.deepStrictEqual(yield* notesAs("v2"), ["v2"])
    })
  )

  it.effect("a file of before gets the tables of a read model that came later, and keeps what it has", () =>
    Effect.gen(function* () {
      const files = yield* paths
      const before = { ...schema("v1"), complete: () => {} }
      yield* Effect.scoped(Effect.flatMap(ViewsFile.openViews(files.views, before), (db) => addNote(db, "kept")))
      yield* Effect.gen(function* () {
        const db = (yield* ViewsDatabase).current()
        assert.deepStrictEqual(notesOf(db), ["v1", "kept"])
        assert.deepStrictEqual(db.statement("SELECT * FROM later_notes").all(), [])
      }).pipe(Effect.provide(ViewsFile.layer(files, schema("v1")), { local: true }))
    })
  )

  it.effect("a finished rebuild takes the live file's field, its write-ahead log and all", () =>
    Effect.gen(function* () {
      const files = yield* paths
      yield* Effect.scoped(
        Effect.flatMap(ViewsFile.openViews(files.viewsNext, schema("v1")), (db) => addNote(db, "rebuilt"))
      )
      yield* Effect.gen(function* () {
        const views = yield* ViewsDatabase
        const swap = yield* LiveReadModel
        assert.deepStrictEqual(notesOf(views.current()), ["v1", "rebuilt"], "adopted at start")
        yield* addNote(views.current(), "lives in the write-ahead log")
        yield* Effect.scoped(ViewsFile.openViews(files.viewsNext, schema("v1")))
        assert.isTrue(yield* swap.isPending)
        yield* swap.adopt
        assert.isFalse(yield* swap.isPending)
        assert.deepStrictEqual(notesOf(views.current()), ["v1"], "adopted while running")
      }).pipe(Effect.provide(ViewsFile.layer(files, schema("v1")), { local: true }))
      assert.isFalse(existsSync(files.viewsNext))
    })
  )

  it.effect("a file that is being built is one file: complete once it is closed, and adopted like any other", () =>
    Effect.gen(function* () {
      const files = yield* paths
      writeFileSync(files.viewsBuilding, "what a killed build left")
      yield* Effect.scoped(
        Effect.gen(function* () {
          const db = yield* ViewsFile.buildViews(files.viewsBuilding, schema("v1"))
          yield* addNote(db, "built")
          assert.strictEqual(db.statement("PRAGMA journal_mode").get()?.["journal_mode"], "off")
        })
      )
      yield* ViewsFile.finishBuild(files.viewsBuilding, files.viewsNext)
      yield* Effect.gen(function* () {
        const db = (yield* ViewsDatabase).current()
        assert.deepStrictEqual(notesOf(db), ["v1", "built"])
        assert.strictEqual(db.statement("PRAGMA journal_mode").get()?.["journal_mode"], "wal")
      }).pipe(Effect.provide(ViewsFile.layer(files, schema("v1")), { local: true }))
    })
  )

  it.effect("a file that is no database is discarded: the log has everything", () =>
    Effect.gen(function* () {
      const files = yield* paths
      writeFileSync(files.views, "this is no SQLite file, and longer than its header of a hundred bytes ".repeat(3))
      const db = yield* ViewsFile.openViews(files.views, schema("v1"))
      assert.deepStrictEqual(notesOf(db), ["v1"])
    })
  )

  it.effect("an open database can be read by another connection while it is written", () =>
    Effect.gen(function* () {
      const path = join(yield* temporaryFolder, "both.db")
      const writer = yield* openSqlite({ path, synchronous: "NORMAL" })
      yield* writer.write("create", () => writer.exec("CREATE TABLE t (x INTEGER); INSERT INTO t VALUES (1)"))
      const reader = yield* openSqlite({ path, synchronous: "NORMAL", readOnly: true })
      const count = () => reader.statement("SELECT count(*) AS n FROM t").get()?.["n"]
      const seen = yield* writer.write("insert", () => {
        writer.exec("INSERT INTO t VALUES (2)")
        return count()
      })
      assert.deepStrictEqual([seen, count()], [1, 2])
    })
  )
})
