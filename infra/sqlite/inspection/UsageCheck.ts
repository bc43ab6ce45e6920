import { HashMap, Result, Schema } from "effect"
import type { Finding } from "../../../domain/ports/LogInspection.ts"
import { emptyLedger, emptyWindow, evolve, hourWindow, type LedgerWindow } from "../../../domain/usage/LedgerState.ts"
import { eventColumns, toEnvelope } from "../EventRows.ts"
import type { SqliteDatabase } from "../Sqlite.ts"

const DayRow = Schema.Struct({
  key_id: Schema.String,
  day: Schema.String,
  open: Schema.Int,
  used: Schema.Int,
  burnt: Schema.Int
})
const decodeDays = Schema.decodeUnknownSync(Schema.Array(DayRow))
const decodeHours = Schema.decodeUnknownSync(Schema.Array(Schema.Struct({ ...DayRow.fields, hour: Schema.Int })))
const decodeLeases = Schema.decodeUnknownSync(
  Schema.Array(
    Schema.Struct({
      lease: Schema.String,
      size: Schema.Int,
      recorded: Schema.Int,
      status: Schema.String,
      node: Schema.String
    })
  )
)

const streamSql = `SELECT ${eventColumns} FROM events WHERE stream_id = ? ORDER BY stream_version`

const isSame = (a: LedgerWindow, b: LedgerWindow): boolean =>
  a.open === b.open && a.used === b.used && a.burnt === b.burnt

/** What the events of the ledger come to; damaged ones are found elsewhere. */
const foldOf = (db: SqliteDatabase, streamId: string) =>
  db
    .statement(streamSql)
    .all(streamId)
    .flatMap((row) =>
      Result.match(toEnvelope("usage", row), { onSuccess: ({ event }) => [event], onFailure: () => [] })
    )
    .reduce(evolve, emptyLedger)

type Day = typeof DayRow.Type

const isAsFolded = (db: SqliteDatabase, kept: Day): boolean => {
  const { day, key_id } = kept
  const fold = foldOf(db, `usage-${key_id}-${day}`)
  const hours = decodeHours(db.statement("SELECT * FROM usage_hours WHERE key_id = ? AND day = ?").all(key_id, day))
  const leases = decodeLeases(db.statement("SELECT * FROM usage_leases WHERE key_id = ? AND day = ?").all(key_id, day))
  const known = new Map(HashMap.toEntries(fold.leases).map(([id, lease]) => [String(id), lease]))
  return (
    isSame(fold.day, kept) &&
    hours.every((hour) => isSame(hourWindow(fold, hour.hour), hour)) &&
    HashMap.toEntries(fold.hours).every(([hour, window]) =>
      isSame(window, hours.find((each) => each.hour === hour) ?? emptyWindow)
    ) &&
    leases.every(({ lease, node, recorded, size, status }) => {
      const expected = known.get(lease)
      return (
        expected?.size === size &&
        expected.recorded === recorded &&
        expected.status === status &&
        expected.node === node
      )
    })
  )
}

/** Days of the usage ledger whose totals, hours or leases are not what their events come to. Old days are not kept. */
export const checkUsage = (db: SqliteDatabase): ReadonlyArray<Finding> =>
  decodeDays(db.statement("SELECT * FROM usage_days").all())
    .filter((day) => !isAsFolded(db, day))
    .map(({ day, key_id }) => ({
      place: `usage_days ${key_id} ${day}`,
      problem: "the ledger does not say what the events of its stream say"
    }))
