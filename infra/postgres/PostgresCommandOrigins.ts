import { PgClient } from "@effect/sql-pg"
import { Effect, Layer, Schema } from "effect"
import { CommandOrigins } from "../../domain/ports/CommandOrigins.ts"
import { eraseRows } from "./EraseRows.ts"
import { query } from "./Postgres.ts"

const table = "command_origins"

const decodeRows = Schema.decodeUnknownSync(
  Schema.Array(
    Schema.Struct({
      command_id: Schema.String,
      address: Schema.String,
      user_agent: Schema.String,
      request_id: Schema.String
    })
  )
)

/** Commands that changed the account or one of its keys, by whomever they were given. */
const ofAccount = `command_id IN (
  SELECT e.command_id FROM events AS e WHERE e.stream_id = 'account-' || $1::text
  UNION ALL
  SELECT e.command_id FROM key_directory AS k JOIN events AS e ON e.stream_id = 'key-' || k.key_id
  WHERE k.account_id = $1::text
)`

/** Origins of commands, written by the append itself. */
export const layer: Layer.Layer<CommandOrigins, never, PgClient.PgClient> = Layer.effect(
  CommandOrigins,
  Effect.gen(function* () {
    const client = yield* PgClient.PgClient
    return CommandOrigins.of({
      of: Effect.fn("CommandOrigins.of")(function* (commandIds) {
        const rows = yield* query(
          client,
          "read origins of commands",
          "SELECT command_id, address, user_agent, request_id FROM command_origins WHERE command_id = ANY($1)",
          [commandIds]
        )
        return new Map(
          decodeRows(rows).map(({ address, command_id, request_id: requestId, user_agent: userAgent }) => [
            command_id,
            { address, userAgent, requestId }
          ])
        )
      }),
      eraseOf: Effect.fn("CommandOrigins.eraseOf")((accountId) =>
        eraseRows(client, "erase the origins of an account", { table, condition: ofAccount }, accountId)
      ),
      eraseBefore: Effect.fn("CommandOrigins.eraseBefore")((time) =>
        eraseRows(client, "erase old origins", { table, condition: "recorded_at < $1::bigint" }, time)
      )
    })
  })
)
