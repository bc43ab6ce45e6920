import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit } from "effect"
import { copyFileSync, existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { isAsClosed, noteClosed } from "../../../infra/sqlite/CleanClose.ts"
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

/** Overwrites all of a file but its first page. */
const ruin = (path: string): void => {
  const bytes = readFileSync(path)
  writeFileSync(path, bytes.fill(7, 4_096))
}

describe("a database that was closed in order", () => {
  it.effect("is not compared page by page, as long as nobody else has written to it", () =>
    Effect.gen(function* () {
      const path = join(yield* temporaryFolder, "views.db")
      assert.strictEqual(yield* noteIn(path), "written")
      assert.isTrue(yield* isAsClosed(path))
      edit(path, "written", "changed")
      assert.isFalse(yield* isAsClosed(path))
      yield* noteClosed(path)
      assert.strictEqual(yield* noteIn(path), "changed", "whoever notes it is believed")
    })
  )

  it.effect("is compared, and built again, where a byte of it was changed since", () =>
    Effect.gen(function* () {
      const path = join(yield* temporaryFolder, "views.db")
      yield* noteIn(path)
      edit(path, "written", "changed")
      assert.strictEqual(yield* noteIn(path), "written")
    })
  )

  it.effect("is compared where it is a copy, or has other checksums or another log beside it", () =>
    Effect.gen(function* () {
      const path = join(yield* temporaryFolder, "views.db")
      yield* noteIn(path)
      const copy = join(yield* temporaryFolder, "views.db")
      for (const suffix of ["", "-sums", "-closed"]) copyFileSync(path + suffix, copy + suffix)
      assert.isFalse(yield* isAsClosed(copy))
      writeFileSync(`${path}-wal`, "a log")
      assert.isFalse(yield* isAsClosed(path))
    })
  )

  it.effect("has no such note while it is open, so none after a kill, and none where its damage was noticed", () =>
    Effect.gen(function* () {
      const path = join(yield* temporaryFolder, "views.db")
      yield* noteIn(path)
      yield* Effect.scoped(
        Effect.gen(function* () {
          yield* ViewsFile.openViews(path, schema)
          assert.isFalse(existsSync(`${path}-closed`))
          yield* ViewsDamage.useSync(({ report }) => report(new UnnoticedDamage("a page")))
        })
      ).pipe(Effect.provide(ViewsDamage.layer))
      assert.isFalse(yield* isAsClosed(path))
    })
  )
})

describe("the data directory of a service", () => {
  it.live(
    "is checked at a start after a kill, and not after it was stopped in order",
    () =>
      Effect.gen(function* () {
        const folder = yield* temporaryFolder
        const files = [join(folder, "events.db"), join(folder, "views.db")]
        const areClosed = Effect.forEach(files, isAsClosed)
        const ends = ["SIGTERM", "SIGKILL", "SIGTERM", "SIGTERM"] as const
        for (const signal of ends) {
          const service = yield* startService(folder)
          assert.deepStrictEqual(yield* areClosed, [false, false], "while it runs")
          yield* service.stop(signal)
          const isOrderly = signal === "SIGTERM"
          assert.deepStrictEqual(yield* areClosed, [isOrderly, isOrderly], signal)
        }
        yield* fooddata(folder, "key", "issue", "--plan", "business")
        assert.deepStrictEqual(yield* areClosed, [true, true], "after a command")
      }).pipe(Effect.scoped),
    120_000
  )

  it.live(
    "has a log that was damaged in between refused, wherever the damage is",
    () =>
      Effect.gen(function* () {
        const folder = yield* temporaryFolder
        const events = join(folder, "events.db")
        yield* fooddata(folder, "key", "issue", "--plan", "business")
        assert.isTrue(yield* isAsClosed(events))
        yield* refuseDamage(events)
        assert.isTrue(yield* isAsClosed(events), "looking changes nothing")
        ruin(events)
        assert.isTrue(Exit.isFailure(yield* Effect.exit(refuseDamage(events))))
        assert.isFalse(yield* isAsClosed(events))
      }).pipe(Effect.scoped),
    60_000
  )
})
