import { PgClient } from "@effect/sql-pg"
import { Effect, Layer, Schema } from "effect"
import { NodeAlive, UsageNodes } from "../../domain/ports/UsageNodes.ts"
import { UsageLedgerStore } from "../../domain/ports/UsageLedgerStore.ts"
import { query } from "./Postgres.ts"
import { callSync, operatorSync } from "./PostgresUsageLedger.ts"

const NodeRow = Schema.Struct({
  node: Schema.String,
  expiresInMs: Schema.Int,
  openLeases: Schema.Int,
  openUnits: Schema.Int
})
const decodeNodes = Schema.decodeUnknownSync(Schema.Array(NodeRow))

const listSql = `
  SELECT node, greatest(coalesce(n.expires_at, 0) - database_ms(), 0)::float8 AS "expiresInMs",
    coalesce(l.leases, 0)::integer AS "openLeases", coalesce(l.units, 0)::integer AS "openUnits"
  FROM usage_nodes AS n
  FULL JOIN (SELECT node, count(*) AS leases, sum(size - recorded) AS units
             FROM usage_leases WHERE status = 'open' GROUP BY node) AS l USING (node)
  ORDER BY node COLLATE "C"`

/** The nodes in Postgres, by the database's clock. */
export const layer: Layer.Layer<UsageNodes, never, PgClient.PgClient | UsageLedgerStore> = Layer.effect(
  UsageNodes,
  Effect.gen(function* () {
    const client = yield* PgClient.PgClient
    const ledger = yield* UsageLedgerStore
    const list = Effect.map(query(client, "list nodes", listSql), decodeNodes)
    return UsageNodes.of({
      list,
      burn: Effect.fn("UsageNodes.burn")(function* (node: string) {
        const known = (yield* list).find((one) => one.node === node)
        if (known !== undefined && known.expiresInMs > 0) return yield* new NodeAlive({ node })
        const { openLeases } = yield* ledger.start(node)
        if (openLeases.length > 0) yield* callSync(client, operatorSync({ node, burns: openLeases }), null)
        return openLeases.length
      })
    })
  })
)
