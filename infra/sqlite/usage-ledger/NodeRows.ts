import { Schema } from "effect"
import type { Cursor } from "../../../domain/EventEnvelope.ts"
import { KeyId } from "../../../domain/key/KeyEvent.ts"
import type { LiveNode, NodeAccount, SyncRequest } from "../../../domain/ports/UsageLedgerStore.ts"
import type { SqliteDatabase } from "../Sqlite.ts"

/**
 * A heartbeat row lives this much longer than the node may trust it, ms: so most ticks of an idle node find it fresh
 * enough and write nothing. A change of a key waits that much longer for a node that died.
 */
const heartbeatSlackMs = 1_000

const NodeRow = Schema.Struct({ node: Schema.String, keys_seen_position: Schema.Int, expires_at: Schema.Int })
const decodeNode = Schema.decodeUnknownSync(NodeRow)
const decodeKeyId = Schema.decodeUnknownSync(KeyId)

/** Keys that changed after the cursor. */
export const keysChangedAfter = (db: SqliteDatabase, cursor: Cursor): ReadonlyArray<KeyId> =>
  db
    .statement("SELECT key_id FROM key_directory WHERE changed_at_position > ? ORDER BY key_id")
    .all(cursor.position)
    .map((row) => decodeKeyId(row["key_id"]))

/** Renews the node's heartbeat and notes which key changes it says it has seen. */
export const saveHeartbeat = (db: SqliteDatabase, request: SyncRequest, now: number): void => {
  db.statement(
    `INSERT INTO usage_nodes (node, keys_seen_position, expires_at) VALUES (?, ?, ?)
     ON CONFLICT (node) DO UPDATE SET keys_seen_position = excluded.keys_seen_position, expires_at = excluded.expires_at`
  ).run(request.node, request.keysSeen.position, now + request.heartbeatTtlMs + heartbeatSlackMs)
}

/** Does the row already vouch for the node until the end of its heartbeat, and is no key change left to acknowledge? */
export const isHeartbeatFresh = (db: SqliteDatabase, request: SyncRequest, now: number): boolean => {
  const row = db.statement("SELECT * FROM usage_nodes WHERE node = ?").get(request.node)
  if (row === undefined) return false
  const { expires_at, keys_seen_position } = decodeNode(row)
  return (
    expires_at >= now + request.heartbeatTtlMs &&
    keysChangedAfter(db, { tx: 0, position: keys_seen_position }).length === 0
  )
}

/** Live nodes that have not acknowledged a key change up to the cursor. */
export const findNodesBehind = (db: SqliteDatabase, cursor: Cursor, now: number): ReadonlyArray<LiveNode> =>
  db
    .statement(
      `SELECT * FROM usage_nodes AS n WHERE expires_at > ? AND keys_seen_position < ?
         AND EXISTS (SELECT 1 FROM key_directory WHERE changed_at_position > n.keys_seen_position) ORDER BY node`
    )
    .all(now, cursor.position)
    .map((row) => {
      const { expires_at, keys_seen_position, node } = decodeNode(row)
      return { node, keysSeen: { tx: 0, position: keys_seen_position }, expiresInMs: expires_at - now }
    })

const AccountRow = Schema.Struct({
  node: Schema.String,
  expires_at: Schema.NullOr(Schema.Int),
  leases: Schema.Int,
  units: Schema.Int
})
const decodeAccount = Schema.decodeUnknownSync(AccountRow)

/** Every node with a heartbeat or open leases, by name. */
export const nodeAccounts = (db: SqliteDatabase, now: number): ReadonlyArray<NodeAccount> =>
  db
    .statement(
      `WITH held AS (
         SELECT node, count(*) AS leases, sum(size - recorded) AS units FROM usage_leases WHERE status = 'open' GROUP BY node
       )
       SELECT known.node, n.expires_at, coalesce(h.leases, 0) AS leases, coalesce(h.units, 0) AS units
       FROM (SELECT node FROM usage_nodes UNION SELECT node FROM held) AS known
       LEFT JOIN usage_nodes AS n ON n.node = known.node LEFT JOIN held AS h ON h.node = known.node
       ORDER BY known.node`
    )
    .all()
    .map((row) => {
      const { expires_at, leases: openLeases, node, units: openUnits } = decodeAccount(row)
      return { node, expiresInMs: expires_at === null ? null : expires_at - now, openLeases, openUnits }
    })

/** ms until the heartbeat of the node ends; nothing when it has ended or is not known. */
export const heartbeatLeft = (db: SqliteDatabase, node: string, now: number): number | undefined => {
  const row = db.statement("SELECT * FROM usage_nodes WHERE node = ? AND expires_at > ?").get(node, now)
  return row === undefined ? undefined : decodeNode(row).expires_at - now
}

/** The node has left; nodes that died long ago go with it. */
export const removeNode = (db: SqliteDatabase, node: string, now: number): void => {
  db.statement(
    "DELETE FROM usage_rate_shares WHERE node = ? OR node NOT IN (SELECT node FROM usage_nodes WHERE expires_at >= ?)"
  ).run(node, now)
  db.statement("DELETE FROM usage_nodes WHERE node = ? OR expires_at < ?").run(node, now)
}
