import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { ProductId } from "../../../../domain/product/ProductId.ts"
import { byField } from "../../../../domain/search/SearchableProduct.ts"
import { Run } from "../../../../infra/inverted-index/Run.ts"
import { makeIndexOpener } from "../../../../infra/sqlite/product-index/OpenIndex.ts"
import { chunksOf, listSegment, takeSegmentNumber } from "../../../../infra/sqlite/product-index/SegmentStore.ts"
import { createProductIndex } from "../../../../infra/sqlite/product-index/IndexSchema.ts"
import { makeKnownWords } from "../../../../infra/sqlite/product-index/KnownWords.ts"
import { openSqlite, type SqliteDatabase } from "../../../../infra/sqlite/Sqlite.ts"

const letters = "abcdefghijklmnopqrstuvwxyz"
const wordOf = (number: number): string =>
  `m${[26 ** 2, 26, 1].map((place) => letters.charAt(Math.floor(number / place) % 26)).join("")}`

/** As the words of one product. */
const insert = (db: SqliteDatabase, words: ReadonlyArray<string>) =>
  db.write("insert words", () => {
    const segment = takeSegmentNumber(db)
    const run = new Run()
    const terms = byField((field) => (field === "name" ? words : []))
    run.add({ id: ProductId.make(`off_${segment}`), terms, exactNames: [], tags: [], staticRank: 0 }, segment)
    const { products } = run.write(chunksOf(db), segment)
    listSegment(db, { segment, products, deleted: 0 })
  })

const opened = Effect.gen(function* () {
  const db = yield* openSqlite({ path: ":memory:", synchronous: "NORMAL" })
  yield* db.write("create the tables", () => createProductIndex(db))
  yield* insert(
    db,
    Array.from({ length: 10_000 }, (_, number) => wordOf(number))
  )
  return db
})

describe("the words in memory", () => {
  it.effect("are all that the vocabulary has, however many parts it takes to read them", () =>
    Effect.gen(function* () {
      const known = yield* makeKnownWords(makeIndexOpener()).of(yield* opened)
      assert.strictEqual(known.size(), 10_000)
    })
  )

  it.effect("have what is written while they are read, on either side of the part, once", () =>
    Effect.gen(function* () {
      const db = yield* opened
      const opener = makeIndexOpener()
      const knownWords = makeKnownWords(opener)
      const reading = yield* Effect.forkChild(knownWords.of(db), { startImmediately: true })
      const written = ["butter", "zucchini"]
      yield* insert(db, written)
      opener.changed()
      knownWords.add(db, written)
      assert.isUndefined(reading.pollUnsafe())
      const known = yield* Fiber.join(reading)
      assert.deepStrictEqual(
        written.flatMap((word) => known.near(word, 0)),
        written.map((word) => ({ word, edits: 0 }))
      )
      assert.strictEqual(known.size(), 10_002)
    })
  )

  it.effect("are read once for all who wait for them", () =>
    Effect.gen(function* () {
      const db = yield* opened
      const knownWords = makeKnownWords(makeIndexOpener())
      const [one, other] = yield* Effect.all([knownWords.of(db), knownWords.of(db)], { concurrency: 2 })
      assert.strictEqual(one, other)
    })
  )
})
