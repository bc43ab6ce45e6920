import type { KeyId } from "../../../domain/key/KeyEvent.ts"
import { plans } from "../../../domain/key/Plan.ts"
import type { UsageLedgerState } from "../../../domain/usage/LedgerState.ts"
import type { UsageWindow } from "../../../domain/usage/UsageWindow.ts"
import { findKeyRow } from "../KeyRows.ts"
import type { SqliteDatabase } from "../Sqlite.ts"
import { type LedgerKey, loadLedger, type Quotas } from "./LedgerRows.ts"

/**
 * What a transaction has read or written of ledgers and quotas, so that nothing is looked for twice: a sync comes to most
 * keys of a busy node, each with a report and a balance.
 */
export class KnownLedgers {
  readonly window: UsageWindow
  readonly #db: SqliteDatabase
  readonly #today = new Map<KeyId, UsageLedgerState>()
  readonly #quotas = new Map<KeyId, Quotas>()

  constructor(db: SqliteDatabase, window: UsageWindow) {
    this.#db = db
    this.window = window
  }

  /** Totals of today and of this hour. */
  today(keyId: KeyId): UsageLedgerState {
    return this.#today.get(keyId) ?? loadLedger(this.#db, { keyId, day: this.window.day }, this.window.hour, [])
  }

  /** To be told of each state that was saved. */
  saved({ day, keyId }: LedgerKey, state: UsageLedgerState): void {
    if (day === this.window.day) this.#today.set(keyId, state)
  }

  quotasOf(keyId: KeyId): Quotas {
    const known = this.#quotas.get(keyId) ?? quotasOf(this.#db, keyId)
    this.#quotas.set(keyId, known)
    return known
  }
}

const none: Quotas = { perDay: 0, perHour: 0, perSecond: 0 }

/** The quotas of the key's plan; a key that is unknown or deactivated has none. */
const quotasOf = (db: SqliteDatabase, keyId: KeyId): Quotas => {
  const key = findKeyRow(db, "key_id", keyId)
  if (key?.active !== 1) return none
  const { requestsPerDay: perDay, requestsPerHour: perHour, requestsPerSecond: perSecond } = plans[key.plan]
  return { perDay, perHour, perSecond }
}
