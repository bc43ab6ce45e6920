import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { createProductIndex } from "../../../../infra/sqlite/product-index/IndexSchema.ts"
import { makeKnownWords } from "../../../../infra/sqlite/product-index/KnownWords.ts"
import { openSqlite, type SqliteDatabase } from "../../../../infra/sqlite/Sqlite.ts"

const letters = "abcdefghijklmnopqrstuvwxyz"
const wordOf = (number: number): string =>
  `m${[26 ** 2, 26, 1].map((place) => letters.charAt(Math.floor(number / place) % 26)).join("")}`

const insert = (db: SqliteDatabase, words: ReadonlyArray<string>) =>
  db.write("insert words", () => {
    const statement = db.statement("INSERT INTO vocabulary (term, products) VALUES (?, 1)")
    for (const word of words) statement.run(word)
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
  it.effect("are all that the vocabulary has, however many pages it takes to read them", () =>
    Effect.gen(function* () {
      const known = yield* makeKnownWords().of(yield* opened)
      assert.strictEqual(known.size(), 10_000)
    })
  )

  it.effect("have what is written while they are read, on either side of the page, once", () =>
    Effect.gen(function* () {
      const db = yield* opened
      const knownWords = makeKnownWords()
      const reading = yield* Effect.forkChild(knownWords.of(db), { startImmediately: true })
      const written = ["butter", "zucchini"]
      yield* insert(db, written)
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
      const knownWords = makeKnownWords()
      const [one, other] = yield* Effect.all([knownWords.of(db), knownWords.of(db)], { concurrency: 2 })
      assert.strictEqual(one, other)
    })
  )
})
