import { Effect, Layer, Schema } from "effect"
import type { Category, Cursor } from "../../domain/EventEnvelope.ts"
import { CommandOrigins, type Origin } from "../../domain/ports/CommandOrigins.ts"
import type { AppendMeta, StreamAppend } from "../../domain/ports/EventLog.ts"
import { appendEvents } from "./EventRows.ts"
import { keepKeyNames } from "./KeyNames.ts"
import { EventsDatabase, type SqliteDatabase } from "./Sqlite.ts"

export const originsSchema = `
  CREATE TABLE IF NOT EXISTS command_origins (
    command_id TEXT PRIMARY KEY,
    recorded_at INTEGER NOT NULL,
    address TEXT NOT NULL,
    user_agent TEXT NOT NULL,
    request_id TEXT NOT NULL
  ) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS command_origins_age ON command_origins (recorded_at);
`

/** Appends as `appendEvents` does, and keeps names of keys and where the command came from; to be called inside a write transaction. */
export const appendFrom = <C extends Category>(
  db: SqliteDatabase,
  streams: ReadonlyArray<StreamAppend<C>>,
  meta: AppendMeta,
  { now, origin }: { readonly now: number; readonly origin: Origin | null }
): Cursor => {
  const cursor = appendEvents(db, streams, meta, now)
  keepKeyNames(db, streams)
  if (origin !== null && streams.some(({ events }) => events.length > 0)) {
    db.statement(
      `INSERT INTO command_origins (command_id, recorded_at, address, user_agent, request_id) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (command_id) DO NOTHING`
    ).run(meta.commandId, now, origin.address, origin.userAgent, origin.requestId)
  }
  return cursor
}

const decodeRow = Schema.decodeUnknownSync(
  Schema.Struct({ address: Schema.String, user_agent: Schema.String, request_id: Schema.String })
)

/** Origins of commands in `events.db`, written by the append itself. */
export const layer: Layer.Layer<CommandOrigins, never, EventsDatabase> = Layer.effect(
  CommandOrigins,
  Effect.gen(function* () {
    const db = yield* EventsDatabase
    return CommandOrigins.of({
      of: Effect.fn("CommandOrigins.of")((commandIds) =>
        db.read("read origins of commands", () => {
          const one = db.statement("SELECT address, user_agent, request_id FROM command_origins WHERE command_id = ?")
          return new Map(
            commandIds.flatMap((id): ReadonlyArray<readonly [string, Origin]> => {
              const row = one.get(id)
              if (row === undefined) return []
              const { address, request_id: requestId, user_agent: userAgent } = decodeRow(row)
              return [[id, { address, userAgent, requestId }]]
            })
          )
        })
      )
    })
  })
)
