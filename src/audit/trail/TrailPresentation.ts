import { cloudEvent } from "../../../infra/event-log/CloudEvent.ts"
import { categoryOf } from "../../../infra/event-log/CategoryOf.ts"
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

/**
 * What an event says. Events of old say what owners called their keys: that is shown as it is now, beside the event, and where it was
 * erased not at all.
 */
const dataOf = ({ event }: TrailRow["envelope"]): Readonly<Record<string, unknown>> => {
  const { _tag, ...data } = event
  if (event._tag !== "KeyIssued" && event._tag !== "KeyRenamed") return data
  return Object.fromEntries(Object.entries(data).filter(([name]) => name !== "name"))
}

const outcomeOf = ({ event }: TrailRow["envelope"]) =>
  refusals.has(event._tag) ? ("refused" as const) : ("done" as const)

/** Where it came from, as far as that is told of the event. */
const originOf = ({ envelope, origin }: TrailRow) => (refusals.has(envelope.event._tag) ? null : origin)

export const shownEvent = (row: TrailRow) => {
  const { envelope, id, keyName, leaf, target } = row
  const origin = originOf(row)
  return {
    leaf,
    id,
    time: instant(envelope.recordedAt),
    type: envelope.event._tag,
    target,
    key_name: keyName,
    version: envelope.streamVersion,
    actor: envelope.actor,
    address: origin?.address ?? null,
    client: origin?.userAgent ?? null,
    request_id: origin?.requestId ?? null,
    command: envelope.commandId,
    outcome: outcomeOf(envelope),
    data: dataOf(envelope)
  }
}

/** Without those that are not known: CloudEvents has no attribute without a value. */
const known = (attributes: Readonly<Record<string, string | null>>) =>
  Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== null && value !== ""))

/**
 * The event as Kafka has it, with what the trail knows beside it in further extension attributes. Where the data of an event of old had
 * a name, it has none here, and no `checksum`, which would be of other data.
 */
export const shownCloudEvent = (row: TrailRow, publicUrl: string) => {
  const { envelope } = row
  const { checksum, ...attributes } = cloudEvent(categoryOf(envelope), envelope, publicUrl)
  const data = dataOf(envelope)
  const origin = originOf(row)
  const isWhole = Object.keys(data).length === Object.keys(attributes.data).length
  return {
    ...attributes,
    ...known({
      checksum: isWhole ? checksum : null,
      outcome: outcomeOf(envelope),
      leafindex: row.leaf === null ? null : String(row.leaf),
      target: row.target,
      keyname: row.keyName,
      originaddress: origin?.address ?? null,
      originclient: origin?.userAgent ?? null,
      requestid: origin?.requestId ?? null
    }),
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
