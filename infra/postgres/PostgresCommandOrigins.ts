import { PgClient } from "@effect/sql-pg"
import { Effect, Layer, Schema } from "effect"
import { CommandOrigins, type Origin } from "../../domain/ports/CommandOrigins.ts"
import { query } from "./Postgres.ts"

/** The columns of an origin, in the order of `append_with_origin`. */
export const originColumns = ({ address, requestId, userAgent }: Origin) => ({
  address,
  user_agent: userAgent,
  request_id: requestId
})

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

const decodeErased = Schema.decodeUnknownSync(Schema.Tuple([Schema.Struct({ erased: Schema.Int })]))

const erased = (condition: string): string =>
  `WITH gone AS (DELETE FROM command_origins WHERE ${condition} RETURNING 1) SELECT count(*)::float8 AS erased FROM gone`

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
      eraseOf: Effect.fn("CommandOrigins.eraseOf")(function* (accountId) {
        const rows = yield* query(client, "erase the origins of an account", erased(ofAccount), [accountId])
        return decodeErased(rows)[0].erased
      }),
      eraseBefore: Effect.fn("CommandOrigins.eraseBefore")(function* (time) {
        const rows = yield* query(client, "erase old origins", erased("recorded_at < $1::bigint"), [time])
        return decodeErased(rows)[0].erased
      })
    })
  })
)
