import { Schema } from "effect"
import { KeyId } from "../../../domain/key/KeyEvent.ts"
import type { SyncRequest } from "../../../domain/ports/UsageLedgerStore.ts"
import { grantedUnits } from "../../../domain/usage/RateShare.ts"
import type { SqliteDatabase } from "../Sqlite.ts"

/**
 * A node that has not synced for so long, ms, no longer keeps units of the limit per second from others, although its
 * heartbeat may vouch for its keys much longer.
 */
const silenceMaxMs = 3_000

/** Who looks at the shares: a node, or nobody. Other nodes count whose heartbeat ends after `othersUntil`. */
export interface RateViewer {
  readonly node: string
  readonly othersUntil: number
}

export const viewerOf = ({ heartbeatTtlMs, node }: SyncRequest, now: number): RateViewer => ({
  node,
  othersUntil: now + Math.max(0, heartbeatTtlMs - silenceMaxMs)
})

const decodeCount = Schema.decodeUnknownSync(Schema.Struct({ nodes: Schema.Int }))
const decodeKeyId = Schema.decodeUnknownSync(KeyId)
const decodeHeld = Schema.decodeUnknownSync(Schema.Struct({ held: Schema.Int }))
const decodeOthers = Schema.decodeUnknownSync(Schema.Struct({ held: Schema.Int, lack: Schema.Int }))

export const countOthers = (db: SqliteDatabase, { node, othersUntil }: RateViewer): number =>
  decodeCount(
    db.statement("SELECT count(*) AS nodes FROM usage_nodes WHERE node <> ? AND expires_at > ?").get(node, othersUntil)
  ).nodes

const othersOf = (db: SqliteDatabase, keyId: KeyId, { node, othersUntil }: RateViewer) =>
  decodeOthers(
    db
      .statement(
        `SELECT coalesce(sum(s.per_second), 0) AS held, coalesce(sum(s.claimed - s.per_second), 0) AS lack
         FROM usage_rate_shares AS s JOIN usage_nodes AS n ON n.node = s.node AND n.expires_at > ?
         WHERE s.key_id = ? AND s.node <> ?`
      )
      .get(othersUntil, keyId, node)
  )

/**
 * What the viewer holds of the key's limit, and what the others do. Never more than the others leave: they may have
 * been given its units while it was silent.
 */
export const sharesOf = (db: SqliteDatabase, keyId: KeyId, limit: number, viewer: RateViewer) => {
  const row = db
    .statement("SELECT per_second AS held FROM usage_rate_shares WHERE key_id = ? AND node = ?")
    .get(keyId, viewer.node)
  const { held, lack } = othersOf(db, keyId, viewer)
  const own = row === undefined ? 0 : decodeHeld(row).held
  return { perSecond: grantedUnits(limit, own, held), othersPerSecond: held, othersLack: lack }
}

/** Keys of which the viewer holds units and another node lacks some. */
export const keysLackedByOthers = (db: SqliteDatabase, { node, othersUntil }: RateViewer): ReadonlyArray<KeyId> =>
  db
    .statement(
      `SELECT DISTINCT mine.key_id FROM usage_rate_shares AS theirs
       JOIN usage_rate_shares AS mine ON mine.key_id = theirs.key_id AND mine.node = ? AND mine.per_second > 0
       JOIN usage_nodes AS n ON n.node = theirs.node AND n.expires_at > ?
       WHERE theirs.claimed > theirs.per_second AND theirs.node <> ?`
    )
    .all(node, othersUntil, node)
    .map((row) => decodeKeyId(row["key_id"]))

/** Decides the node's claims, each as far as the others leave it. */
export const claimRates = (
  db: SqliteDatabase,
  { rateClaims }: Pick<SyncRequest, "rateClaims">,
  viewer: RateViewer,
  limitOf: (keyId: KeyId) => number
): void => {
  for (const { keyId, perSecond: claimed } of rateClaims) {
    if (claimed === 0) {
      db.statement("DELETE FROM usage_rate_shares WHERE key_id = ? AND node = ?").run(keyId, viewer.node)
      continue
    }
    const granted = grantedUnits(limitOf(keyId), claimed, othersOf(db, keyId, viewer).held)
    db.statement("REPLACE INTO usage_rate_shares (key_id, node, per_second, claimed) VALUES (?, ?, ?, ?)").run(
      keyId,
      viewer.node,
      granted,
      claimed
    )
  }
}

/** A new life of the node holds nothing yet. */
export const forgetRates = (db: SqliteDatabase, node: string): void => {
  db.statement("DELETE FROM usage_rate_shares WHERE node = ?").run(node)
}
