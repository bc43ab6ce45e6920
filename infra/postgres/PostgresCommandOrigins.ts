import { PgClient } from "@effect/sql-pg"
import { Effect, Layer, Schema } from "effect"
import { CommandOrigins } from "../../domain/ports/CommandOrigins.ts"
import { query } from "./Postgres.ts"

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
      })
    })
  })
)
