import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Stream } from "effect"
import { join } from "node:path"
import { keyStream, logStart, productStream } from "../../../domain/EventEnvelope.ts"
import { KeyDigest, type KeyEvent, KeyId, KeyPrefix } from "../../../domain/key/KeyEvent.ts"
import { EventLog, type StreamAppend } from "../../../domain/ports/EventLog.ts"
import { ProductHeads } from "../../../domain/ports/ProductHeads.ts"
import { ProductId } from "../../../domain/product/ProductId.ts"
import { AppendSignal } from "../../../infra/event-log/AppendSignal.ts"
import { eventsFile } from "../../../infra/sqlite/EventsFile.ts"
import { EventsDatabase } from "../../../infra/sqlite/Sqlite.ts"
import * as SqliteEventLog from "../../../infra/sqlite/SqliteEventLog.ts"
import * as SqliteProductHeads from "../../../infra/sqlite/SqliteProductHeads.ts"
import { refuseDamage } from "../../../infra/sqlite/SqliteLogInspection.ts"
import { temporaryFolder } from "../../support/EmbeddedStores.ts"
import { listed } from "../../support/Facts.ts"

const logAt = (path: string) =>
  Layer.merge(SqliteEventLog.layer, SqliteProductHeads.layer).pipe(
    Layer.provide(AppendSignal.layer),
    Layer.provideMerge(eventsFile(path))
  )

const append = (number: number) =>
  Effect.flatMap(EventLog, (log) =>
    log.append([{ streamId: productStream(ProductId.make(`off_${number}`)), expectedVersion: 0, events: [listed()] }], {
      commandId: "command-1",
      actor: "cli"
    })
  )

const asVersion2 = Effect.map(EventsDatabase, (db) => {
  db.exec("ALTER TABLE events DROP COLUMN checksum; PRAGMA user_version = 2")
})

const asVersion3 = Effect.map(EventsDatabase, (db) => {
  db.exec("DROP TABLE usage_clock; PRAGMA user_version = 3")
})

const asVersion4 = Effect.map(EventsDatabase, (db) => {
  db.exec("DROP TABLE key_names; ALTER TABLE key_directory DROP COLUMN role; PRAGMA user_version = 4")
})

/** As they were until version 6. */
const namesAsColumn = `
  DROP TABLE key_names; ALTER TABLE key_directory ADD COLUMN name TEXT NOT NULL DEFAULT '';
  UPDATE key_directory SET name = 'laptop of ' || key_id;`

const asVersion5 = Effect.map(EventsDatabase, (db) => {
  db.exec(`${namesAsColumn}
    ALTER TABLE key_directory DROP COLUMN role; DROP TABLE command_origins; DROP TABLE failed_authentications;
    PRAGMA user_version = 5`)
})

const asVersion6 = Effect.map(EventsDatabase, (db) => {
  db.exec(`${namesAsColumn}
    DROP TABLE pending_erasures; DROP TABLE failed_authentications;
    CREATE TABLE failed_authentications (
      hour INTEGER NOT NULL, kind TEXT NOT NULL, prefix TEXT NOT NULL, address TEXT NOT NULL, count INTEGER NOT NULL,
      PRIMARY KEY (hour, kind, prefix, address)
    ) WITHOUT ROWID;
    INSERT INTO failed_authentications VALUES (0, 'password', '', '203.0.113.9', 7);
    PRAGMA user_version = 6`)
})

/** With a table of product heads, as it was until version 7. */
const asVersion7 = Effect.map(EventsDatabase, (db) => {
  db.exec(`
    DROP INDEX events_withdrawn;
    CREATE TABLE product_heads (
      product_id TEXT PRIMARY KEY, version INTEGER NOT NULL, status TEXT NOT NULL, fingerprint TEXT NOT NULL
    ) WITHOUT ROWID;
    INSERT INTO product_heads VALUES ('off_1', 1, 'listed', 'f');
    PRAGMA user_version = 7`)
})

const keyId = KeyId.make(`key_${"a".repeat(12)}`)
const issued: KeyEvent = {
  _tag: "KeyIssued",
  role: "client",
  accountId: null,
  digest: KeyDigest.make("a".repeat(43)),
  prefix: KeyPrefix.make("fdb_aaaaaa"),
  plan: "developer"
}

const all = Effect.flatMap(EventLog, (log) => Stream.runCollect(log.export(logStart)))

/** Runs a program on one file, opened for it. */
const openedAnew = Effect.map(temporaryFolder, (folder) => {
  const path = join(folder, "events.db")
  return <A, E>(program: Effect.Effect<A, E, EventLog | EventsDatabase | ProductHeads>) =>
    Effect.provide(program, logAt(path), { local: true })
})

describe("events.db of an earlier version", () => {
  it.effect("is given the checksums of its events, and reads and appends as before", () =>
    Effect.gen(function* () {
      const opened = yield* openedAnew
      yield* opened(Effect.andThen(Effect.forEach([1, 2, 3], append), asVersion2))
      yield* opened(append(4))
      assert.lengthOf(yield* opened(all), 4)
    })
  )

  it.effect("goes on where giving checksums was cut off", () =>
    Effect.gen(function* () {
      const opened = yield* openedAnew
      const cutOff = Effect.map(EventsDatabase, (db) => {
        db.exec("UPDATE events SET checksum = '' WHERE position > 1; PRAGMA user_version = 2")
      })
      yield* opened(Effect.andThen(Effect.forEach([1, 2, 3], append), cutOff))
      assert.lengthOf(yield* opened(all), 3)
    })
  )

  it.effect("without the ledger's clock gets one, which has reached nothing", () =>
    Effect.gen(function* () {
      const opened = yield* openedAnew
      yield* opened(Effect.andThen(append(1), asVersion3))
      const clock = Effect.map(EventsDatabase, (db) => db.statement("SELECT reached_ms FROM usage_clock").all())
      assert.deepStrictEqual(yield* opened(clock), [])
      assert.lengthOf(yield* opened(all), 1)
    })
  )

  it.effect.each([
    { version: 4, downgrade: asVersion4, names: [] },
    { version: 5, downgrade: asVersion5, names: [{ key_id: keyId, name: `laptop of ${keyId}` }] },
    { version: 6, downgrade: asVersion6, names: [{ key_id: keyId, name: `laptop of ${keyId}` }] }
  ])(
    "$version: with other columns of keys is not taken for damaged; names that it has are kept beside the log",
    ({ downgrade, names }) =>
      Effect.gen(function* () {
        const path = join(yield* temporaryFolder, "events.db")
        const opened = <A, E>(program: Effect.Effect<A, E, EventLog | EventsDatabase>) =>
          Effect.provide(program, logAt(path), { local: true })
        const issue = Effect.flatMap(EventLog, (log) =>
          log.append([{ streamId: keyStream(keyId), expectedVersion: 0, events: [issued] }], {
            commandId: "command-1",
            actor: "cli"
          })
        )
        yield* opened(Effect.andThen(issue, downgrade))
        yield* refuseDamage(path)
        const kept = (sql: string) => opened(Effect.map(EventsDatabase, (db) => db.statement(sql).all()))
        assert.deepStrictEqual(yield* kept("SELECT role FROM key_directory"), [{ role: "client" }])
        assert.deepStrictEqual(yield* kept("SELECT key_id, name FROM key_names"), names)
        yield* refuseDamage(path)
      })
  )

  it.effect("with a table of product heads knows what is listed without it", () =>
    Effect.gen(function* () {
      const opened = yield* openedAnew
      const gone: StreamAppend<"product"> = {
        streamId: productStream(ProductId.make("off_2")),
        expectedVersion: 1,
        events: [{ _tag: "ProductWithdrawn", reason: "obsolete" }]
      }
      const withdraw = Effect.flatMap(EventLog, (log) => log.append([gone], { commandId: "command-2", actor: "cli" }))
      yield* opened(Effect.forEach([1, 2, 3], append).pipe(Effect.andThen(withdraw), Effect.andThen(asVersion7)))
      const listedIds = Effect.flatMap(ProductHeads, (heads) => heads.listed("off", null, 10))
      assert.deepStrictEqual(
        yield* opened(listedIds),
        ["off_1", "off_3"].map((id) => ProductId.make(id))
      )
      const left = Effect.map(EventsDatabase, (db) =>
        db.statement("SELECT name FROM sqlite_schema WHERE name = 'product_heads'").all()
      )
      assert.deepStrictEqual(yield* opened(left), [])
    })
  )

  it.effect("that has checksums gets none for an event that lost its own: it stays damaged", () =>
    Effect.gen(function* () {
      const opened = yield* openedAnew
      const damage = Effect.map(EventsDatabase, (db) => {
        db.exec("UPDATE events SET checksum = '' WHERE position = 2")
      })
      yield* opened(Effect.forEach([1, 2, 3], append).pipe(Effect.andThen(damage), Effect.andThen(asVersion3)))
      const read = yield* Effect.flip(opened(all))
      assert.strictEqual(read._tag, "EventUndecodable")
      assert.include(read.message, "off_2")
    })
  )
})
