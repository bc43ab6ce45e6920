import { DuckDBInstance } from "@duckdb/node-api"
import { Effect } from "effect"

/** A DuckDB in memory that answers with rows; whole numbers of 64 bits are text. */
export const duckDb = Effect.gen(function* () {
  const instance = yield* Effect.acquireRelease(
    Effect.promise(() => DuckDBInstance.create(":memory:")),
    (instance) => Effect.sync(() => instance.closeSync())
  )
  const connection = yield* Effect.acquireRelease(
    Effect.promise(() => instance.connect()),
    (connection) => Effect.sync(() => connection.closeSync())
  )
  return {
    rows: (sql: string) => Effect.promise(async () => (await connection.runAndReadAll(sql)).getRowObjectsJson()),
    /** Runs each statement; the answer is the rows of each. */
    all: (sql: string) =>
      Effect.promise(async () => {
        const extracted = await connection.extractStatements(sql)
        const answers = []
        for (let i = 0; i < extracted.count; i++) {
          const prepared = await extracted.prepare(i)
          answers.push((await prepared.runAndReadAll()).getRowObjectsJson())
        }
        return answers
      })
  }
})
