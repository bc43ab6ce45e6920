import { PgClient } from "@effect/sql-pg"
import { Clock, Effect, Layer, Option, Schema } from "effect"
import { Cursor } from "../../domain/EventEnvelope.ts"
import { KeyId } from "../../domain/key/KeyEvent.ts"
import { plans } from "../../domain/key/Plan.ts"
import { NodeIsLive, type SyncRequest, UsageLedgerStore } from "../../domain/ports/UsageLedgerStore.ts"
import { LeaseId, UsageDay } from "../../domain/usage/UsageEvent.ts"
import { LedgerRejection } from "../../domain/usage/UsageLedger.ts"
import { query } from "./Postgres.ts"

const Window = { keyId: KeyId, day: UsageDay, hour: Schema.Int }

const Balance = Schema.Struct({
  ...Window,
  usedToday: Schema.Int,
  usedThisHour: Schema.Int,
  leftToday: Schema.NullOr(Schema.Int),
  leftThisHour: Schema.Int,
  perSecond: Schema.Int,
  othersPerSecond: Schema.Int,
  othersLack: Schema.Int
})

const SyncAnswer = Schema.Struct({
  now: Schema.Int,
  wallMs: Schema.Int,
  reachedMs: Schema.NullOr(Schema.Int),
  otherNodes: Schema.Int,
  rejections: Schema.Array(
    Schema.Struct({
      keyId: KeyId,
      day: UsageDay,
      reason: LedgerRejection.fields.reason,
      subject: Schema.String
    })
  ),
  grants: Schema.Array(
    Schema.Struct({ ...Window, request: Schema.String, lease: Schema.NullOr(LeaseId), size: Schema.Int })
  ),
  balances: Schema.Array(Balance),
  changedKeys: Schema.Array(KeyId),
  keysSeen: Cursor
})

const decodeSync = Schema.decodeUnknownSync(Schema.Tuple([Schema.Struct({ answer: SyncAnswer })]))
const decodeStart = Schema.decodeUnknownSync(
  Schema.Tuple([
    Schema.Struct({
      keysSeen: Cursor,
      openLeases: Schema.Array(Schema.Struct({ lease: LeaseId, request: Schema.String, keyId: KeyId, day: UsageDay }))
    })
  ])
)
const NodeRow = Schema.Struct({ node: Schema.String, keysSeen: Cursor, expiresInMs: Schema.Int })
const decodeNodes = Schema.decodeUnknownSync(Schema.Array(NodeRow))

const decodeAccounts = Schema.decodeUnknownSync(
  Schema.Array(
    Schema.Struct({
      node: Schema.String,
      expiresInMs: Schema.NullOr(Schema.Int),
      openLeases: Schema.Int,
      openUnits: Schema.Int
    })
  )
)
const decodeLost = Schema.decodeUnknownSync(
  Schema.Tuple([
    Schema.Struct({
      expiresAt: Schema.NullOr(Schema.Int),
      now: Schema.Int,
      units: Schema.Int,
      burns: Schema.Array(Schema.Struct({ lease: LeaseId, keyId: KeyId, day: UsageDay }))
    })
  ])
)

const decodeUses = Schema.decodeUnknownSync(Schema.Array(Schema.Struct({ used: Schema.Int })))
const decodeAccepted = Schema.decodeUnknownSync(
  Schema.Tuple([
    Schema.Struct({ accepted: Schema.Struct({ reachedMs: Schema.NullOr(Schema.Int), wallMs: Schema.Int }) })
  ])
)

/** What the database needs to know of the plans. */
const planTable = Object.fromEntries(
  Object.values(plans).map(({ name, requestsPerDay, requestsPerHour, requestsPerSecond }) => [
    name,
    { perDay: requestsPerDay, perHour: requestsPerHour, perSecond: requestsPerSecond }
  ])
)

/** A sync without a heartbeat is an operator's: no node stands behind it. */
type LedgerSync = Omit<SyncRequest, "heartbeatTtlMs"> & { readonly heartbeatTtlMs: number | null }

/** One round trip; `clockMs` null: the wall clock is the database's. */
const callSync = Effect.fnUntraced(function* (client: PgClient.PgClient, request: LedgerSync, clockMs: number | null) {
  const rows = yield* query(client, "sync the usage ledger", "SELECT usage_sync($1::jsonb, $2::bigint) AS answer", [
    JSON.stringify({ ...request, plans: planTable }),
    clockMs
  ])
  const [{ answer }] = decodeSync(rows)
  const rejections = answer.rejections.map(({ day, keyId, reason, subject }) => ({
    keyId,
    day,
    rejection: new LedgerRejection({ reason, subject })
  }))
  return { ...answer, rejections }
})

const startSql = `
  WITH forgotten AS (DELETE FROM usage_rate_shares WHERE node = $1)
  SELECT key_changes(0, 0) -> 'keysSeen' AS "keysSeen",
    (SELECT coalesce(jsonb_agg(jsonb_build_object('lease', lease, 'request', lease, 'keyId', key_id, 'day', day)), '[]')
     FROM usage_leases WHERE node = $1 AND status = 'open') AS "openLeases"`

const behindSql = `
  SELECT n.node, jsonb_build_object('tx', n.keys_seen_tx, 'position', n.keys_seen_position) AS "keysSeen",
    (n.expires_at - c.now_ms)::float8 AS "expiresInMs"
  FROM (SELECT coalesce($3::bigint, database_ms()) AS now_ms) AS c, usage_nodes AS n
  WHERE n.expires_at > c.now_ms
    AND (n.keys_seen_tx, n.keys_seen_position) < ($1::bigint, $2::bigint)
    AND EXISTS (SELECT FROM key_directory AS k
      WHERE (k.changed_tx, k.changed_position) > (n.keys_seen_tx, n.keys_seen_position))
  ORDER BY n.node`

const leaveSql = `
  WITH forgotten AS (DELETE FROM usage_rate_shares AS p WHERE p.node = $1 OR NOT EXISTS (SELECT FROM usage_nodes AS n
    WHERE n.node = p.node AND n.expires_at >= coalesce($2::bigint, database_ms())))
  DELETE FROM usage_nodes WHERE node IN (SELECT node FROM usage_nodes
    WHERE node = $1 OR expires_at < coalesce($2::bigint, database_ms()) ORDER BY node FOR UPDATE)`

const accountsSql = `
  SELECT known.node, (n.expires_at - coalesce($1::bigint, database_ms()))::float8 AS "expiresInMs",
    coalesce(h.leases, 0)::float8 AS "openLeases", coalesce(h.units, 0)::float8 AS "openUnits"
  FROM (SELECT node FROM usage_nodes UNION SELECT node FROM usage_leases WHERE status = 'open') AS known
  LEFT JOIN usage_nodes AS n ON n.node = known.node
  LEFT JOIN LATERAL (SELECT count(*) AS leases, sum(l.size - l.recorded) AS units FROM usage_leases AS l
    WHERE l.node = known.node AND l.status = 'open') AS h ON true
  ORDER BY known.node COLLATE "C"`

const lostLeasesSql = `
  SELECT n.expires_at::float8 AS "expiresAt", coalesce($2::bigint, database_ms())::float8 AS "now",
    coalesce(held.units, 0)::float8 AS units, coalesce(held.burns, '[]') AS burns
  FROM (SELECT sum(size - recorded) AS units,
          jsonb_agg(jsonb_build_object('lease', lease, 'keyId', key_id, 'day', day)) AS burns
        FROM usage_leases WHERE node = $1 AND status = 'open') AS held
  LEFT JOIN usage_nodes AS n ON n.node = $1`

const nobody: LedgerSync = {
  node: "",
  heartbeatTtlMs: null,
  keysSeen: { tx: 0, position: 0 },
  notAfterMs: null,
  reports: [],
  wants: [],
  cancellations: [],
  burns: [],
  balancesOf: [],
  rateClaims: []
}

/** An operator's request to the ledger. */
const operatorSync = (request: Partial<LedgerSync>): LedgerSync => ({ ...nobody, ...request })

const make = Effect.fnUntraced(function* (clock: "database" | "program") {
  const client = yield* PgClient.PgClient
  const clockMs: Effect.Effect<number | null> = clock === "program" ? Clock.currentTimeMillis : Effect.succeed(null)

  return UsageLedgerStore.of({
    start: Effect.fn("UsageLedgerStore.start")((node) =>
      Effect.map(query(client, "read a node's leases", startSql, [node]), (rows) => decodeStart(rows)[0])
    ),
    sync: Effect.fn("UsageLedgerStore.sync")(function* (request) {
      return yield* callSync(client, request, yield* clockMs)
    }),
    balance: Effect.fn("UsageLedgerStore.balance")(function* (keyId) {
      const { balances } = yield* callSync(client, operatorSync({ balancesOf: [keyId] }), yield* clockMs)
      const [balance] = balances
      return balance ?? (yield* Effect.die(new Error("a sync answers with the balance of each key it names")))
    }),
    usedOn: Effect.fn("UsageLedgerStore.usedOn")(function* (keyId, day) {
      const sql = "SELECT d.used FROM usage_days AS d WHERE d.key_id = $1 AND d.day = $2"
      const [kept] = decodeUses(yield* query(client, "read a day of the usage ledger", sql, [keyId, day]))
      return Option.map(Option.fromUndefinedOr(kept), ({ used }) => used)
    }),
    nodesBehind: Effect.fn("UsageLedgerStore.nodesBehind")(function* ({ position, tx }) {
      return decodeNodes(yield* query(client, "find nodes behind", behindSql, [tx, position, yield* clockMs]))
    }),
    leave: Effect.fn("UsageLedgerStore.leave")(function* (node) {
      yield* query(client, "leave the usage ledger", leaveSql, [node, yield* clockMs])
    }),
    nodes: Effect.gen(function* () {
      return decodeAccounts(yield* query(client, "list the nodes", accountsSql, [yield* clockMs]))
    }),
    burn: Effect.fn("UsageLedgerStore.burn")(function* (node: string) {
      const at = yield* clockMs
      const [lost] = decodeLost(yield* query(client, "find the leases of a node", lostLeasesSql, [node, at]))
      const { burns, expiresAt, now, units } = lost
      if (expiresAt !== null && expiresAt > now) return yield* new NodeIsLive({ node, expiresInMs: expiresAt - now })
      if (burns.length > 0) yield* callSync(client, operatorSync({ node, burns }), at)
      return { leases: burns.length, units }
    }),
    acceptClock: Effect.gen(function* () {
      const sql = "SELECT usage_accept_clock($1::bigint) AS accepted"
      const [{ accepted }] = decodeAccepted(
        yield* query(client, "set the clock of the usage ledger", sql, [yield* clockMs])
      )
      return accepted
    })
  })
})

/** The usage ledger in Postgres. Its wall clock is the database's. */
export const layer: Layer.Layer<UsageLedgerStore, never, PgClient.PgClient> = Layer.effect(
  UsageLedgerStore,
  make("database")
)

/** The same with the program's clock, which a test can set. */
export const layerProgramClock: Layer.Layer<UsageLedgerStore, never, PgClient.PgClient> = Layer.effect(
  UsageLedgerStore,
  make("program")
)
