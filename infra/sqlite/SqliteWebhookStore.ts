import { Effect, Layer, Option, Redacted, Schema } from "effect"
import { type MessageState, waitingMax, WebhookStore } from "../../domain/ports/WebhookStore.ts"
import { EventsDatabase } from "./Sqlite.ts"

/** Endpoints and messages lie beside the log, because no event holds a secret or an address. */
export const webhookSchema = `
  CREATE TABLE IF NOT EXISTS webhook_endpoints (
    account_id TEXT PRIMARY KEY,
    url TEXT NOT NULL,
    secret TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS webhook_messages (
    id TEXT PRIMARY KEY,
    account_id TEXT NOT NULL,
    body TEXT NOT NULL,
    queued_at INTEGER NOT NULL,
    tries INTEGER NOT NULL CHECK (tries >= 0),
    next_try_at INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('waiting', 'delivered', 'given-up')),
    problem TEXT
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS webhook_messages_due ON webhook_messages (next_try_at) WHERE state = 'waiting';
  CREATE INDEX IF NOT EXISTS webhook_messages_waiting ON webhook_messages (account_id) WHERE state = 'waiting';
  CREATE INDEX IF NOT EXISTS webhook_messages_done ON webhook_messages (queued_at) WHERE state <> 'waiting';
`

const EndpointRow = Schema.Struct({ accountId: Schema.String, url: Schema.String, secret: Schema.String })
const decodeEndpoint = Schema.decodeUnknownSync(EndpointRow)
const decodeMessage = Schema.decodeUnknownSync(
  Schema.Struct({ id: Schema.String, accountId: Schema.String, body: Schema.String, tries: Schema.Int })
)

const toEndpoint = (row: unknown) => {
  const { secret, ...endpoint } = decodeEndpoint(row)
  return { ...endpoint, secret: Redacted.make(secret) }
}

const endpointColumns = 'account_id AS "accountId", url, secret'
/** Rows that one call deletes at the most. */
const forgetCountMax = 1_000

/** Webhooks in `events.db`. */
export const layer: Layer.Layer<WebhookStore, never, EventsDatabase> = Layer.effect(
  WebhookStore,
  Effect.gen(function* () {
    const db = yield* EventsDatabase
    return WebhookStore.of({
      endpoint: Effect.fn("WebhookStore.endpoint")((accountId: string) =>
        db.read("find a webhook", () =>
          Option.map(
            Option.fromNullishOr(
              db.statement(`SELECT ${endpointColumns} FROM webhook_endpoints WHERE account_id = ?`).get(accountId)
            ),
            toEndpoint
          )
        )
      ),
      endpoints: db.read("list webhooks", () =>
        db.statement(`SELECT ${endpointColumns} FROM webhook_endpoints ORDER BY account_id`).all().map(toEndpoint)
      ),
      enqueue: Effect.fn("WebhookStore.enqueue")(({ accountId, body, id }, now: number) =>
        db.write("queue a webhook message", () => {
          const { changes } = db
            .statement(
              `INSERT INTO webhook_messages (id, account_id, body, queued_at, tries, next_try_at, state)
               SELECT ?, ?, ?, ?, 0, ?, 'waiting' WHERE ? >
                 (SELECT count(*) FROM webhook_messages WHERE account_id = ? AND state = 'waiting')
               ON CONFLICT (id) DO NOTHING`
            )
            .run(id, accountId, body, now, now, waitingMax, accountId)
          return changes > 0
        })
      ),
      due: Effect.fn("WebhookStore.due")((now: number, limit: number) =>
        db.read("find due webhook messages", () =>
          db
            .statement(
              `SELECT id, account_id AS "accountId", body, tries FROM webhook_messages
               WHERE state = 'waiting' AND next_try_at <= ? ORDER BY next_try_at, id LIMIT ?`
            )
            .all(now, limit)
            .map((row) => decodeMessage(row))
        )
      ),
      keep: Effect.fn("WebhookStore.keep")((id: string, kept: MessageState) =>
        db.write("keep how a webhook message fared", () => {
          db.statement(
            `UPDATE webhook_messages SET tries = tries + 1, state = ?, problem = ?, next_try_at = coalesce(?, next_try_at)
             WHERE id = ? AND state = 'waiting'`
          ).run(
            kept.state,
            kept.state === "delivered" ? null : kept.problem,
            kept.state === "waiting" ? kept.nextTryAt : null,
            id
          )
        })
      ),
      forget: Effect.fn("WebhookStore.forget")((before: number) =>
        db.write("forget webhook messages", () => {
          db.statement(
            `DELETE FROM webhook_messages WHERE id IN
               (SELECT id FROM webhook_messages WHERE state <> 'waiting' AND queued_at < ? LIMIT ?)`
          ).run(before, forgetCountMax)
        })
      )
    })
  })
)
