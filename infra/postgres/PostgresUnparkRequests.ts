import { PgClient } from "@effect/sql-pg"
import { Effect, Layer, Schema } from "effect"
import { UnparkRequests } from "../../projections/ports/UnparkRequests.ts"
import { query } from "./Postgres.ts"

const decodeAsked = Schema.decodeUnknownSync(Schema.Tuple([Schema.Struct({ asked: Schema.Boolean })]))

/** A mark on the parked streams themselves: where none is parked, there is nothing to ask for. */
export const layer: Layer.Layer<UnparkRequests, never, PgClient.PgClient> = Layer.effect(
  UnparkRequests,
  Effect.map(PgClient.PgClient, (client) =>
    UnparkRequests.of({
      ask: Effect.asVoid(query(client, "ask for the parked streams", "UPDATE parked_streams SET retry_asked = true")),
      isAsked: Effect.map(
        query(
          client,
          "look whether parked streams are asked for",
          "SELECT EXISTS (SELECT FROM parked_streams WHERE retry_asked) AS asked"
        ),
        (rows) => decodeAsked(rows)[0].asked
      ),
      done: Effect.asVoid(
        query(
          client,
          "note that parked streams were read again",
          "UPDATE parked_streams SET retry_asked = false WHERE retry_asked"
        )
      )
    })
  )
)
