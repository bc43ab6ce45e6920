import { Effect, Layer, Schema } from "effect"
import { FailedAuthentications, FailureCount } from "../../domain/ports/FailedAuthentications.ts"
import { EventsDatabase } from "./Sqlite.ts"

export const failuresSchema = `
  CREATE TABLE IF NOT EXISTS failed_authentications (
    hour INTEGER NOT NULL,
    kind TEXT NOT NULL,
    prefix TEXT NOT NULL,
    address TEXT NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (hour, kind, prefix, address)
  ) WITHOUT ROWID;
`

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
            `INSERT INTO failed_authentications (hour, kind, prefix, address, count) VALUES (?, ?, ?, ?, ?)
             ON CONFLICT (hour, kind, prefix, address) DO UPDATE SET count = count + excluded.count`
          )
          for (const { address, count, hour, kind, prefix } of counts) upsert.run(hour, kind, prefix, address, count)
        })
      ),
      list: Effect.fn("FailedAuthentications.list")(({ address, from, limit, prefix, to }) =>
        db.read("list failed authentications", () =>
          decodeRows(
            db
              .statement(
                `SELECT hour, kind, prefix, address, count FROM failed_authentications
                 WHERE hour > ? AND hour < ? AND prefix = coalesce(?, prefix) AND address = coalesce(?, address)
                 ORDER BY hour DESC, count DESC, kind, prefix, address LIMIT ?`
              )
              .all(from - hourMs, to, prefix, address, limit)
          )
        )
      ),
      eraseBefore: Effect.fn("FailedAuthentications.eraseBefore")((time) =>
        db.write("forget failed authentications", () =>
          Number(db.statement("DELETE FROM failed_authentications WHERE hour < ?").run(time).changes)
        )
      )
    })
  })
)
