import { HashMap, Option, Schema } from "effect"
import { KeyId } from "../../../domain/key/KeyEvent.ts"
import { emptyWindow, type Lease, type LedgerWindow, type UsageLedgerState } from "../../../domain/usage/LedgerState.ts"
import { LeaseId, UsageDay } from "../../../domain/usage/UsageEvent.ts"
import type { SqliteDatabase } from "../Sqlite.ts"

/** Which ledger: one key, one UTC day. */
export interface LedgerKey {
  readonly keyId: KeyId
  readonly day: UsageDay
}

export interface Quotas {
  readonly perDay: number | null
  readonly perHour: number
  readonly perSecond: number
}

const WindowRow = Schema.Struct({ open: Schema.Int, used: Schema.Int, burnt: Schema.Int })
const decodeWindow = Schema.decodeUnknownSync(WindowRow)

const LeaseRow = Schema.Struct({
  lease: LeaseId,
  key_id: KeyId,
  day: UsageDay,
  hour: Schema.Int,
  node: Schema.String,
  size: Schema.Int,
  recorded: Schema.Int,
  status: Schema.Literals(["open", "closed", "burnt"])
})
const decodeLease = Schema.decodeUnknownSync(LeaseRow)

export interface StoredLease extends LedgerKey {
  readonly lease: Lease
}

const toLease = (row: unknown): StoredLease => {
  const { day, key_id, lease: id, ...facts } = decodeLease(row)
  return { keyId: key_id, day, lease: { id, request: id, ...facts } }
}

/** The lease of this id (or of this request, which is the same), of whatever key and day. */
export const findLease = (db: SqliteDatabase, id: string): StoredLease | undefined => {
  const row = db.statement("SELECT * FROM usage_leases WHERE lease = ?").get(id)
  return row === undefined ? undefined : toLease(row)
}

export const openLeasesOf = (db: SqliteDatabase, node: string): ReadonlyArray<StoredLease> =>
  db.statement("SELECT * FROM usage_leases WHERE node = ? AND status = 'open'").all(node).map(toLease)

const isCancelled = (db: SqliteDatabase, request: string): boolean =>
  db.statement("SELECT 1 FROM usage_cancelled_requests WHERE request = ?").get(request) !== undefined

/**
 * The totals of a ledger and, of its leases and requests, those named: all that a decision looks at. Of the hours those of
 * the leases and the one that is asked for: by the evening a day has 24.
 */
export const loadLedger = (
  db: SqliteDatabase,
  key: LedgerKey,
  hour: number,
  named: Iterable<string>
): UsageLedgerState => {
  const leases: Array<Lease> = []
  const cancelled: Array<readonly [string, null]> = []
  for (const id of named) {
    const found = findLease(db, id)
    if (found?.keyId === key.keyId && found.day === key.day) leases.push(found.lease)
    else if (isCancelled(db, id)) cancelled.push([id, null])
  }
  return {
    day: dayWindow(db, key),
    hours: HashMap.fromIterable(
      [...new Set([hour, ...leases.map((lease) => lease.hour)])].flatMap((each) => storedHour(db, key, each))
    ),
    leases: HashMap.fromIterable(leases.map((lease) => [lease.id, lease] as const)),
    requests: HashMap.fromIterable([...cancelled, ...leases.map((lease) => [lease.request, lease.id] as const)])
  }
}

const dayWindow = (db: SqliteDatabase, { day, keyId }: LedgerKey): LedgerWindow => {
  const row = db.statement("SELECT open, used, burnt FROM usage_days WHERE key_id = ? AND day = ?").get(keyId, day)
  return row === undefined ? emptyWindow : decodeWindow(row)
}

/** Recorded uses of the day; none where the ledger does not keep it. */
export const keptUse = (db: SqliteDatabase, { day, keyId }: LedgerKey): Option.Option<number> => {
  const row = db.statement("SELECT open, used, burnt FROM usage_days WHERE key_id = ? AND day = ?").get(keyId, day)
  return row === undefined ? Option.none() : Option.some(decodeWindow(row).used)
}

const storedHour = (
  db: SqliteDatabase,
  { day, keyId }: LedgerKey,
  hour: number
): ReadonlyArray<readonly [number, LedgerWindow]> => {
  const row = db
    .statement("SELECT open, used, burnt FROM usage_hours WHERE key_id = ? AND day = ? AND hour = ?")
    .get(keyId, day, hour)
  return row === undefined ? [] : [[hour, decodeWindow(row)]]
}

/** Writes what the decisions changed. `quotas` are those that anything was granted under, if it was. */
export const saveLedger = (
  db: SqliteDatabase,
  key: LedgerKey,
  before: UsageLedgerState,
  after: UsageLedgerState,
  quotas: Quotas
): void => {
  const changed = <K, V>(was: HashMap.HashMap<K, V>, is: HashMap.HashMap<K, V>) =>
    HashMap.toEntries(is).filter(([k, v]) => Option.getOrUndefined(HashMap.get(was, k)) !== v)
  if (after.day !== before.day) saveDay(db, key, after.day, quotas.perDay)
  for (const [hour, window] of changed(before.hours, after.hours)) saveHour(db, key, hour, window, quotas.perHour)
  for (const [, lease] of changed(before.leases, after.leases)) saveLease(db, key, lease)
  for (const [request, lease] of changed(before.requests, after.requests)) {
    if (lease !== null) continue
    db.statement("INSERT INTO usage_cancelled_requests (request, key_id, day) VALUES (?, ?, ?)").run(
      request,
      key.keyId,
      key.day
    )
  }
}

// Updated first and inserted when there is nothing to update: an upsert checks the row it would have inserted, which
// after a downgrade has a quota below what is granted.
const saveDay = (db: SqliteDatabase, key: LedgerKey, window: LedgerWindow, quota: number | null): void => {
  const { burnt, open, used } = window
  const { changes } = db
    .statement(
      // max of a null is null: what was once unlimited stays so
      `UPDATE usage_days SET open = ?, used = ?, burnt = ?, quota = max(quota, ?) WHERE key_id = ? AND day = ?`
    )
    .run(open, used, burnt, quota, key.keyId, key.day)
  if (changes !== 0) return
  db.statement("INSERT INTO usage_days (key_id, day, open, used, burnt, quota) VALUES (?, ?, ?, ?, ?, ?)").run(
    key.keyId,
    key.day,
    open,
    used,
    burnt,
    quota
  )
}

const saveHour = (db: SqliteDatabase, key: LedgerKey, hour: number, window: LedgerWindow, quota: number): void => {
  const { burnt, open, used } = window
  const { changes } = db
    .statement(
      `UPDATE usage_hours SET open = ?, used = ?, burnt = ?, quota = max(quota, ?)
       WHERE key_id = ? AND day = ? AND hour = ?`
    )
    .run(open, used, burnt, quota, key.keyId, key.day, hour)
  if (changes !== 0) return
  db.statement(
    "INSERT INTO usage_hours (key_id, day, hour, open, used, burnt, quota) VALUES (?, ?, ?, ?, ?, ?, ?)"
  ).run(key.keyId, key.day, hour, open, used, burnt, quota)
}

const saveLease = (db: SqliteDatabase, key: LedgerKey, lease: Lease): void => {
  const { hour, id, node, recorded, size, status } = lease
  db.statement(
    `INSERT INTO usage_leases (lease, key_id, day, hour, node, size, recorded, status) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (lease) DO UPDATE SET recorded = excluded.recorded, status = excluded.status`
  ).run(id, key.keyId, key.day, hour, node, size, recorded, status)
}
