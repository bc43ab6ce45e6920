import { Effect, Layer, Schema } from "effect"
import { type AttemptCount, decideAttempt } from "../../domain/account/AttemptRate.ts"
import { AttemptStore, type CountedAttempt, failuresKeptMs, forgottenAtOnce } from "../../domain/ports/AttemptStore.ts"
import { EventsDatabase, type SqliteDatabase } from "./Sqlite.ts"

const decodeCount = Schema.decodeUnknownSync(
  Schema.Struct({ startedAt: Schema.Int, current: Schema.Int, previous: Schema.Int })
)
const decodeTotal = Schema.decodeUnknownSync(Schema.Struct({ total: Schema.Int }))

const countOf = (db: SqliteDatabase, subject: string): AttemptCount | null => {
  const row = db
    .statement('SELECT started_at AS "startedAt", current, previous FROM attempts WHERE subject = ?')
    .get(subject)
  return row === undefined ? null : decodeCount(row)
}

const forget = (db: SqliteDatabase, table: "attempts" | "sign_in_failures", id: string, now: number): void => {
  db.statement(
    `DELETE FROM ${table} WHERE ${id} IN (SELECT ${id} FROM ${table} WHERE expires_at <= ? ORDER BY expires_at LIMIT ?)`
  ).run(now, forgottenAtOnce)
}

const take = (db: SqliteDatabase, attempts: ReadonlyArray<CountedAttempt>, now: number): number => {
  const decided = attempts.map(({ limit, subject }) => ({
    subject,
    limit,
    ...decideAttempt(countOf(db, subject), limit, now)
  }))
  const retryAfterMs = Math.max(0, ...decided.map((each) => each.retryAfterMs))
  if (retryAfterMs > 0) return retryAfterMs
  forget(db, "attempts", "subject", now)
  for (const { count, limit, subject } of decided) {
    db.statement(
      `INSERT INTO attempts (subject, started_at, current, previous, expires_at) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (subject) DO UPDATE SET started_at = excluded.started_at, current = excluded.current,
         previous = excluded.previous, expires_at = excluded.expires_at`
    ).run(subject, count.startedAt, count.current, count.previous, count.startedAt + 2 * limit.windowMs)
  }
  return 0
}

/** Attempts in `events.db`. */
export const layer: Layer.Layer<AttemptStore, never, EventsDatabase> = Layer.effect(
  AttemptStore,
  Effect.gen(function* () {
    const db = yield* EventsDatabase
    return AttemptStore.of({
      take: Effect.fn("AttemptStore.take")((attempts, now) =>
        db.write("count an attempt", () => take(db, attempts, now))
      ),
      noteFailure: Effect.fn("AttemptStore.noteFailure")((address, now) =>
        db.write("count a wrong password", () => {
          forget(db, "sign_in_failures", "address", now)
          db.statement(
            `INSERT INTO sign_in_failures (address, total, expires_at) VALUES (?, 1, ?)
             ON CONFLICT (address) DO UPDATE SET total = total + 1, expires_at = excluded.expires_at`
          ).run(address, now + failuresKeptMs)
        })
      ),
      failuresOf: Effect.fn("AttemptStore.failuresOf")((address) =>
        db.read("read the wrong passwords of an address", () => {
          const row = db.statement("SELECT total FROM sign_in_failures WHERE address = ?").get(address)
          return row === undefined ? 0 : decodeTotal(row).total
        })
      )
    })
  })
)
