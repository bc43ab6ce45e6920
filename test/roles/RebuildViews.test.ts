import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Exit, Layer } from "effect"
import { join } from "node:path"
import { seededRandom } from "../../bench/SyntheticCatalogue.ts"
import { productStream } from "../../domain/EventEnvelope.ts"
import { EventLog, EventUndecodable } from "../../domain/ports/EventLog.ts"
import type { ProductEvent } from "../../domain/product/ProductEvent.ts"
import type { ProductFacts } from "../../domain/product/ProductFacts.ts"
import { ProductId } from "../../domain/product/ProductId.ts"
import { EventsDatabase, openSqlite, type SqliteDatabase, ViewsDatabase } from "../../infra/sqlite/Sqlite.ts"
import * as SqliteProductIndex from "../../infra/sqlite/SqliteProductIndex.ts"
import { loadParked } from "../../infra/sqlite/SqliteCheckpoints.ts"
import { viewsCheckpoint } from "../../infra/sqlite/ViewsFile.ts"
import { ProductIndex } from "../../projections/ports/ProductIndex.ts"
import { productSearch } from "../../projections/product-search/ProductSearch.ts"
import { viewsBuiltAt } from "../../src/roles/EmbeddedViews.ts"
import { catchUp } from "../../src/roles/Projector.ts"
import { loadViews } from "../../src/roles/RebuildViews.ts"
import { embeddedStores, temporaryFolder } from "../support/EmbeddedStores.ts"
import { randomCatalogue, randomQuery } from "../support/RandomCatalogue.ts"
import { searchByWords } from "../../src/queries/WordSearch.ts"

/** Several pages of the load. */
const catalogue: ReadonlyArray<ProductFacts> = Array.from({ length: 12 }, (_, seed) => seed + 1).flatMap((seed) =>
  randomCatalogue(seed).map(({ facts }, i) => ({ ...facts, id: ProductId.make(`off_${seed}000${i}`) }))
)

const listedAs = (facts: ProductFacts) => ({ facts, fingerprint: "" })

/** Every product is listed; then many are revised, withdrawn and relisted, some of them again and again. */
const history = (): ReadonlyArray<{
  readonly id: ProductId
  readonly version: number
  readonly event: ProductEvent
}> => {
  const random = seededRandom(7)
  const versions = new Map<ProductId, number>()
  const withdrawn = new Set<ProductId>()
  const next = (facts: ProductFacts, event: ProductEvent) => {
    const version = versions.get(facts.id) ?? 0
    versions.set(facts.id, version + 1)
    return { id: facts.id, version, event }
  }
  const change = (facts: ProductFacts) => {
    if (withdrawn.delete(facts.id)) return next(facts, { _tag: "ProductRelisted", ...listedAs(facts) })
    if (random() < 0.5) {
      withdrawn.add(facts.id)
      return next(facts, { _tag: "ProductWithdrawn", reason: "gone" })
    }
    const other = catalogue[Math.floor(random() * catalogue.length)] ?? facts
    return next(facts, { _tag: "ProductRevised", ...listedAs({ ...other, id: facts.id }) })
  }
  return [
    ...catalogue.map((facts) => next(facts, { _tag: "ProductListed", ...listedAs(facts) })),
    ...Array.from({ length: catalogue.length }, () => catalogue[Math.floor(random() ** 2 * catalogue.length)]).flatMap(
      (facts) => (facts === undefined ? [] : [change(facts)])
    )
  ]
}

const append = Effect.fnUntraced(function* (events: ReturnType<typeof history>) {
  const log = yield* EventLog
  for (const { event, id, version } of events) {
    yield* log.append([{ streamId: productStream(id), expectedVersion: version, events: [event] }], {
      commandId: "test",
      actor: "cli"
    })
  }
})

/** Views in a file of their own that are filled, closed, and opened as the service opens them. */
const viewsBy = <E, R>(name: string, fill: Effect.Effect<unknown, E, R>) =>
  Effect.gen(function* () {
    const path = join(yield* temporaryFolder, name)
    yield* Effect.scoped(Effect.flatMap(Layer.build(viewsBuiltAt(path)), (built) => Effect.provide(fill, built)))
    const db = yield* openSqlite({ path, synchronous: "NORMAL" })
    const opened = SqliteProductIndex.layer.pipe(Layer.provide(Layer.succeed(ViewsDatabase, { current: () => db })))
    return { db, index: Context.get(yield* Layer.build(opened), ProductIndex) }
  })

const tables = (db: SqliteDatabase) => {
  db.exec("INSERT INTO product_words (product_words) VALUES ('integrity-check')")
  const all = (sql: string) => db.statement(sql).all()
  return {
    vocabulary: all("SELECT * FROM vocabulary ORDER BY term"),
    products: all(
      "SELECT id, version, rank IS NULL, barcode, precedence, terms, exact_names, facts FROM products ORDER BY id"
    ),
    exactNames: all(
      "SELECT name, id, flags FROM exact_names JOIN products ON products.rank = exact_names.rank ORDER BY name, id"
    ),
    schema: all("SELECT name, sql FROM sqlite_schema ORDER BY name")
  }
}

const answers = Effect.fnUntraced(function* (index: ProductIndex["Service"]) {
  return {
    digest: yield* index.digest,
    pages: yield* Effect.forEach(
      Array.from({ length: 60 }, (_, seed) => randomQuery(seed + 1)),
      (query) => searchByWords(index, query)
    ),
    barcodes: yield* Effect.forEach(catalogue, ({ barcode }) => index.idsOfBarcode(barcode ?? ""))
  }
})

const segments = (db: SqliteDatabase) =>
  Number(db.statement("SELECT count(DISTINCT segid) AS segments FROM product_words_idx").get()?.["segments"])

const stepByStep = viewsBy(
  "steps.db",
  catchUp(productSearch, viewsCheckpoint, () => Effect.void)
)

describe("views that are loaded in bulk", () => {
  it.live("hold and answer what steps make of the same log, be it written to meanwhile", () =>
    Effect.gen(function* () {
      const events = history()
      const early = Math.floor(events.length * 0.8)
      yield* append(events.slice(0, early))
      let isFirst = true
      let told = 0
      const writeMeanwhile = (count: number) =>
        Effect.suspend(() => {
          told += count
          if (!isFirst) return Effect.void
          isFirst = false
          return append(events.slice(early))
        })
      const loaded = yield* viewsBy("loaded.db", loadViews(writeMeanwhile))
      const steps = yield* stepByStep
      assert.strictEqual(told, events.length)
      assert.deepStrictEqual(tables(loaded.db), tables(steps.db))
      assert.deepStrictEqual(yield* answers(loaded.index), yield* answers(steps.index))
    }).pipe(Effect.provide(embeddedStores))
  )

  it.live("have one segment of words, and are merged again as they are written", () =>
    Effect.gen(function* () {
      const events = history()
      yield* append(events)
      const loaded = yield* viewsBy(
        "loaded.db",
        loadViews(() => Effect.void)
      )
      assert.strictEqual(segments(loaded.db), 1)
      const puts = randomCatalogue(1).map(
        (document) => ({ _tag: "Put", document: { ...document, version: 1_000_000 } }) as const
      )
      for (const put of puts) yield* loaded.index.apply([put])
      assert.isBelow(segments(loaded.db), 20)
    }).pipe(Effect.provide(embeddedStores))
  )

  it.live("park what steps park: of a stream they hold what it was before the event that cannot be read", () =>
    Effect.gen(function* () {
      const events = history()
      yield* append(events)
      const log = yield* EventsDatabase
      const long = log.statement("SELECT stream_id FROM events WHERE stream_version = 4 LIMIT 5").all()
      // the newest one, those that later ones make void, the first, and two of one stream
      const poison = long.map((row, i) => ({ streamId: String(row["stream_id"]), version: [4, 3, 2, 1][i] ?? 2 }))
      for (const { streamId, version } of [...poison, ...poison.slice(4).map((event) => ({ ...event, version: 4 }))]) {
        log
          .statement("UPDATE events SET actor = 'nobody' WHERE stream_id = ? AND stream_version = ?")
          .run(streamId, version)
      }
      const loaded = yield* viewsBy(
        "loaded.db",
        loadViews(() => Effect.void)
      )
      const steps = yield* stepByStep
      assert.deepStrictEqual(tables(loaded.db), tables(steps.db))
      assert.deepStrictEqual(yield* answers(loaded.index), yield* answers(steps.index))
      for (const { db } of [loaded, steps]) {
        assert.sameDeepMembers(
          loadParked(db, viewsCheckpoint).map(({ streamId, version }) => ({ streamId, version })),
          poison
        )
        for (const { streamId, version } of poison) {
          const held = db.statement("SELECT version FROM products WHERE 'product-' || id = ?").get(streamId)
          assert.strictEqual(held?.["version"] ?? 0, version - 1)
        }
      }
    }).pipe(Effect.provide(embeddedStores))
  )

  it.live("stop at an event whose stream cannot be told, and name it", () =>
    Effect.gen(function* () {
      yield* append(history())
      const log = yield* EventsDatabase
      log.statement("UPDATE events SET stream_id = 'food-1' WHERE position = 700").run()
      const exit = yield* Effect.exit(
        viewsBy(
          "loaded.db",
          loadViews(() => Effect.void)
        )
      )
      const failure = Exit.findErrorOption(exit)
      assert.isTrue(failure._tag === "Some" && failure.value instanceof EventUndecodable)
      assert.include(failure._tag === "Some" ? failure.value.message : "", "food-1")
    }).pipe(Effect.provide(embeddedStores))
  )

  it.live("of an empty log are empty", () =>
    Effect.gen(function* () {
      const loaded = yield* viewsBy(
        "loaded.db",
        loadViews(() => Effect.void)
      )
      const steps = yield* stepByStep
      assert.deepStrictEqual(tables(loaded.db), tables(steps.db))
      assert.deepStrictEqual(yield* answers(loaded.index), yield* answers(steps.index))
    }).pipe(Effect.provide(embeddedStores))
  )
})
