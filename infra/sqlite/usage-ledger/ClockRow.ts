import { Schema } from "effect"
import type { AcceptedClock, SyncResponse } from "../../../domain/ports/UsageLedgerStore.ts"
import { ledgerTime } from "../../../domain/usage/LedgerClock.ts"
import { usageWindow } from "../../../domain/usage/UsageWindow.ts"
import type { SqliteDatabase } from "../Sqlite.ts"

const decodeRow = Schema.decodeUnknownSync(Schema.Struct({ reached_ms: Schema.Int }))

/** Of one transaction: the ledger's clock, the wall clock, and how far the former had got. */
export type LedgerInstant = Pick<SyncResponse, "now" | "wallMs" | "reachedMs">

const reached = (db: SqliteDatabase): number | null => {
  const row = db.statement("SELECT reached_ms FROM usage_clock").get()
  return row === undefined ? null : decodeRow(row).reached_ms
}

export const instantOf = (db: SqliteDatabase, wallMs: number, notAfterMs: number | null): LedgerInstant => {
  const reachedMs = reached(db)
  return { wallMs, reachedMs, now: ledgerTime(wallMs, reachedMs, notAfterMs) }
}

const save = (db: SqliteDatabase, ms: number): void => {
  db.statement("REPLACE INTO usage_clock (only_row, reached_ms, negated_ms) VALUES (1, ?, ?)").run(ms, -ms)
}

/** Notes how far the ledger's clock has got: once an hour, because quotas go by hours and days. */
export const noteReached = (db: SqliteDatabase, { now, reachedMs }: LedgerInstant): void => {
  if (reachedMs === null || now >= usageWindow(reachedMs).endMs) save(db, now)
}

/** From now on the ledger's clock is the wall clock, even if that is a step back. */
export const acceptWallClock = (db: SqliteDatabase, wallMs: number): AcceptedClock => {
  const reachedMs = reached(db)
  save(db, wallMs)
  return { reachedMs, wallMs }
}
