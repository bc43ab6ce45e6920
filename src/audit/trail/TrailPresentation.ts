import type { FailureCount } from "../../../domain/ports/FailedAuthentications.ts"
import { type CsvCell, csvText } from "../../queries/CsvText.ts"
import type { ReviewedKey } from "./KeyReview.ts"
import type { TrailRow } from "./TrailEvents.ts"
import type { ReconciledDay } from "./UsageReconciliation.ts"

/** A row of the trail as it is shown, in the order of its columns. */
export type ShownRow = Readonly<Record<string, unknown>>

const instant = (ms: number): string => new Date(ms).toISOString()
const instantOrNull = (ms: number | null): string | null => (ms === null ? null : instant(ms))

/**
 * Events that say of something that it was refused; all others say that it was done. They are told with the next success, so
 * where that came from is not where they came from: what failed is counted by address elsewhere.
 */
const refusals: ReadonlySet<string> = new Set(["SignInFailed"])

/** The key, the account, or the reader: their streams end with a day. */
const targetOf = (streamId: string): string =>
  streamId.slice(streamId.indexOf("-") + 1).replace(/-\d{4}-\d{2}-\d{2}$/, "")

export const shownEvent = ({ envelope, id, leaf, ...row }: TrailRow) => {
  const { _tag: type, ...data } = envelope.event
  const origin = refusals.has(type) ? null : row.origin
  return {
    leaf,
    id,
    time: instant(envelope.recordedAt),
    type,
    target: targetOf(envelope.streamId),
    version: envelope.streamVersion,
    actor: envelope.actor,
    address: origin?.address ?? null,
    client: origin?.userAgent ?? null,
    request_id: origin?.requestId ?? null,
    command: envelope.commandId,
    outcome: refusals.has(type) ? ("refused" as const) : ("done" as const),
    data
  }
}

export const shownKey = ({ key, ...review }: ReviewedKey) => ({
  key_id: key.keyId,
  key_prefix: key.prefix,
  name: key.name === "" ? null : key.name,
  role: key.role,
  plan: key.plan,
  account_id: key.accountId,
  is_active: key.active,
  issued_at: instant(key.issuedAt),
  issued_by: review.issuedBy,
  rotated_at: instantOrNull(review.rotatedAt),
  rotations: review.rotations,
  age_days: review.ageDays,
  plan_changes: review.planChanges,
  last_used: review.lastUsed,
  dormant_days: review.dormantDays,
  deactivated_at: instantOrNull(review.deactivatedAt),
  deactivated_because: review.deactivatedBecause
})

export const shownFailure = ({ account, address, count, hour, kind, prefix }: FailureCount) => ({
  hour: instant(hour),
  kind,
  key_prefix: prefix === "" ? null : prefix,
  address: address === "" ? null : address,
  account_id: account === "" ? null : account,
  count
})

export const shownDay = ({ day, differences, events, eventsSeen, ledger, me, report }: ReconciledDay) => ({
  day,
  events,
  ledger,
  report,
  events_in_report: eventsSeen,
  me,
  differences
})

const cellOf = (value: unknown): CsvCell => {
  if (value === null) return ""
  if (typeof value === "number" || typeof value === "string") return value
  return JSON.stringify(value)
}

/** Rows as CSV, with the names of their columns before them. */
export const trailCsv = (columns: ReadonlyArray<string>, rows: ReadonlyArray<ShownRow>): string =>
  csvText([columns, ...rows.map((row) => columns.map((column) => cellOf(row[column])))])

/** Rows as JSON lines. */
export const trailLines = (rows: ReadonlyArray<ShownRow>): string =>
  rows.map((row) => `${JSON.stringify(row)}\n`).join("")
