import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import {
  closeSync,
  copyFileSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  statSync,
  truncateSync,
  writeSync
} from "node:fs"
import { join } from "node:path"
import { ScrubPace } from "../../../../infra/sqlite/page-checksums/ScrubPages.ts"
import { openSqlite, type SqliteDatabase, SqliteMemory } from "../../../../infra/sqlite/Sqlite.ts"
import { ViewsDamage } from "../../../../infra/sqlite/ViewsDamage.ts"
import * as ViewsFile from "../../../../infra/sqlite/ViewsFile.ts"
import { temporaryFolder } from "../../../support/EmbeddedStores.ts"

const schema: ViewsFile.ViewsSchema = {
  create: (db) => db.exec("CREATE TABLE notes (number INTEGER PRIMARY KEY, text TEXT)"),
  complete: () => {},
  isCurrent: () => true
}
const open = (path: string) => ViewsFile.openViews(path, schema)

const notesIn = (db: SqliteDatabase) => Number(db.statement("SELECT count(*) AS notes FROM notes").get()?.["notes"])

/** Rows of several hundred bytes, so that a few hundred fill many pages. */
const addNotes = (db: SqliteDatabase, count: number) =>
  db.write("add notes", () => {
    for (let i = 0; i < count; i++) db.statement("INSERT INTO notes (text) VALUES (?)").run("note ".repeat(100))
  })

const filled = Effect.gen(function* () {
  const path = join(yield* temporaryFolder, "views.db")
  yield* Effect.scoped(Effect.flatMap(open(path), (db) => addNotes(db, 500)))
  return path
})

const flipBit = (path: string, at: number): void => {
  const file = openSync(path, "r+")
  const byte = Buffer.alloc(1)
  readSync(file, byte, 0, 1, at)
  writeSync(file, Buffer.of(byte.readUInt8(0) ^ 4), 0, 1, at)
  closeSync(file)
}

/** The notes that are found when the file is opened; 0: it was made anew. */
const reopened = (path: string) => Effect.scoped(Effect.map(open(path), notesIn))

/** What a process leaves that is killed now. */
const killedCopy = (path: string) =>
  Effect.map(temporaryFolder, (folder) => {
    for (const file of readdirSync(join(path, ".."))) copyFileSync(join(path, "..", file), join(folder, file))
    return join(folder, "views.db")
  })

describe("the checksums of the pages of views.db", () => {
  it.effect(
    "a bit that changed anywhere, in the file or in its checksums, has it made anew; an intact file stays",
    () =>
      Effect.gen(function* () {
        const path = yield* filled
        assert.strictEqual(yield* reopened(path), 500)
        const { size } = statSync(path)
        for (const at of [20, 5_000, Math.floor(size / 2), size - 1]) {
          const copy = yield* killedCopy(path)
          flipBit(copy, at)
          assert.strictEqual(yield* reopened(copy), 0, `byte ${at}`)
        }
        const copy = yield* killedCopy(path)
        flipBit(`${copy}-sums`, 9)
        assert.strictEqual(yield* reopened(copy), 0)
      })
  )

  it.effect("know what is written while the file is read, however the process ends", () =>
    Effect.gen(function* () {
      const path = yield* filled
      const db = yield* open(path)
      const reader = yield* openSqlite({ path, synchronous: "NORMAL", readOnly: true })
      for (let round = 1; round <= 30; round++) {
        // a reader in the way keeps a part of the log from its places
        if (round % 3 === 0) reader.exec("BEGIN; SELECT count(*) FROM notes")
        yield* addNotes(db, 200)
        yield* db.write("change notes", () => db.exec(`UPDATE notes SET text = text || ${round} WHERE number % 7 = 0`))
        if (round % 3 === 1) reader.exec(round === 1 ? "" : "COMMIT")
        if (round % 5 > 0) continue
        assert.strictEqual(yield* reopened(yield* killedCopy(path)), 500 + 200 * round, `round ${round}`)
      }
    }).pipe(Effect.provideService(SqliteMemory, { cacheKib: 2_048, mappedMib: 64, logPages: 50 }))
  )

  it.effect(
    "a write-ahead log that is damaged, cut off or lost gives an earlier state, or has the file made anew",
    () =>
      Effect.gen(function* () {
        const path = yield* filled
        const db = yield* open(path)
        for (let i = 0; i < 8; i++) yield* addNotes(db, 10)
        const states = new Set([0, ...Array.from({ length: 9 }, (_, i) => 500 + 10 * i)])
        const { size } = statSync(`${path}-wal`)
        for (let at = 17; at < size; at += Math.ceil(size / 12)) {
          const [flipped, cut] = [yield* killedCopy(path), yield* killedCopy(path)]
          flipBit(`${flipped}-wal`, at)
          truncateSync(`${cut}-wal`, at)
          assert.include(states, yield* reopened(flipped), `bit flip at ${at}`)
          assert.include(states, yield* reopened(cut), `cut off at ${at}`)
        }
      })
  )

  it.live("a bit that changes under a running service is reported, though nobody reads it", () =>
    Effect.gen(function* () {
      const path = yield* filled
      const db = yield* open(path)
      const { noticed } = yield* ViewsDamage
      yield* addNotes(db, 10)
      assert.isFalse(noticed.isOpen())
      flipBit(path, readFileSync(path).length - 2_000)
      yield* noticed.await
    }).pipe(
      Effect.scoped,
      Effect.provide(
        Layer.merge(
          ViewsDamage.layer,
          Layer.succeed(ScrubPace, { betweenSteps: "1 millis", betweenRounds: "1 millis" })
        )
      )
    )
  )

  it.live("pages that come to their places while they are read are not reported", () =>
    Effect.gen(function* () {
      const path = yield* filled
      const db = yield* open(path)
      const { noticed } = yield* ViewsDamage
      for (let i = 0; i < 400; i++) {
        yield* db.write("change notes", () => db.exec(`UPDATE notes SET text = text || ${i} WHERE number % 3 = 0`))
        yield* Effect.yieldNow
      }
      assert.isFalse(noticed.isOpen())
    }).pipe(
      Effect.scoped,
      Effect.provideService(SqliteMemory, { cacheKib: 2_048, mappedMib: 0, logPages: 1 }),
      Effect.provide(
        Layer.merge(
          ViewsDamage.layer,
          Layer.succeed(ScrubPace, { betweenSteps: "0 millis", betweenRounds: "0 millis" })
        )
      )
    )
  )
})
