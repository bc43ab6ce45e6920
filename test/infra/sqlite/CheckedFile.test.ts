import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit } from "effect"
import { copyFileSync, existsSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { isChecked, noteChecked } from "../../../infra/sqlite/CheckedFile.ts"
import { openSqlite, SqliteMemory } from "../../../infra/sqlite/Sqlite.ts"
import { UnnoticedDamage } from "../../../infra/sqlite/UnnoticedDamage.ts"
import { ViewsDamage } from "../../../infra/sqlite/ViewsDamage.ts"
import * as ViewsFile from "../../../infra/sqlite/ViewsFile.ts"
import { refuseDamage } from "../../../infra/sqlite/SqliteLogInspection.ts"
import { temporaryFolder } from "../../support/EmbeddedStores.ts"
import { fooddata, startService } from "../../support/ServiceProcess.ts"

const schema: ViewsFile.ViewsSchema = {
  create: (db) => db.exec("CREATE TABLE notes (text TEXT); INSERT INTO notes VALUES ('written')"),
  complete: () => {},
  isCurrent: () => true
}

const noteIn = (path: string) =>
  Effect.scoped(
    Effect.map(ViewsFile.openViews(path, schema), (db) => db.statement("SELECT text FROM notes").get()?.["text"])
  )

/** Changes a text in the file where it lies, and nothing that SQLite looks at. */
const edit = (path: string, from: string, to: string): void => {
  const bytes = readFileSync(path)
  const at = bytes.indexOf(from)
  assert.isAbove(at, 0)
  bytes.write(to, at)
  writeFileSync(path, bytes)
}

/** Overwrites the last tenth of a file. */
const ruin = (path: string): void => {
  const bytes = readFileSync(path)
  writeFileSync(path, bytes.fill(7, Math.floor(bytes.length * 0.9)))
}

describe("a database that was checked", () => {
  it.effect("is not compared page by page, as long as nobody else has written to it", () =>
    Effect.gen(function* () {
      const path = join(yield* temporaryFolder, "views.db")
      assert.strictEqual(yield* noteIn(path), "written")
      assert.isTrue(yield* isChecked(path))
      edit(path, "written", "changed")
      assert.isFalse(yield* isChecked(path))
      yield* noteChecked(path)
      assert.strictEqual(yield* noteIn(path), "changed", "whoever notes it is believed")
    })
  )

  it.effect("is compared, and built again, where a byte of it was changed since", () =>
    Effect.gen(function* () {
      const path = join(yield* temporaryFolder, "views.db")
      yield* noteIn(path)
      edit(path, "written", "changed")
      assert.strictEqual(yield* noteIn(path), "written")
      assert.isTrue(yield* isChecked(path))
    })
  )

  it.effect("is compared where it is a copy, or its checksums were changed", () =>
    Effect.gen(function* () {
      const path = join(yield* temporaryFolder, "views.db")
      yield* noteIn(path)
      const copy = join(yield* temporaryFolder, "views.db")
      for (const suffix of ["", "-sums", "-checked"]) copyFileSync(path + suffix, copy + suffix)
      assert.isFalse(yield* isChecked(copy))
      writeFileSync(`${path}-sums`, readFileSync(`${path}-sums`))
      assert.isFalse(yield* isChecked(path))
    })
  )

  it.effect("is noted anew whenever pages come to their places, so it is known after a kill, too", () =>
    Effect.gen(function* () {
      const path = join(yield* temporaryFolder, "views.db")
      const pagesMax = 2
      yield* Effect.scoped(
        Effect.gen(function* () {
          const db = yield* ViewsFile.openViews(path, schema)
          for (let i = 0; i < 5; i++) {
            const { size } = statSync(path)
            yield* db.write("add", () => db.exec(`INSERT INTO notes VALUES ('${"more ".repeat(5_000)}')`))
            assert.isAbove(statSync(path).size, size)
            assert.isTrue(yield* isChecked(path))
          }
        })
      ).pipe(Effect.provideService(SqliteMemory, { cacheKib: 1_024, mappedMib: 0, logPages: pagesMax }))
    })
  )

  it.effect("is not noted while a reader keeps a part of it in the log, and is again afterwards", () =>
    Effect.gen(function* () {
      const path = join(yield* temporaryFolder, "views.db")
      yield* Effect.scoped(
        Effect.gen(function* () {
          const db = yield* ViewsFile.openViews(path, schema)
          const add = db.write("add", () => db.exec("INSERT INTO notes VALUES ('more')"))
          yield* add
          const reader = yield* openSqlite({ path, synchronous: "NORMAL", readOnly: true })
          reader.exec("BEGIN; SELECT count(*) FROM notes")
          yield* add
          assert.isFalse(yield* isChecked(path))
          reader.exec("COMMIT")
          yield* add
          assert.isTrue(yield* isChecked(path))
        })
      ).pipe(Effect.provideService(SqliteMemory, { cacheKib: 1_024, mappedMib: 0, logPages: 1 }))
      assert.isTrue(yield* isChecked(path))
    })
  )

  it.effect("is not noted any more once somebody else changed it under an open connection", () =>
    Effect.gen(function* () {
      const path = join(yield* temporaryFolder, "views.db")
      yield* Effect.scoped(
        Effect.gen(function* () {
          const db = yield* ViewsFile.openViews(path, schema)
          edit(path, "written", "changed")
          yield* db.write("add", () => db.exec("INSERT INTO notes VALUES ('more')"))
        })
      )
      assert.isFalse(yield* isChecked(path))
    })
  )

  it.effect("is checked by the next start where its damage was noticed", () =>
    Effect.gen(function* () {
      const path = join(yield* temporaryFolder, "views.db")
      yield* noteIn(path)
      yield* Effect.scoped(
        Effect.gen(function* () {
          yield* ViewsFile.openViews(path, schema)
          yield* ViewsDamage.useSync(({ report }) => report(new UnnoticedDamage("a page")))
          yield* Effect.yieldNow
          assert.isFalse(existsSync(`${path}-checked`))
        })
      ).pipe(Effect.provide(ViewsDamage.layer))
      assert.isFalse(yield* isChecked(path))
    })
  )
})

describe("the data directory of a service", () => {
  it.live(
    "need not be checked again after an end in order, a kill or a command",
    () =>
      Effect.gen(function* () {
        const folder = yield* temporaryFolder
        const files = [join(folder, "events.db"), join(folder, "views.db")]
        const areChecked = Effect.forEach(files, isChecked)
        for (const signal of ["SIGTERM", "SIGKILL", "SIGKILL", "SIGTERM"] as const) {
          const service = yield* startService(folder)
          yield* service.stop(signal)
          assert.deepStrictEqual(yield* areChecked, [true, true], signal)
        }
        yield* fooddata(folder, "key", "issue", "--plan", "business")
        assert.deepStrictEqual(yield* areChecked, [true, true], "after a command")
      }).pipe(Effect.scoped),
    120_000
  )

  it.live(
    "has a log refused that was damaged in between, whatever is run first",
    () =>
      Effect.gen(function* () {
        const folder = yield* temporaryFolder
        const events = join(folder, "events.db")
        yield* fooddata(folder, "import", "curated", "data/curated.jsonl")
        assert.isTrue(yield* isChecked(events))
        yield* refuseDamage(events)
        assert.isTrue(yield* isChecked(events), "looking changes nothing")
        ruin(events)
        yield* noteChecked(events)
        assert.strictEqual((yield* fooddata(folder, "log", "verify")).code, 1)
        assert.isFalse(yield* isChecked(events), "whoever finds damage takes the note away")
        yield* fooddata(folder, "key", "issue", "--plan", "business")
        assert.isTrue(Exit.isFailure(yield* Effect.exit(refuseDamage(events))))
        assert.isFalse(yield* isChecked(events))
      }).pipe(Effect.scoped),
    60_000
  )
})
