import { assert, describe, it } from "@effect/vitest"
import { PgClient } from "@effect/sql-pg"
import { Effect, Layer, Redacted, Stream } from "effect"
import { createHash, randomBytes } from "node:crypto"
import { seededRandom } from "../../bench/SyntheticCatalogue.ts"
import { type Cursor, type EventEnvelope, logStart, productStream } from "../../domain/EventEnvelope.ts"
import { EventLog } from "../../domain/ports/EventLog.ts"
import { ProductHeads } from "../../domain/ports/ProductHeads.ts"
import { ProductId } from "../../domain/product/ProductId.ts"
import { summaryAt, versionsAt } from "../../infra/postgres/PostgresProductVersions.ts"
import * as Postgres from "../../infra/postgres/Postgres.ts"
import * as PostgresStores from "../../infra/postgres/PostgresStores.ts"
import { listed } from "../support/Facts.ts"
import { databaseUrl } from "../support/cluster/Servers.ts"

const seed = 4_711
const appends = 400
/** Ids that a collation of people orders otherwise than bytes do. */
const ids = Array.from({ length: 60 }, (_, i) =>
  ProductId.make(["c_a_b", "c_ab", "c_a-b", "c_a", "off_", "usda_"][i % 6] + (i % 6 < 4 ? `${i}` : String(i)))
)

/** A database whose own order of text is not that of bytes, dropped with the scope. */
const peoplesDatabase = Effect.gen(function* () {
  const name = `test_${randomBytes(6).toString("hex")}`
  const administer = (statement: string) =>
    PgClient.PgClient.use((client) => client.unsafe(statement).unprepared).pipe(
      Effect.provide(Postgres.layer(Redacted.make(databaseUrl()), { maxConnections: 1 }), { local: true }),
      Effect.orDie
    )
  yield* Effect.acquireRelease(
    administer(`CREATE DATABASE ${name} TEMPLATE template0 LOCALE_PROVIDER icu ICU_LOCALE 'en-US'`),
    () => administer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
  )
  const url = new URL(databaseUrl())
  url.pathname = `/${name}`
  return Redacted.make(url.href)
})

const stores = Layer.unwrap(
  Effect.map(peoplesDatabase, (url) =>
    PostgresStores.stores.pipe(
      Layer.provideMerge(PostgresStores.checked()),
      Layer.provideMerge(Postgres.layer(url, { maxConnections: 3 }))
    )
  )
)

/** Lists, revises, withdraws and relists; the cursors of all appends. */
const writeLog = Effect.gen(function* () {
  const [log, heads] = [yield* EventLog, yield* ProductHeads]
  const random = seededRandom(seed)
  const cursors: Array<Cursor> = [logStart]
  for (let i = 0; i < appends; i++) {
    const id = ids[Math.floor(random() * ids.length)] ?? ProductId.make("c_none")
    const [head] = yield* heads.of([id])
    const event =
      head?.state.status === "listed" && random() < 0.3
        ? ({ _tag: "ProductWithdrawn", reason: "test" } as const)
        : listed({ id }, `f${i}`)
    const append = { streamId: productStream(id), expectedVersion: head?.version ?? 0, events: [event] }
    cursors.push(yield* log.append([append], { commandId: "test", actor: "cli" }))
  }
  return cursors
})

/** What stands in the log up to the place, in the order of bytes, by the definition. */
const foldTo = (events: ReadonlyArray<EventEnvelope>, { position }: Cursor) => {
  const newest = new Map<string, { readonly version: number; readonly isWithdrawn: boolean }>()
  for (const { cursor, event, streamId, streamVersion } of events) {
    if (cursor.position > position) continue
    newest.set(streamId.slice("product-".length), {
      version: streamVersion,
      isWithdrawn: event._tag === "ProductWithdrawn"
    })
  }
  return [...newest].map(([id, product]) => ({ id, ...product })).toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

describe("what the log holds of products at a place", () => {
  it.live(`is the same at any later time, in the order of bytes whatever the database's own is (seed ${seed})`, () =>
    Effect.gen(function* () {
      const cursors = yield* writeLog
      const events = yield* Stream.runCollect((yield* EventLog).export(logStart))
      for (const cursor of cursors.filter((_, i) => i % 9 === 0 || i === cursors.length - 1)) {
        const expected = foldTo(events, cursor)
        const pages = yield* Stream.runCollect(versionsAt(cursor))
        assert.deepStrictEqual<unknown>(pages.flat(), expected)
        const hash = createHash("sha256")
        for (const { id, version } of expected) hash.update(`${id} ${version}\n`)
        const { digest, samples } = yield* summaryAt(cursor, 5, new Map(), () => Effect.void)
        const withdrawn = expected.filter(({ isWithdrawn }) => isWithdrawn).length
        assert.deepStrictEqual(digest, {
          products: expected.length - withdrawn,
          withdrawn,
          checksum: hash.digest("hex")
        })
        assert.strictEqual(samples.length, Math.min(5, expected.length))
        for (const sample of samples) assert.deepInclude<unknown>(expected, sample)
      }
      assert.isAtLeast(foldTo(events, cursors.at(-1) ?? logStart).length, 50)
    }).pipe(Effect.provide(stores))
  )

  it.live("a page of the heads is read along their index", () =>
    Effect.gen(function* () {
      const client = yield* PgClient.PgClient
      const plan = yield* client.unsafe<object>(
        `EXPLAIN SELECT stream_id FROM stream_heads
         WHERE stream_id COLLATE "C" > 'product-' ORDER BY stream_id COLLATE "C" LIMIT 10`
      )
      assert.notInclude(JSON.stringify(plan), "Sort")
      assert.include(JSON.stringify(plan), "stream_heads_pkey")
    }).pipe(Effect.provide(stores))
  )
})
