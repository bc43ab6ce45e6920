import { PgClient } from "@effect/sql-pg"
import { assert, it } from "@effect/vitest"
import { Context, Deferred, Effect, Fiber, Layer, Schema, Stream } from "effect"
import { isAtOrPast, logStart } from "../../../domain/EventEnvelope.ts"
import { EventLog } from "../../../domain/ports/EventLog.ts"
import { logHorizon } from "../../../infra/postgres/LogHorizon.ts"
import * as Postgres from "../../../infra/postgres/Postgres.ts"
import { freshDatabase, freshStores } from "../../support/cluster/PostgresDatabase.ts"
import { seededRandom } from "../../support/cluster/Seed.ts"
import { appendStatement, listing, product, readAll, readByPosition, readOn } from "./LogRig.ts"

const writers = 16
const appendsEach = 20
const contendedEach = 10

const onStores = <A, E>(guarantee: string, body: Effect.Effect<A, E, EventLog | PgClient.PgClient>): void =>
  it.live(guarantee, () => body.pipe(Effect.provide(freshStores, { local: true })), 60_000)

/** 16 writers, each append committed after a random delay. */
const writeWithDelays = Effect.fnUntraced(function* (random: () => number) {
  const client = yield* PgClient.PgClient
  const one = (writer: number) =>
    Effect.forEach(
      Array.from({ length: appendsEach }, (_, i) => `w${writer}-${i}`),
      (key) =>
        appendStatement(listing(key)).pipe(
          Effect.andThen(Effect.sleep(`${Math.floor(random() * 20)} millis`)),
          client.withTransaction
        ),
      { discard: true }
    )
  yield* Effect.forEach(Array.from({ length: writers }).keys(), one, { concurrency: writers, discard: true })
})

/** Two appends, of which the first commits only when a reader has seen the second. */
const overtakenUntil = Effect.fnUntraced(function* (seenSecond: Deferred.Deferred<void>) {
  const client = yield* PgClient.PgClient
  const hasAppended = yield* Deferred.make<void>()
  const first = appendStatement(listing("overtaken")).pipe(
    Effect.andThen(Deferred.succeed(hasAppended, undefined)),
    Effect.andThen(Deferred.await(seenSecond)),
    client.withTransaction
  )
  const second = Effect.andThen(Deferred.await(hasAppended), appendStatement(listing("overtaking")))
  yield* Effect.all([first, second], { concurrency: 2 })
})

onStores(
  "a reader that tails 16 writers with random commit delays sees every event once; by position it loses some",
  Effect.gen(function* () {
    const seenSecond = yield* Deferred.make<void>()
    const writing = yield* Effect.forkChild(
      // whatever the delays come to, one event is overtaken
      Effect.andThen(overtakenUntil(seenSecond), writeWithDelays(seededRandom("commit delays")))
    )
    const written = 2 + writers * appendsEach
    const seen: Array<string> = []
    const seenByPosition = new Set<string>()
    let cursor = logStart
    let position = 0
    let done = false
    while (true) {
      const page = yield* readOn(cursor)
      const rows = yield* readByPosition(position)
      seen.push(...page.streams)
      for (const row of rows) seenByPosition.add(row.stream_id)
      if (seenByPosition.has(product("overtaking"))) yield* Deferred.succeed(seenSecond, undefined)
      cursor = page.cursor
      position = rows.at(-1)?.position ?? position
      if (done && rows.length === 0 && page.streams.length === 0) break
      done = writing.pollUnsafe() !== undefined
      yield* Effect.sleep("5 millis")
    }
    yield* Fiber.join(writing)
    assert.strictEqual(new Set(seen).size, written)
    assert.lengthOf(seen, written)
    assert.isBelow(seenByPosition.size, written)
  })
)

const decodeHead = Schema.decodeUnknownSync(Schema.Array(Schema.Struct({ version: Schema.Int })))

/** Contended appends on 5 streams, each tried again on its new version; `before` runs first in the transaction. */
const contend = Effect.fnUntraced(function* (
  random: () => number,
  prefix: string,
  before: Effect.Effect<unknown, unknown, PgClient.PgClient>
) {
  const client = yield* PgClient.PgClient
  const appendNext = Effect.fnUntraced(function* (key: string) {
    yield* before
    const rows = yield* client.unsafe("SELECT version FROM stream_heads WHERE stream_id = $1", [product(key)])
    return yield* appendStatement(listing(key, decodeHead(rows)[0]?.version ?? 0))
  })
  const writer = Effect.gen(function* () {
    for (let done = 0; done < contendedEach;) {
      const won = yield* client.withTransaction(appendNext(`${prefix}${Math.floor(random() * 5)}`))
      if (won) done++
    }
  })
  yield* Effect.forEach(Array.from({ length: writers }), () => writer, { concurrency: writers, discard: true })
})

/** How many events of the prefix stand in the log after a later version of their stream. */
const outOfOrder = Effect.fnUntraced(function* (prefix: string) {
  const log = yield* EventLog
  const versions = new Map<string, number>()
  const events = yield* Stream.runCollect(log.export(logStart))
  const ours = events.filter(({ streamId }) => streamId.startsWith(product(prefix)))
  const wrong = ours.filter(({ streamId, streamVersion }) => {
    const isWrong = streamVersion !== (versions.get(streamId) ?? 0) + 1
    versions.set(streamId, streamVersion)
    return isWrong
  })
  return { events: ours.length, wrong: wrong.length }
})

onStores(
  "contended appends on 5 streams keep the order of versions; a transaction id taken before the lock breaks it",
  Effect.gen(function* () {
    const random = seededRandom("contended appends")
    const client = yield* PgClient.PgClient
    yield* contend(random, "lock", Effect.void)
    assert.deepStrictEqual(yield* outOfOrder("lock"), { events: writers * contendedEach, wrong: 0 })
    const takeIdAndWait = Effect.andThen(
      client.unsafe("SELECT pg_current_xact_id()::text"),
      Effect.suspend(() => Effect.sleep(`${Math.floor(random() * 80)} millis`))
    )
    yield* contend(random, "mutant", takeIdAndWait)
    const mutant = yield* outOfOrder("mutant")
    console.log(`mutant, id before lock: ${mutant.wrong} of ${mutant.events} out of order`)
    assert.isAbove(mutant.wrong, 0)
  })
)

/** Runs the effect beside a transaction that has written and stays open; it commits afterwards. */
const besideOpenTransaction = Effect.fnUntraced(function* <A, E, R>(
  client: PgClient.PgClient,
  write: Effect.Effect<unknown, unknown, PgClient.PgClient>,
  effect: Effect.Effect<A, E, R>
) {
  const written = yield* Deferred.make<void>()
  const released = yield* Deferred.make<void>()
  const transaction = yield* write.pipe(
    Effect.andThen(Deferred.succeed(written, undefined)),
    Effect.andThen(Deferred.await(released)),
    client.withTransaction,
    Effect.provideService(PgClient.PgClient, client),
    Effect.forkChild
  )
  yield* Deferred.await(written)
  const result = yield* effect
  yield* Deferred.succeed(released, undefined)
  yield* Fiber.join(transaction)
  return result
})

const appendOne = (key: string) =>
  EventLog.use((log) => log.append([listing(key)], { commandId: "test", actor: "system" }))

onStores(
  "behind an open append a reader waits, the horizon ages, and nothing is skipped; without the horizon it is",
  Effect.gen(function* () {
    const client = yield* PgClient.PgClient
    const { cursor } = yield* readAll
    const ages: Array<number> = []
    const mutant = yield* besideOpenTransaction(
      client,
      appendStatement(listing("slow")),
      Effect.gen(function* () {
        for (const key of ["one", "two", "three"]) {
          yield* appendOne(key)
          ages.push((yield* logHorizon).ageTransactions)
        }
        assert.deepStrictEqual((yield* readOn(cursor)).streams, [])
        return yield* readByPosition(0)
      })
    )
    assert.deepStrictEqual(
      ages,
      ages.toSorted((a, b) => a - b)
    )
    assert.isAbove(ages[2] ?? 0, ages[0] ?? 0)
    assert.deepStrictEqual((yield* readOn(cursor)).streams, ["slow", "one", "two", "three"].map(product))
    assert.strictEqual((yield* logHorizon).oldestWriterMs, 0)
    const after = yield* readByPosition(mutant.at(-1)?.position ?? 0)
    assert.notInclude(
      [...mutant, ...after].map(({ stream_id }) => stream_id),
      product("slow")
    )
  })
)

onStores(
  "an open transaction that writes in another database holds the reader back as well, and loses nothing",
  Effect.gen(function* () {
    const log = yield* EventLog
    const elsewhere = yield* Layer.build(Postgres.layer(yield* freshDatabase()))
    const other = Context.get(elsewhere, PgClient.PgClient)
    const { cursor } = yield* readAll
    yield* besideOpenTransaction(
      other,
      other.unsafe("CREATE TABLE written (n integer)"),
      Effect.gen(function* () {
        const appended = yield* appendOne("held")
        assert.isFalse(isAtOrPast(yield* log.end, appended))
        assert.deepStrictEqual((yield* readOn(cursor)).streams, [])
        assert.isAbove((yield* logHorizon).oldestWriterMs, 0)
      })
    )
    assert.deepStrictEqual((yield* readOn(cursor)).streams, [product("held")])
  }).pipe(Effect.scoped)
)
