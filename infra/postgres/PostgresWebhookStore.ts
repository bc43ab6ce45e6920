import { PgClient } from "@effect/sql-pg"
import { Effect, Layer, Option, Redacted, Schema } from "effect"
import { type MessageState, waitingMax, WebhookStore } from "../../domain/ports/WebhookStore.ts"
import { query } from "./Postgres.ts"

const EndpointRow = Schema.Struct({ accountId: Schema.String, url: Schema.String, secret: Schema.String })
const decodeEndpoints = Schema.decodeUnknownSync(Schema.Array(EndpointRow))
const decodeMessages = Schema.decodeUnknownSync(
  Schema.Array(Schema.Struct({ id: Schema.String, accountId: Schema.String, body: Schema.String, tries: Schema.Int }))
)

const toEndpoints = (rows: unknown) =>
  decodeEndpoints(rows).map(({ secret, ...endpoint }) => ({ ...endpoint, secret: Redacted.make(secret) }))

const endpointColumns = 'account_id AS "accountId", url, secret'
/** Rows that one call deletes at the most. */
const forgetCountMax = 1_000

/** Webhooks in Postgres. */
export const layer: Layer.Layer<WebhookStore, never, PgClient.PgClient> = Layer.effect(
  WebhookStore,
  Effect.gen(function* () {
    const client = yield* PgClient.PgClient
    const run = (operation: string, statement: string, parameters: ReadonlyArray<unknown> = []) =>
      query(client, operation, statement, parameters)
    return WebhookStore.of({
      endpoint: Effect.fn("WebhookStore.endpoint")((accountId: string) =>
        Effect.map(
          run("find a webhook", `SELECT ${endpointColumns} FROM webhook_endpoints WHERE account_id = $1`, [accountId]),
          (rows) => Option.fromNullishOr(toEndpoints(rows)[0])
        )
      ),
      endpoints: Effect.map(
        run("list webhooks", `SELECT ${endpointColumns} FROM webhook_endpoints ORDER BY account_id COLLATE "C"`),
        toEndpoints
      ),
      enqueue: Effect.fn("WebhookStore.enqueue")(({ accountId, body, id }, now: number) =>
        Effect.map(
          run(
            "queue a webhook message",
            `INSERT INTO webhook_messages (id, account_id, body, queued_at, tries, next_try_at, state)
             SELECT $1, $2, $3, $4::bigint, 0, $4::bigint, 'waiting' WHERE $5::integer >
               (SELECT count(*) FROM webhook_messages WHERE account_id = $2 AND state = 'waiting')
             ON CONFLICT (id) DO NOTHING RETURNING id`,
            [id, accountId, body, now, waitingMax]
          ),
          (rows) => rows.length > 0
        )
      ),
      due: Effect.fn("WebhookStore.due")((now: number, limit: number) =>
        Effect.map(
          run(
            "find due webhook messages",
            `SELECT id, account_id AS "accountId", body, tries FROM webhook_messages
             WHERE state = 'waiting' AND next_try_at <= $1 ORDER BY next_try_at, id COLLATE "C" LIMIT $2`,
            [now, limit]
          ),
          decodeMessages
        )
      ),
      keep: Effect.fn("WebhookStore.keep")((id: string, kept: MessageState) =>
        Effect.asVoid(
          run(
            "keep how a webhook message fared",
            `UPDATE webhook_messages
             SET tries = tries + 1, state = $2, problem = $3, next_try_at = coalesce($4::bigint, next_try_at)
             WHERE id = $1 AND state = 'waiting'`,
            [
              id,
              kept.state,
              kept.state === "delivered" ? null : kept.problem,
              kept.state === "waiting" ? kept.nextTryAt : null
            ]
          )
        )
      ),
      forget: Effect.fn("WebhookStore.forget")((before: number) =>
        Effect.asVoid(
          run(
            "forget webhook messages",
            `DELETE FROM webhook_messages WHERE id IN
               (SELECT id FROM webhook_messages WHERE state <> 'waiting' AND queued_at < $1 LIMIT $2)`,
            [before, forgetCountMax]
          )
        )
      )
    })
  })
)
