import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Queue } from "effect"
import { join } from "node:path"
import { durable, durableFile } from "../../../infra/sqlite/DurableCommits.ts"
import { openSqlite, type SqliteDatabase } from "../../../infra/sqlite/Sqlite.ts"
import { temporaryFolder } from "../../support/EmbeddedStores.ts"

const notesOf = (database: SqliteDatabase) => ({
  write: (text: string) =>
    database.write("write", () => database.statement("INSERT INTO notes VALUES (?)").run(text).changes),
  count: database.read("count", () => database.statement("SELECT text FROM notes").all().length)
})

/** Notes in a file on a slow disk: each run waits until the test takes it and says how it ends. */
const openSlow = Effect.gen(function* () {
  const path = join(yield* temporaryFolder, "notes.db")
  const runs = yield* Queue.unbounded<Deferred.Deferred<void, Error>>()
  const opened = yield* openSqlite({ path, synchronous: "NORMAL" })
  opened.exec("CREATE TABLE notes (text TEXT NOT NULL)")
  const run = Effect.gen(function* () {
    const end = yield* Deferred.make<void, Error>()
    yield* Queue.offer(runs, end)
    yield* Deferred.await(end)
  })
  return { ...notesOf(durable(opened, () => Effect.runPromise(run)).database), path, runs }
})

/** Everything has gone on as far as it can without the disk. */
const settle = Effect.promise(() => new Promise<void>((resolve) => setImmediate(resolve)))

const isDone = <A, E>(fiber: Fiber.Fiber<A, E>): boolean => fiber.pollUnsafe() !== undefined

/** Lets the work go on with the next run: it is done when that is over, and not sooner. */
const afterNextRun = Effect.fnUntraced(function* <A, E>(
  runs: Queue.Queue<Deferred.Deferred<void, Error>>,
  work: Effect.Effect<A, E>
) {
  const worked = yield* Effect.forkChild(work)
  const run = yield* Queue.take(runs)
  yield* settle
  assert.isFalse(isDone(worked))
  yield* Deferred.succeed(run, undefined)
  return yield* Fiber.join(worked)
})

/** The same, of which all is on the disk. */
const onSlowDisk = Effect.gen(function* () {
  const notes = yield* openSlow
  yield* afterNextRun(notes.runs, notes.count)
  return notes
})

describe("commits that are brought to the disk beside other work", () => {
  it.effect("a write is done when its commit is on the disk, and not sooner", () =>
    Effect.gen(function* () {
      const { runs, write } = yield* onSlowDisk
      assert.strictEqual(yield* afterNextRun(runs, write("a")), 1)
    })
  )

  it.effect("what is committed during a run waits for the next one, and all of it for the same", () =>
    Effect.gen(function* () {
      const { runs, write } = yield* onSlowDisk
      const first = yield* Effect.forkChild(write("a"))
      const run = yield* Queue.take(runs)
      const others = yield* Effect.forEach(["b", "c"], (text) => Effect.forkChild(write(text)))
      yield* settle
      yield* Deferred.succeed(run, undefined)
      yield* Fiber.join(first)
      const next = yield* Queue.take(runs)
      yield* settle
      assert.deepStrictEqual(others.map(isDone), [false, false])
      yield* Deferred.succeed(next, undefined)
      yield* Fiber.joinAll(others)
      assert.strictEqual(yield* Queue.size(runs), 0)
    })
  )

  it.effect("nobody reads what a power cut takes back; where all is on the disk, a read does not wait for it", () =>
    Effect.gen(function* () {
      const { count, runs, write } = yield* onSlowDisk
      assert.strictEqual(yield* count, 0)
      yield* Effect.forkChild(write("a"))
      const run = yield* Queue.take(runs)
      const counted = yield* Effect.forkChild(count)
      yield* settle
      assert.isFalse(isDone(counted))
      yield* Deferred.succeed(run, undefined)
      assert.strictEqual(yield* Fiber.join(counted), 1)
      assert.strictEqual(yield* count, 1)
    })
  )

  it.effect("nobody reads what another process has committed, or a killed one left, before it is on the disk", () =>
    Effect.gen(function* () {
      const { count, path, runs } = yield* openSlow
      assert.strictEqual(yield* afterNextRun(runs, count), 0)
      const elsewhere = notesOf(yield* openSqlite({ path, synchronous: "NORMAL" }))
      yield* elsewhere.write("of another")
      assert.strictEqual(yield* afterNextRun(runs, count), 1)
    })
  )

  it.effect("once the disk has failed, reads and writes fail until the file is opened again", () =>
    Effect.gen(function* () {
      const { count, runs, write } = yield* onSlowDisk
      const written = yield* Effect.forkChild(Effect.flip(write("a")))
      yield* Deferred.fail(yield* Queue.take(runs), new Error("EIO"))
      assert.strictEqual((yield* Fiber.join(written)).operation, "bring commits to the disk")
      assert.strictEqual((yield* Effect.flip(count))._tag, "StorageUnavailable")
      assert.strictEqual((yield* Effect.flip(write("b")))._tag, "StorageUnavailable")
      assert.strictEqual(yield* Queue.size(runs), 0)
    })
  )

  it.effect("of a file the write-ahead log is brought to the disk: where that cannot be, no write is done", () =>
    Effect.gen(function* () {
      const path = join(yield* temporaryFolder, "notes.db")
      const opened = yield* openSqlite({ path, synchronous: "NORMAL" })
      opened.exec("CREATE TABLE notes (text TEXT NOT NULL)")
      const notes = notesOf(yield* durableFile(opened, path))
      assert.strictEqual(yield* notes.write("a"), 1)
      const elsewhere = notesOf(yield* durableFile(opened, `${path}-elsewhere`))
      assert.strictEqual((yield* Effect.flip(elsewhere.write("b")))._tag, "StorageUnavailable")
      assert.strictEqual(yield* notes.count, 2)
    })
  )
})
