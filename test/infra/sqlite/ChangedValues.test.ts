import { assert, describe, it } from "@effect/vitest"
import { Cause, Effect, Exit } from "effect"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { temporaryFolder } from "../../support/EmbeddedStores.ts"
import { askAll, catchUpWithLog, digestOf, directoryIn, fillDirectory } from "../../support/SmallDirectory.ts"

/** Changes values as a flipped bit would: behind the back of those who have the file open. */
const change = (path: string, sql: string) =>
  Effect.sync(() => {
    const db = new DatabaseSync(path)
    db.exec(sql)
    db.close()
  })

const facts = ["a product by id", "a product by barcode", "a word", "two words", "a beginning", "a misspelt word"]
const keys = ["a valid key", "a deactivated key"]

interface Change {
  readonly file: "views.db" | "events.db"
  readonly sql: string
  /** the questions that must be left without an answer */
  readonly unanswered: ReadonlyArray<string>
}

const changes: Readonly<Record<string, Change>> = {
  "a kcal": {
    file: "views.db",
    sql: `UPDATE products SET facts = replace(facts, '[61,', '[71,')`,
    unanswered: [...facts, "a need"]
  },
  "the number of a product": {
    file: "views.db",
    sql: "UPDATE products SET number = number + 1000 WHERE id = 'off_7'",
    unanswered: ["a product by id", "a misspelt word", "a need"]
  },
  "the row that an index leads to": {
    file: "views.db",
    sql: "UPDATE products SET id = 'off_700' WHERE id = 'off_8'",
    unanswered: ["an unknown id"]
  },
  "a vector": {
    file: "views.db",
    sql: "UPDATE product_vectors SET vector = zeroblob(length(vector)), sequence = sequence + 1",
    unanswered: ["a need"]
  },
  "the plan of a key": {
    file: "events.db",
    sql: "UPDATE key_directory SET plan = 'enterprise'",
    unanswered: keys
  },
  "that a key is deactivated": {
    file: "events.db",
    sql: "UPDATE key_directory SET active = 1",
    unanswered: ["a deactivated key"]
  },
  "the digest of a key, to that which was rotated away": {
    file: "events.db",
    sql: `UPDATE key_directory SET digest = '${digestOf("b")}', active = 1 WHERE digest = '${digestOf("c")}'`,
    unanswered: ["a key that was rotated away"]
  }
}

describe("a value that changes in its row while the service runs is no answer", () => {
  for (const [what, { file, sql, unanswered }] of Object.entries(changes)) {
    it.live(what, () =>
      Effect.gen(function* () {
        const folder = yield* temporaryFolder
        yield* Effect.gen(function* () {
          yield* fillDirectory
          yield* catchUpWithLog
          const before = yield* askAll
          yield* change(join(folder, file), sql)
          const failed = (yield* askAll).flatMap(({ answer, question }, i) => {
            if (Exit.isFailure(answer)) {
              assert.include(Cause.pretty(answer.cause), "is not what was written")
              return [question]
            }
            // what is not there any more is the business of the pages' checksums
            if (question !== "a deactivated key") assert.deepStrictEqual(answer, before[i]?.answer, question)
            return []
          })
          assert.deepStrictEqual(failed.toSorted(), unanswered.toSorted())
        }).pipe(Effect.provide(directoryIn(folder), { local: true }))
      }).pipe(Effect.scoped)
    )
  }
})
