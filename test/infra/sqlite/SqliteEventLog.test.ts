import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Result, Stream } from "effect"
import { keyStream, logStart } from "../../../domain/EventEnvelope.ts"
import { KeyId } from "../../../domain/key/KeyEvent.ts"
import { EventLog } from "../../../domain/ports/EventLog.ts"
import { EventsDatabase } from "../../../infra/sqlite/Sqlite.ts"
import { LogDamage, suite } from "../../contracts/EventLogContract.ts"
import * as LoggedEventsContract from "../../contracts/LoggedEventsContract.ts"
import { embeddedStores } from "../../support/EmbeddedStores.ts"

const damage = Layer.effect(
  LogDamage,
  Effect.map(EventsDatabase, (db) => ({
    set: (streamId, column, value) =>
      Effect.sync(() => void db.statement(`UPDATE events SET ${column} = ? WHERE stream_id = ?`).run(value, streamId))
  }))
)

const stores = damage.pipe(Layer.provideMerge(embeddedStores))

suite("SQLite", stores)
LoggedEventsContract.suite("SQLite", stores)

const stream = keyStream(KeyId.make("key_0123456789abcdef"))
const appended = Effect.gen(function* () {
  const log = yield* EventLog
  yield* log.append([{ streamId: stream, expectedVersion: 0, events: [{ _tag: "KeyDeactivated", reason: "test" }] }], {
    commandId: "command-1",
    actor: "cli"
  })
  return { log, set: (yield* LogDamage).set }
})

describe("the SQLite event log", () => {
  it.effect("does not pass over an event whose category is damaged, whichever category is read", () =>
    Effect.gen(function* () {
      const { log, set } = yield* appended
      yield* set(stream, "category", "kex")
      assert.include((yield* Effect.flip(log.read("key", logStart, 10))).message, "checksum")
      assert.include((yield* Effect.flip(log.read("product", logStart, 10))).message, "checksum")
    }).pipe(Effect.provide(stores))
  )

  it.effect("names the place of an event of which not even the stream can be read", () =>
    Effect.gen(function* () {
      const { log, set } = yield* appended
      yield* set(stream, "recorded_at", "not a number")
      const [found] = yield* Stream.runCollect(log.scan(logStart))
      assert.isTrue(found !== undefined && Result.isFailure(found.found))
      assert.include((yield* Effect.flip(log.readStream("key", stream))).message, "position 1")
      const [logged] = yield* Stream.runCollect(log.scanLogged(logStart))
      assert.include(logged?.damage?.message, "checksum")
    }).pipe(Effect.provide(stores))
  )

  it.effect("reads JSON that is no JSON any more as damage, not as a defect", () =>
    Effect.gen(function* () {
      const { log, set } = yield* appended
      yield* set(stream, "data", "{")
      assert.include((yield* Effect.flip(log.readStream("key", stream))).message, "checksum")
    }).pipe(Effect.provide(stores))
  )
})
