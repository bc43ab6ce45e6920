import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Exit, Layer, type Scope } from "effect"
import type { StorageUnavailable } from "../../../domain/ports/StorageUnavailable.ts"
import { mergeAll } from "../../../infra/sqlite/product-index/SegmentMerging.ts"
import { listedSegments } from "../../../infra/sqlite/product-index/SegmentStore.ts"
import * as SqliteProductIndex from "../../../infra/sqlite/SqliteProductIndex.ts"
import { openSqlite, type SqliteDatabase, ViewsDatabase } from "../../../infra/sqlite/Sqlite.ts"
import { ProductIndex } from "../../../projections/ports/ProductIndex.ts"
import { searchByWords } from "../../../src/queries/WordSearch.ts"
import { bruteForceSearch } from "../../support/BruteForceSearch.ts"
import { randomCatalogue } from "../../support/RandomCatalogue.ts"

const milk = { text: "milk", language: "en", region: null, source: null, limit: 50, offset: 0 } as const
const documents = randomCatalogue(99).slice(0, 40)
const puts = documents.map((document) => ({ _tag: "Put", document }) as const)
const revised = documents.slice(0, 10).map((document) => ({ ...document, version: 2 }))
const changes = revised.map((document) => ({ _tag: "Put", document }) as const)

interface Cuttable {
  readonly db: SqliteDatabase
  /** the next write that fails, counted from one; 0: none */
  cutAt: number
  writes: number
}

/** A database whose writes fail from one on, as if the process had ended there. */
const cuttable = Effect.gen(function* () {
  const db = yield* openSqlite({ path: ":memory:", synchronous: "NORMAL" })
  const cut: Cuttable = {
    cutAt: 0,
    writes: 0,
    db: {
      ...db,
      statement: (sql) => {
        if (/^\s*(INSERT|UPDATE|DELETE)/.test(sql)) {
          cut.writes++
          if (cut.cutAt > 0 && cut.writes >= cut.cutAt) throw new Error("the process ended")
        }
        return db.statement(sql)
      }
    }
  }
  const views = Layer.succeed(ViewsDatabase, { current: () => cut.db })
  const index = Context.get(
    yield* Layer.build(SqliteProductIndex.layerUnmerged.pipe(Layer.provide(views))),
    ProductIndex
  )
  for (const put of puts) yield* index.apply([put])
  return { cut, index }
})

type Work = (parts: Effect.Success<typeof cuttable>) => Effect.Effect<void, StorageUnavailable>

/** Cuts the work off at each of its writes in turn, on a database of its own; `after` says what has to hold then. */
const cutEverywhere = Effect.fnUntraced(function* (
  work: Work,
  after: (parts: Effect.Success<typeof cuttable>) => Effect.Effect<void, StorageUnavailable, Scope.Scope>
) {
  let cuts = 0
  for (let cutAt = 1; ; cutAt++) {
    const isOver = yield* Effect.scoped(
      Effect.gen(function* () {
        const parts = yield* cuttable
        Object.assign(parts.cut, { writes: 0, cutAt })
        const exit = yield* Effect.exit(work(parts))
        parts.cut.cutAt = 0
        if (Exit.isSuccess(exit)) return true
        yield* after(parts)
        return false
      })
    )
    if (isOver) return cuts
    cuts++
  }
})

const answers = Effect.fnUntraced(function* (index: ProductIndex["Service"]) {
  assert.deepStrictEqual(yield* searchByWords(index, milk), bruteForceSearch(documents, milk))
})

describe("writes of the inverted index that are cut off", () => {
  it.effect("a change leaves nothing of itself, and can be done again", () =>
    Effect.gen(function* () {
      const cuts = yield* cutEverywhere(
        ({ index }) => index.apply(changes),
        Effect.fnUntraced(function* ({ index }) {
          yield* answers(index)
          const { checksum } = yield* index.digest
          yield* index.apply(changes)
          yield* answers(index)
          assert.notStrictEqual((yield* index.digest).checksum, checksum)
        })
      )
      assert.isAbove(cuts, 20)
    })
  )

  it.effect("a merge changes no answer, leaves no chunk behind, and can be done again", () =>
    Effect.gen(function* () {
      const chunks = (db: SqliteDatabase) =>
        Number(db.statement("SELECT count(*) AS count FROM index_chunks").get()?.["count"])
      const whole = yield* Effect.scoped(
        Effect.gen(function* () {
          const { cut } = yield* cuttable
          yield* mergeAll(cut.db, () => {})
          return chunks(cut.db)
        })
      )
      const cuts = yield* cutEverywhere(
        ({ cut }) => mergeAll(cut.db, () => {}),
        Effect.fnUntraced(function* ({ cut, index }) {
          yield* answers(index)
          // the merged one is in the place of the others wholly or not at all
          assert.include([puts.length, 1], listedSegments(cut.db).length)
          // as the next process does where it opens the index
          const views = Layer.succeed(ViewsDatabase, { current: () => cut.db })
          yield* Layer.build(SqliteProductIndex.layerUnmerged.pipe(Layer.provide(views)))
          yield* mergeAll(cut.db, () => {})
          assert.strictEqual(chunks(cut.db), whole)
          assert.strictEqual(listedSegments(cut.db).length, 1)
        })
      )
      assert.isAbove(cuts, 20)
    })
  )
})
