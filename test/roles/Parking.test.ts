import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Layer, Logger, Schema } from "effect"
import { TestClock } from "effect/testing"
import { productStream } from "../../domain/EventEnvelope.ts"
import { EventLog } from "../../domain/ports/EventLog.ts"
import { ProductId } from "../../domain/product/ProductId.ts"
import { EventsDatabase, openSqlite, ViewsDatabase } from "../../infra/sqlite/Sqlite.ts"
import * as SqliteCheckpoints from "../../infra/sqlite/SqliteCheckpoints.ts"
import { parkedStreamsMax } from "../../projections/ParkedStreams.ts"
import { Checkpoints } from "../../projections/ports/Checkpoints.ts"
import { type ProductChange, ProductIndex } from "../../projections/ports/ProductIndex.ts"
import { productSearch } from "../../projections/product-search/ProductSearch.ts"
import { catchUp, ProjectorPace } from "../../src/roles/Projector.ts"
import { embeddedStores } from "../support/EmbeddedStores.ts"
import { listed } from "../support/Facts.ts"
import { memoryVocabulary } from "../support/MemoryVocabulary.ts"

const meta = { commandId: "test", actor: "cli" } as const
const id = (name: string) => ProductId.make(`c_${name}`)

/** The newest version of each product that was written. */
class Held extends Context.Service<Held, Map<string, number>>()("test/roles/Held") {}

const versionOf = (change: ProductChange): readonly [string, number] =>
  change._tag === "Put" ? [change.document.facts.id, change.document.version] : [change.id, change.version]

/** An index that may be written to late and twice. */
const index = Layer.effect(
  ProductIndex,
  Effect.map(Held, (held) =>
    ProductIndex.of({
      apply: (changes) =>
        Effect.sync(() => {
          for (const [name, version] of changes.map(versionOf)) held.set(name, Math.max(held.get(name) ?? 0, version))
        }),
      vocabulary: memoryVocabulary([]),
      search: () => Effect.die("not asked"),
      findById: () => Effect.die("not asked"),
      findByBarcode: () => Effect.die("not asked"),
      idsOfBarcode: () => Effect.die("not asked"),
      digest: Effect.die("not asked")
    })
  )
)

const held = Effect.map(Held, (versions) => Object.fromEntries(versions))

const views = Layer.effect(
  ViewsDatabase,
  Effect.map(openSqlite({ path: ":memory:", synchronous: "NORMAL" }), (db) => ({ current: () => db }))
)

const stores = Layer.mergeAll(embeddedStores, SqliteCheckpoints.layer.pipe(Layer.provide(views)), index).pipe(
  Layer.provideMerge(Layer.sync(Held, () => new Map<string, number>()))
)

/** Appends an event to each stream in turn: `aab` are two of a, one of b. */
const append = Effect.fnUntraced(function* (names: string) {
  const log = yield* EventLog
  for (const name of names) {
    const streamId = productStream(id(name))
    const expectedVersion = yield* headOf(streamId)
    const event = listed({ id: id(name) }, `${expectedVersion}`)
    yield* log.append([{ streamId, expectedVersion, events: [event] }], meta)
  }
})

const headOf = (streamId: string) =>
  Effect.map(EventsDatabase, (db) =>
    Number(db.statement("SELECT max(stream_version) AS head FROM events WHERE stream_id = ?").get(streamId)?.["head"])
  )

const setActor = Effect.fnUntraced(function* (name: string, version: number, actor: string) {
  ;(yield* EventsDatabase)
    .statement("UPDATE events SET actor = ? WHERE stream_id = ? AND stream_version = ?")
    .run(actor, productStream(id(name)), version)
})
const damage = (name: string, version: number) => setActor(name, version, "nobody")
const mend = (name: string, version: number) => setActor(name, version, "cli")

const project = catchUp(productSearch, "test", () => Effect.void)
const parked = Effect.map(
  Effect.flatMap(Checkpoints, (checkpoints) => checkpoints.parked("test")),
  (streams) => streams.map(({ streamId, version }) => `${streamId} ${version}`)
)
const isUpToDate = Effect.gen(function* () {
  const place = yield* (yield* Checkpoints).load("test")
  return (yield* (yield* EventLog).countAfter("product", place)) === 0
})

const pace = (batchSizeMax: number, concurrency = 1, stepsPerShow = 1) =>
  Effect.provideService(ProjectorPace, { batchSizeMax, concurrency, stepsPerShow })

describe("a projection that meets an event that cannot be read", () => {
  it.effect("goes on with all other streams, and shows of this one what it was before", () =>
    Effect.gen(function* () {
      yield* append("abaabab")
      yield* damage("a", 3)
      yield* project
      assert.deepStrictEqual(yield* held, { c_a: 2, c_b: 3 })
      assert.deepStrictEqual(yield* parked, ["product-c_a 3"])
      yield* append("abc")
      yield* project
      assert.deepStrictEqual(yield* held, { c_a: 2, c_b: 4, c_c: 1 })
      assert.isTrue(yield* isUpToDate)
    }).pipe(Effect.provide(stores))
  )

  it.effect("follows the stream again, from what it kept back, once the event can be read", () =>
    Effect.gen(function* () {
      yield* append("aaaab")
      yield* damage("a", 2)
      yield* project
      assert.deepStrictEqual(yield* held, { c_a: 1, c_b: 1 })
      yield* mend("a", 2)
      yield* project
      assert.deepStrictEqual(yield* held, { c_a: 4, c_b: 1 })
      assert.deepStrictEqual(yield* parked, [])
      yield* append("a")
      yield* project
      assert.deepStrictEqual(yield* held, { c_a: 5, c_b: 1 })
    }).pipe(Effect.provide(stores))
  )

  it.effect("keeps the stream while another event of it cannot be read, and says which", () =>
    Effect.gen(function* () {
      yield* append("aaaa")
      yield* damage("a", 2)
      yield* damage("a", 4)
      yield* project
      yield* mend("a", 2)
      yield* project
      assert.deepStrictEqual(yield* held, { c_a: 1 })
      const [stream] = yield* (yield* Checkpoints).parked("test")
      assert.include(stream?.reason, "version 4")
      yield* mend("a", 4)
      yield* project
      assert.deepStrictEqual(yield* held, { c_a: 4 })
    }).pipe(Effect.provide(stores))
  )

  it.effect("where the event's name was what was damaged, brings the stream along that it is of", () =>
    Effect.gen(function* () {
      yield* append("aba")
      const db = yield* EventsDatabase
      const rename = (from: string, to: string) =>
        db.statement("UPDATE events SET stream_id = ? WHERE stream_id = ? AND stream_version = 2").run(to, from)
      rename("product-c_a", "product-c_x")
      yield* project
      assert.deepStrictEqual(yield* parked, ["product-c_x 2"])
      assert.deepStrictEqual(yield* held, { c_a: 1, c_b: 1 })
      rename("product-c_x", "product-c_a")
      yield* project
      assert.deepStrictEqual(yield* held, { c_a: 2, c_b: 1 })
      assert.deepStrictEqual(yield* parked, [])
    }).pipe(Effect.provide(stores))
  )

  it.effect("never releases a stream whose event is gone from the log", () =>
    Effect.gen(function* () {
      yield* append("aab")
      yield* damage("a", 2)
      yield* project
      ;(yield* EventsDatabase).exec("DELETE FROM events WHERE actor = 'nobody'")
      yield* project
      assert.deepStrictEqual(yield* parked, ["product-c_a 2"])
      const [stream] = yield* (yield* Checkpoints).parked("test")
      assert.include(stream?.reason, "not in the log any more")
    }).pipe(Effect.provide(stores))
  )

  it.effect("says so at level error once for each stream, and when it follows it again", () =>
    Effect.gen(function* () {
      const lines: Array<string> = []
      const logger = Logger.make(({ logLevel, message }) => void lines.push(`${logLevel} ${String(message)}`))
      yield* TestClock.adjust("1 second")
      yield* append("aaab")
      yield* damage("a", 2)
      yield* Effect.gen(function* () {
        yield* project
        yield* append("ab")
        yield* project
        assert.lengthOf(lines, 1)
        assert.match(lines[0] ?? "", /^Error .*product-search parks product-c_a: .*before version 2/)
        yield* mend("a", 2)
        yield* project
        assert.match(lines[1] ?? "", /^Info .*follows product-c_a again/)
        yield* project
        assert.lengthOf(lines, 2)
      }).pipe(Effect.provide(Logger.layer([logger])))
    }).pipe(Effect.provide(stores))
  )

  it.effect("stops, as for want of parking, where more streams would be parked than make sense", () =>
    Effect.gen(function* () {
      const log = yield* EventLog
      const streams = Array.from({ length: parkedStreamsMax + 1 }, (_, i) => id(`many_${i}`))
      yield* log.append(
        streams.map((name) => ({ streamId: productStream(name), expectedVersion: 0, events: [listed({ id: name })] })),
        meta
      )
      yield* append("z")
      ;(yield* EventsDatabase).exec("UPDATE events SET actor = 'nobody' WHERE position <= 1001")
      const failure = yield* Effect.flip(project.pipe(pace(100)))
      assert.include(failure.message, "more than 1,000 streams would be parked")
      assert.lengthOf(yield* parked, parkedStreamsMax)
      assert.deepStrictEqual(yield* held, {})
      yield* mend("many_3", 1)
      yield* project.pipe(pace(100))
      assert.deepStrictEqual(yield* held, { c_many_3: 1, c_z: 1 })
    }).pipe(Effect.provide(stores))
  )

  const Names = Schema.Array(Schema.Literals(["a", "b", "c"])).check(Schema.isMaxLength(24))
  const Small = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 5 }))
  it.effect.prop(
    "whatever is damaged, and however pages fall, ends where a log that never was ends once it is mended",
    [Names, Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 24 }))), Small, Small],
    ([names, positions, batchSizeMax, steps]) =>
      Effect.gen(function* () {
        yield* append(names.join(""))
        const db = yield* EventsDatabase
        const poison = positions.filter((position) => position <= names.length)
        for (const position of poison) {
          db.statement("UPDATE events SET actor = 'nobody' WHERE position = ?").run(position)
        }
        const expected: Record<string, number> = {}
        const stopped = new Set<string>()
        for (const [i, name] of names.entries()) {
          if (poison.includes(i + 1)) stopped.add(name)
          if (!stopped.has(name)) expected[`c_${name}`] = (expected[`c_${name}`] ?? 0) + 1
        }
        const run = project.pipe(pace(batchSizeMax, Math.min(steps, 3), steps))
        yield* run
        assert.deepStrictEqual(yield* held, expected)
        assert.lengthOf(yield* parked, stopped.size)
        db.exec("UPDATE events SET actor = 'cli'")
        yield* run
        const whole: Record<string, number> = {}
        for (const name of names) whole[`c_${name}`] = (whole[`c_${name}`] ?? 0) + 1
        assert.deepStrictEqual(yield* held, whole)
        assert.deepStrictEqual(yield* parked, [])
        assert.isTrue(yield* isUpToDate)
      }).pipe(Effect.provide(stores, { local: true }))
  )
})
