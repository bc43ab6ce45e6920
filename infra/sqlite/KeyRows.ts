import { Result, Schema } from "effect"
import type { EventEnvelope } from "../../domain/EventEnvelope.ts"
import { KeyDigest, KeyId, KeyName, KeyPrefix, KeyRole } from "../../domain/key/KeyEvent.ts"
import { PlanName } from "../../domain/key/Plan.ts"
import { makeMemory, type Memory } from "../../domain/Remembering.ts"
import { eventColumns, toEnvelope } from "./EventRows.ts"
import { changedColumns, issuedColumns } from "./InlineProjections.ts"
import type { SqliteDatabase } from "./Sqlite.ts"
import { UnnoticedDamage } from "./UnnoticedDamage.ts"

const KeyRow = Schema.Struct({
  key_id: KeyId,
  digest: KeyDigest,
  prefix: KeyPrefix,
  plan: PlanName,
  active: Schema.Int,
  account_id: Schema.NullOr(Schema.String),
  version: Schema.Int,
  issued_at: Schema.Int,
  role: KeyRole
})
/** A key as `key_directory` holds it. */
type KeyRow = typeof KeyRow.Type
const decodeRow = Schema.decodeUnknownResult(KeyRow)
/** What its owner calls it is beside the log: no event says it, so nothing can be compared with it. */
export interface NamedKeyRow extends KeyRow {
  readonly name: KeyName
}
const decodeName = Schema.decodeUnknownResult(KeyName)
const columns = `${Object.keys(KeyRow.fields).join(", ")},
  coalesce((SELECT n.name FROM key_names AS n WHERE n.key_id = key_directory.key_id), '') AS name`

/** Columns that are unique. */
type KeyColumn = "digest" | "key_id"

/** The row, if there is one. Throws `UnnoticedDamage` where it does not say what the events of its key say. */
export const findKeyRow = (db: SqliteDatabase, name: KeyColumn, value: string): NamedKeyRow | undefined => {
  const row = db.statement(`SELECT ${columns} FROM key_directory WHERE ${name} = ?`).get(value)
  if (row === undefined) return undefined
  const found = named(db, row)
  if (found[name] !== value) throw new UnnoticedDamage("an index of key_directory")
  return found
}

/** The rows of an account, oldest first, each verified in the same way. */
export const keyRowsOf = (db: SqliteDatabase, accountId: string): ReadonlyArray<NamedKeyRow> =>
  db
    .statement(`SELECT ${columns} FROM key_directory WHERE account_id = ? ORDER BY issued_at, key_id`)
    .all(accountId)
    .map((row) => named(db, row))

/** All rows, oldest first, each verified in the same way. */
export const allKeyRows = (db: SqliteDatabase): ReadonlyArray<NamedKeyRow> =>
  db
    .statement(`SELECT ${columns} FROM key_directory ORDER BY issued_at, key_id`)
    .all()
    .map((row) => named(db, row))

type StoredRow = Readonly<Record<string, unknown>>

const named = (db: SqliteDatabase, { name, ...stored }: StoredRow): NamedKeyRow => {
  const decoded = decodeName(name)
  if (Result.isFailure(decoded)) throw new UnnoticedDamage("key_names", decoded.failure)
  return { ...verified(db, stored), name: decoded.success }
}

/** A row as it was stored when it was verified, and what it says. */
interface VerifiedRow {
  readonly text: string
  readonly row: KeyRow
}

/** By key: as long as a row stays the same, neither it nor its events need be read again. A sync asks for every key in use. */
const verifiedRows = new WeakMap<SqliteDatabase, Memory<VerifiedRow>>()
const verifiedMax = 10_000

const verified = (db: SqliteDatabase, stored: StoredRow): KeyRow => {
  const memory = verifiedRows.get(db) ?? makeMemory<VerifiedRow>(verifiedMax)
  verifiedRows.set(db, memory)
  const text = JSON.stringify(stored)
  const known = memory.known(String(stored["key_id"]))
  if (known?.text === text) return known.row
  const decoded = decodeRow(stored)
  if (Result.isFailure(decoded)) throw new UnnoticedDamage("key_directory", decoded.failure)
  const row = decoded.success
  const expected = foldOf(db, row.key_id)
  if (expected === null || textOf(expected) !== textOf(row)) throw new UnnoticedDamage(`key_directory ${row.key_id}`)
  memory.remember(row.key_id, { text, row })
  return row
}

const textOf = (row: KeyRow): string => JSON.stringify(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1)))

const streamSql = `SELECT ${eventColumns} FROM events WHERE stream_id = ? ORDER BY stream_version`

/** What the events of the key come to. */
const foldOf = (db: SqliteDatabase, keyId: KeyId): KeyRow | null => {
  let row: KeyRow | null = null
  for (const stored of db.statement(streamSql).all(`key-${keyId}`)) {
    const envelope = toEnvelope("key", stored)
    if (Result.isFailure(envelope)) throw new UnnoticedDamage(`the log of key ${keyId}`, envelope.failure)
    row = evolve(row, keyId, envelope.success)
  }
  return row
}

const evolve = (row: KeyRow | null, keyId: KeyId, envelope: EventEnvelope<"key">): KeyRow | null => {
  const { event, recordedAt, streamVersion: version } = envelope
  if (event._tag === "KeyIssued") return { key_id: keyId, ...issuedColumns(event, recordedAt), version }
  return row === null ? null : { ...row, ...changedColumns(event), version }
}
