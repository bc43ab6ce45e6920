import { PgClient } from "@effect/sql-pg"
import { Effect, Layer, Schema } from "effect"
import { decideAttempt } from "../../domain/account/AttemptRate.ts"
import { AttemptStore, type CountedAttempt, failuresKeptMs, forgottenAtOnce } from "../../domain/ports/AttemptStore.ts"
import { query, unavailable } from "./Postgres.ts"

const decodeCounts = Schema.decodeUnknownSync(
  Schema.Array(
    Schema.Struct({ subject: Schema.String, startedAt: Schema.Int, current: Schema.Int, previous: Schema.Int })
  )
)
const decodeTotal = Schema.decodeUnknownSync(Schema.Struct({ total: Schema.Int }))

/** What another transaction holds is left to it: nobody waits for the other. */
const forgetSql = (table: "attempts" | "sign_in_failures", id: string): string =>
  `DELETE FROM ${table} WHERE ${id} IN (SELECT ${id} FROM ${table} WHERE expires_at <= $1 ORDER BY expires_at
     LIMIT ${forgottenAtOnce} FOR UPDATE SKIP LOCKED)`

const insertSql = `
  INSERT INTO attempts (subject, started_at, current, previous, expires_at)
  SELECT subject, 0, 0, 0, $2 FROM unnest($1::text[]) AS subject ORDER BY subject
  ON CONFLICT (subject) DO NOTHING`

/** In one order for everybody, so that two callers never wait for each other. */
const lockSql = `
  SELECT subject, started_at::float8 AS "startedAt", current, previous FROM attempts
  WHERE subject = ANY ($1::text[]) ORDER BY subject FOR UPDATE`

const updateSql = "UPDATE attempts SET started_at = $2, current = $3, previous = $4, expires_at = $5 WHERE subject = $1"

/** Attempts in the database, for all nodes together. */
export const layer: Layer.Layer<AttemptStore, never, PgClient.PgClient> = Layer.effect(
  AttemptStore,
  Effect.gen(function* () {
    const client = yield* PgClient.PgClient

    const takeLocked = Effect.fnUntraced(function* (attempts: ReadonlyArray<CountedAttempt>, now: number) {
      const subjects = attempts.map(({ subject }) => subject).toSorted()
      const longest = Math.max(...attempts.map(({ limit }) => limit.windowMs))
      yield* query(client, "begin to count attempts", insertSql, [subjects, now + 2 * longest])
      const counts = decodeCounts(yield* query(client, "read attempts", lockSql, [subjects]))
      const decided = attempts.map(({ limit, subject }) => ({
        subject,
        limit,
        ...decideAttempt(counts.find((count) => count.subject === subject) ?? null, limit, now)
      }))
      const retryAfterMs = Math.max(...decided.map((each) => each.retryAfterMs))
      if (retryAfterMs > 0) return retryAfterMs
      for (const { count, limit, subject } of decided) {
        const { current, previous, startedAt } = count
        const values = [subject, startedAt, current, previous, startedAt + 2 * limit.windowMs]
        yield* query(client, "count an attempt", updateSql, values)
      }
      return 0
    })

    return AttemptStore.of({
      take: Effect.fn("AttemptStore.take")(function* (attempts, now) {
        if (attempts.length === 0) return 0
        const retryAfterMs = yield* takeLocked(attempts, now).pipe(
          client.withTransaction,
          Effect.catchTag("SqlError", unavailable("count an attempt"))
        )
        yield* query(client, "forget attempts", forgetSql("attempts", "subject"), [now])
        return retryAfterMs
      }),
      noteFailure: Effect.fn("AttemptStore.noteFailure")(function* (address, now) {
        yield* query(client, "forget wrong passwords", forgetSql("sign_in_failures", "address"), [now])
        yield* query(
          client,
          "count a wrong password",
          `INSERT INTO sign_in_failures AS f (address, total, expires_at) VALUES ($1, 1, $2)
           ON CONFLICT (address) DO UPDATE SET total = f.total + 1, expires_at = excluded.expires_at`,
          [address, now + failuresKeptMs]
        )
      }),
      failuresOf: Effect.fn("AttemptStore.failuresOf")((address) =>
        Effect.map(
          query(
            client,
            "read the wrong passwords of an address",
            "SELECT total FROM sign_in_failures WHERE address = $1",
            [address]
          ),
          ([row]) => (row === undefined ? 0 : decodeTotal(row).total)
        )
      )
    })
  })
)
