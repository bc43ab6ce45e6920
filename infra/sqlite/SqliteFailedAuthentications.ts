import { Effect, Layer, Schema } from "effect"
import { FailedAuthentications, FailureCount } from "../../domain/ports/FailedAuthentications.ts"
import { EventsDatabase, type SqliteDatabase } from "./Sqlite.ts"

export const failuresSchema = `
  CREATE TABLE IF NOT EXISTS failed_authentications (
    hour INTEGER NOT NULL,
    kind TEXT NOT NULL,
    prefix TEXT NOT NULL,
    address TEXT NOT NULL,
    account TEXT NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (hour, kind, prefix, address, account)
  ) WITHOUT ROWID;
`

/** The account is a part of the key, so a table of schema version 6 is made anew around its rows. */
export const addAccountToFailures = (db: SqliteDatabase): void => {
  const hasAccount = "SELECT 1 FROM pragma_table_info('failed_authentications') WHERE name = 'account'"
  if (db.statement(hasAccount).get() !== undefined) return
  const hasTable = "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'failed_authentications'"
  if (db.statement(hasTable).get() === undefined) return
  db.exec(`
    ALTER TABLE failed_authentications RENAME TO failed_authentications_6;
    ${failuresSchema}
    INSERT INTO failed_authentications (hour, kind, prefix, address, account, count)
      SELECT hour, kind, prefix, address, '', count FROM failed_authentications_6;
    DROP TABLE failed_authentications_6;
  `)
}

const decodeRows = Schema.decodeUnknownSync(Schema.Array(FailureCount))

const hourMs = 3_600_000

/** Counts of failed authentications in `events.db`. */
export const layer: Layer.Layer<FailedAuthentications, never, EventsDatabase> = Layer.effect(
  FailedAuthentications,
  Effect.gen(function* () {
    const db = yield* EventsDatabase
    return FailedAuthentications.of({
      add: Effect.fn("FailedAuthentications.add")((counts) =>
        db.write("count failed authentications", () => {
          const upsert = db.statement(
            `INSERT INTO failed_authentications (hour, kind, prefix, address, account, count)
             VALUES (?, ?, ?, ?, coalesce((SELECT account_id FROM accounts WHERE account_id = ?), ''), ?)
             ON CONFLICT (hour, kind, prefix, address, account) DO UPDATE SET count = count + excluded.count`
          )
          for (const { account, address, count, hour, kind, prefix } of counts) {
            upsert.run(hour, kind, prefix, address, account, count)
          }
        })
      ),
      list: Effect.fn("FailedAuthentications.list")(({ account, address, from, limit, prefix, to }) =>
        db.read("list failed authentications", () =>
          decodeRows(
            db
              .statement(
                `SELECT hour, kind, prefix, address, account, count FROM failed_authentications
                 WHERE hour > ? AND hour < ? AND prefix = coalesce(?, prefix) AND address = coalesce(?, address)
                   AND account = coalesce(?, account)
                 ORDER BY hour DESC, count DESC, kind, prefix, address, account LIMIT ?`
              )
              .all(from - hourMs, to, prefix, address, account, limit)
          )
        )
      )
    })
  })
)
