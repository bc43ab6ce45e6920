import { Clock, Effect, Layer, Schema } from "effect"
import { AccountId } from "../../domain/account/AccountEvent.ts"
import { Actor } from "../../domain/EventEnvelope.ts"
import { ConcurrencyConflict } from "../../domain/ports/EventLog.ts"
import { PersonalData, pendingErasuresMax, type RecordOf } from "../../domain/ports/PersonalData.ts"
import { AppendSignal } from "../event-log/AppendSignal.ts"
import { appendEvents } from "./EventRows.ts"
import { EventsDatabase, type SqliteDatabase } from "./Sqlite.ts"

/** Accounts that were deleted and whose personal data is still to be erased. */
export const personalDataSchema = `
  CREATE TABLE IF NOT EXISTS pending_erasures (
    account_id TEXT PRIMARY KEY,
    actor TEXT NOT NULL
  ) WITHOUT ROWID;
`

/** Of accounts that were deleted before there was a list of them: at worst there is nothing left to erase. */
export const listOldDeletions = (db: SqliteDatabase): void =>
  db.exec(`
    INSERT OR IGNORE INTO pending_erasures (account_id, actor)
    SELECT substr(stream_id, 9), actor FROM events WHERE category = 'account' AND type = 'AccountDeleted'
  `)

const decodePending = Schema.decodeUnknownSync(Schema.Array(Schema.Struct({ account_id: AccountId, actor: Actor })))

/** Commands that changed the account or one of its keys, by whomever they were given. */
const originsOfSql = `
  DELETE FROM command_origins WHERE command_id IN (
    SELECT command_id FROM events WHERE stream_id = 'account-' || ?
    UNION ALL
    SELECT e.command_id FROM key_directory AS k JOIN events AS e ON e.stream_id = 'key-' || k.key_id
    WHERE k.account_id = ?
  )`
const namesOfSql = "DELETE FROM key_names WHERE key_id IN (SELECT key_id FROM key_directory WHERE account_id = ?)"

/** Personal data in `events.db`, erased in the transaction of the event that records it. */
export const layer: Layer.Layer<PersonalData, never, EventsDatabase | AppendSignal> = Layer.effect(
  PersonalData,
  Effect.gen(function* () {
    const db = yield* EventsDatabase
    const signal = yield* AppendSignal
    const erased = (sql: string, ...values: ReadonlyArray<string | number>): number =>
      Number(db.statement(sql).run(...values).changes)

    const recorded = Effect.fnUntraced(function* <Erased>(
      operation: string,
      erase: () => Erased,
      record: RecordOf<Erased>
    ) {
      const now = yield* Clock.currentTimeMillis
      const gone = yield* db
        .write(operation, () => {
          const gone = erase()
          const { meta, streams } = record(gone)
          appendEvents(db, streams, meta, now)
          return gone
        })
        .pipe(
          // thrown so that it rolls the transaction back
          Effect.catchDefect((defect) =>
            defect instanceof ConcurrencyConflict ? Effect.fail(defect) : Effect.die(defect)
          )
        )
      yield* signal.notify
      return gone
    })

    return PersonalData.of({
      pending: db.read("list pending erasures", () =>
        decodePending(
          db.statement(`SELECT account_id, actor FROM pending_erasures LIMIT ${pendingErasuresMax}`).all()
        ).map(({ account_id, actor }) => ({ accountId: account_id, actor }))
      ),
      eraseOf: Effect.fn("PersonalData.eraseOf")((accountId, record) =>
        recorded(
          "erase what is personal of an account",
          () => {
            erased("DELETE FROM pending_erasures WHERE account_id = ?", accountId)
            return {
              origins: erased(originsOfSql, accountId, accountId),
              keyNames: erased(namesOfSql, accountId),
              failedAuthentications: erased("DELETE FROM failed_authentications WHERE account = ?", accountId)
            }
          },
          record
        )
      ),
      eraseBefore: Effect.fn("PersonalData.eraseBefore")((time, record) =>
        recorded(
          "erase what was kept for long enough",
          () => {
            erased("DELETE FROM failed_authentications WHERE hour < ?", time)
            return erased("DELETE FROM command_origins WHERE recorded_at < ?", time)
          },
          record
        )
      )
    })
  })
)
