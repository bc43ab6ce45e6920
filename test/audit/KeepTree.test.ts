import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Logger, Option, Ref } from "effect"
import { TestClock } from "effect/testing"
import { copyFileSync, existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { EventLog } from "../../domain/ports/EventLog.ts"
import { LeaderLock } from "../../domain/ports/LeaderLock.ts"
import { TreeFolder } from "../../infra/audit/TreeFolder.ts"
import { auditKey } from "../../infra/crypto/AuditKey.ts"
import { holdLock } from "../../infra/sqlite/DataDirectory.ts"
import * as KeepTree from "../../src/audit/KeepTree.ts"
import { appendKey, logIn, manipulate } from "../support/audit/AuditedLog.ts"
import { temporaryFolder } from "../support/EmbeddedStores.ts"

/** A service that keeps a tree; what it logged, level and message. */
const service = Effect.fnUntraced(function* (origin: string | null = null) {
  const folder = yield* temporaryFolder
  const kept = {
    root: join(folder, "tree"),
    keyPath: join(folder, "audit-key"),
    origin,
    originOfNewKey: "food.example/audit",
    checkpoints: join(folder, "checkpoints"),
    witnesses: null
  }
  const said = yield* Ref.make<ReadonlyArray<string>>([])
  const logger = Logger.make(({ logLevel, message }) => {
    const [first, ...rest] = Array.isArray(message) ? message : [message]
    Effect.runSync(Ref.update(said, (all) => [...all, `${logLevel} ${String(first)} ${JSON.stringify(rest)}`]))
  })
  const log = yield* Layer.build(logIn(folder))
  yield* appendKey(1).pipe(Effect.provideContext(log))
  const start = Layer.build(
    KeepTree.layer(kept).pipe(
      Layer.provide(LeaderLock.layerAlone),
      Layer.provide(Layer.succeedContext(log)),
      Layer.provide(Logger.layer([logger]))
    )
  )
  // read to the end first: reads of the tree then wait for no disk, which the test's clock does not move
  const logAtRest = Effect.provideContext(
    Effect.flatMap(EventLog, ({ end }) => end),
    log
  )
  /** Time passes until what was due has been done. */
  const later = logAtRest.pipe(
    Effect.andThen(TestClock.adjust("25 seconds")),
    Effect.andThen(TestClock.adjust("25 seconds"))
  )
  const tree = new TreeFolder(kept.root)
  const signed = () => Option.getOrElse(tree.checkpoint(), () => "").split("\n")[1]
  const append = (n: number) => appendKey(n).pipe(Effect.provideContext(log))
  return { folder, kept, said: Ref.get(said), start, later, signed, append }
})

const errorsOf = (said: ReadonlyArray<string>) => said.filter((line) => line.startsWith("Error"))

describe("A tree that the service keeps", () => {
  it.effect("has an event at the latest after its interval, and says each checkpoint once", () =>
    Effect.gen(function* () {
      const { append, kept, later, said, signed, start } = yield* service()
      yield* start
      yield* later
      assert.strictEqual(signed(), "5")
      yield* append(2)
      yield* later
      yield* later
      assert.strictEqual(signed(), "10")
      const lines = (yield* said).filter((line) => line.includes("audit checkpoint"))
      assert.lengthOf(lines, 2)
      assert.include(lines[1], '"origin":"food.example/audit","size":10,"note":"food.example/audit\\n10\\n')
      const files = readdirSync(kept.checkpoints).toSorted()
      assert.deepStrictEqual(files, ["0000000000000005", "0000000000000010"])
      const newest = readFileSync(join(kept.root, "checkpoint"), "utf8")
      assert.strictEqual(readFileSync(join(kept.checkpoints, "0000000000000010"), "utf8"), newest)
    }).pipe(Effect.scoped)
  )

  it.effect("signs what stands before a damaged event, says once why it stops, and goes on when it is mended", () =>
    Effect.gen(function* () {
      const { append, folder, later, said, signed, start } = yield* service()
      yield* append(2)
      manipulate(folder, () => undefined)
      const set = (actor: string) =>
        manipulate(folder, (db) => db.exec(`UPDATE events SET actor = '${actor}' WHERE position = 7`), false)
      set("operator:bob")
      yield* start
      yield* later
      yield* later
      assert.strictEqual(signed(), "6")
      assert.lengthOf(errorsOf(yield* said), 1)
      assert.include(errorsOf(yield* said)[0], "its checksum does not fit")
      set("operator:alice")
      yield* later
      assert.strictEqual(signed(), "10")
      assert.isTrue((yield* said).some((line) => line.includes("is extended again")))
    }).pipe(Effect.scoped)
  )

  it.effect("is not begun anew where its folder is gone, and goes on when that is back", () =>
    Effect.gen(function* () {
      const { append, kept, later, said, signed, start } = yield* service()
      yield* start
      yield* later
      renameSync(kept.root, `${kept.root}.away`)
      yield* append(2)
      yield* later
      assert.include(errorsOf(yield* said).join(), "it had 5 entries and has 0")
      assert.deepStrictEqual(
        readdirSync(kept.root).filter((name) => !name.startsWith(".lock")),
        []
      )
      renameSync(kept.root, `${kept.root}.empty`)
      renameSync(`${kept.root}.away`, kept.root)
      yield* later
      assert.strictEqual(signed(), "10")
    }).pipe(Effect.scoped)
  )

  it.effect("is not gone on with where the log has lost what the tree has of it", () =>
    Effect.gen(function* () {
      const { folder, later, said, signed, start } = yield* service()
      yield* start
      yield* later
      manipulate(folder, (db) => db.exec("DELETE FROM events WHERE position > 3; UPDATE sqlite_sequence SET seq = 3"))
      yield* later
      assert.include(errorsOf(yield* said).join(), "the event log ends before what the tree has of it")
      assert.strictEqual(signed(), "5")
    }).pipe(Effect.scoped)
  )

  it.effect("is not gone on with by another key than it was signed with, and no new one is made for it", () =>
    Effect.gen(function* () {
      const { append, kept, later, said, signed, start } = yield* service()
      yield* Effect.scoped(Effect.andThen(start, later))
      renameSync(kept.keyPath, `${kept.keyPath}.away`)
      yield* append(2)
      yield* start
      yield* later
      assert.include(errorsOf(yield* said).join(), "audit-key, is gone: put it back")
      assert.isFalse(existsSync(kept.keyPath))
      yield* auditKey(kept.keyPath, "food.example/audit")
      yield* later
      assert.include(errorsOf(yield* said).join(), "its checkpoint is not signed by food.example/audit+")
      renameSync(`${kept.keyPath}.away`, kept.keyPath)
      yield* later
      assert.strictEqual(signed(), "10")
    }).pipe(Effect.scoped)
  )

  it.effect(
    "is left alone while another process extends it, or where the key has another name than was asked for",
    () =>
      Effect.gen(function* () {
        const { kept, later, said, signed, start } = yield* service("food.example/audit")
        new TreeFolder(kept.root).make()
        yield* auditKey(kept.keyPath, "other.example/audit")
        yield* start
        yield* later
        assert.include(errorsOf(yield* said).join(), "it is the key of other.example/audit, not of food.example/audit")
        renameSync(kept.keyPath, `${kept.keyPath}.other`)
        yield* Effect.scoped(Effect.andThen(holdLock(join(kept.root, ".lock")), later))
        assert.include(errorsOf(yield* said).join(), "is held by another process")
        yield* later
        assert.strictEqual(signed(), "5")
      }).pipe(Effect.scoped)
  )

  it.effect("never writes over a kept checkpoint: one of another tree ends it, one that was cut off lies beside", () =>
    Effect.gen(function* () {
      const { append, kept, later, said, start } = yield* service()
      yield* start
      yield* later
      const first = join(kept.checkpoints, "0000000000000005")
      const second = join(kept.checkpoints, "0000000000000010")
      copyFileSync(first, second)
      yield* append(2)
      yield* later
      assert.include(errorsOf(yield* said).join(), "is the checkpoint of another tree of 10 entries")
      const newest = readFileSync(join(kept.root, "checkpoint"), "utf8")
      writeFileSync(second, newest.slice(0, 30))
      yield* later
      assert.strictEqual(readFileSync(second, "utf8"), newest.slice(0, 30))
      assert.strictEqual(readFileSync(`${second}-1`, "utf8"), newest)
    }).pipe(Effect.scoped)
  )
})
