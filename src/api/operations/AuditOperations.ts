import { Effect, Option, Result, type Schema } from "effect"
import { cursorText, parseCursor } from "../../../domain/CursorText.ts"
import type { KeyId } from "../../../domain/key/KeyEvent.ts"
import type { TreeHead } from "../../audit/AuditTree.ts"
import { AuditTrail, type TrailFailure, type TrailReader } from "../../audit/trail/AuditTrail.ts"
import {
  type ShownRow,
  shownCloudEvent,
  shownDay,
  shownEvent,
  shownFailure,
  shownKey
} from "../../audit/trail/TrailPresentation.ts"
import { FailureRow, ReconciledRow, ReviewedKeyRow, TrailEventRow } from "../contract/AuditContract.ts"
import type { FailureQuery, KeyReviewQuery, ReconciliationQuery, TrailQuery } from "../contract/AuditParameters.ts"
import { withoutAddress } from "../../commands/audit/RecordTrailRead.ts"
import { Busy, RequestInvalid } from "../EdgeError.ts"
import { HttpOptions } from "../HttpOptions.ts"
import { valueError } from "../validation/Offences.ts"
import { timeIn } from "../request/TimeText.ts"

/** Rows with their columns, what is to be known of them together, and the tree as it was before they were read. */
export interface ShownTrail {
  readonly columns: Schema.Struct.Fields
  readonly rows: ReadonlyArray<ShownRow>
  readonly beside: Readonly<Record<string, unknown>>
  readonly tree: TreeHead | null
}

/** The filter is recorded in the words that it was asked in. */
const readerOf = (keyId: KeyId, query: Readonly<Record<string, unknown>>): TrailReader => ({
  actor: `key:${keyId}`,
  filter: withoutAddress(Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])))
})

/** Somebody has to mend the folder. */
const treeRetryAfterSeconds = 60

const inEdgeErrors = <A, R>(effect: Effect.Effect<A, TrailFailure, R>) =>
  effect.pipe(
    Effect.catchTags({
      KeyUnclear: ({ key, message }) =>
        Effect.fail(new RequestInvalid({ items: [{ ...valueError(message), loc: ["query", "key"], input: key }] })),
      TooManyConflicts: () => Effect.fail(new Busy({ reason: "conflicts", retryAfterSeconds: 1 })),
      TreeUnusable: (error) =>
        Effect.andThen(
          Effect.logError("the audit tree cannot be read", error),
          Effect.fail(new Busy({ reason: "the audit tree cannot be read", retryAfterSeconds: treeRetryAfterSeconds }))
        ),
      // a trail without an event that cannot be read would be a wrong one
      EventUndecodable: Effect.die
    })
  )

const time = (text: string | undefined, end: "start" | "end"): number | null =>
  text === undefined ? null : Option.getOrNull(timeIn(text, end))

/** What auditors ask, over whichever face of the API. Each answer was recorded as read by the key. */
export const auditOperations = Effect.gen(function* () {
  const trail = yield* AuditTrail
  const publicUrl = (yield* HttpOptions).publicUrl ?? ""

  /** The tree is looked at first: each event that it has is read after it. */
  const shown = <Answer>(
    columns: Schema.Struct.Fields,
    answer: Effect.Effect<Answer, TrailFailure>,
    show: (answer: Answer) => Pick<ShownTrail, "rows" | "beside">
  ) =>
    Effect.gen(function* () {
      const tree = yield* trail.tree
      return { columns, ...show(yield* answer), tree } satisfies ShownTrail
    }).pipe(inEdgeErrors)

  return {
    events: (query: typeof TrailQuery.Type, keyId: KeyId) => {
      const { account = null, actor = null, cursor, format, from, key = null, limit, order, to, type = null } = query
      const filter = { from: time(from, "start"), to: time(to, "end"), actor, key, account, type }
      const after = cursor === undefined ? null : Option.getOrNull(Result.getSuccess(parseCursor(cursor)))
      const page = trail.events({ filter, order, after, limit }, readerOf(keyId, query))
      return shown(TrailEventRow.fields, page, ({ next, population, rows, scanned }) => ({
        rows: rows.map((row) => (format === "cloudevents" ? shownCloudEvent(row, publicUrl) : shownEvent(row))),
        beside: { scanned, population, next: next === null ? null : cursorText(next) }
      }))
    },
    keys: (query: typeof KeyReviewQuery.Type, keyId: KeyId) => {
      const { account = null, limit, offset } = query
      const page = trail.keys({ account, offset, limit }, readerOf(keyId, query))
      return shown(ReviewedKeyRow.fields, page, ({ keys, next, population }) => ({
        rows: keys.map(shownKey),
        beside: { population, next }
      }))
    },
    failures: (query: typeof FailureQuery.Type, keyId: KeyId) => {
      const { account = null, address = null, from, key_prefix: prefix = null, limit, to } = query
      const times = { from: time(from, "start") ?? 0, to: time(to, "end") ?? Number.MAX_SAFE_INTEGER }
      const counts = trail.failures({ ...times, prefix, address, account, limit }, readerOf(keyId, query))
      return shown(FailureRow.fields, counts, (rows) => ({ rows: rows.map(shownFailure), beside: {} }))
    },
    usage: (query: typeof ReconciliationQuery.Type, keyId: KeyId) => {
      const { from, key, to } = query
      const days = trail.usage({ key, from, to }, readerOf(keyId, query))
      return shown(ReconciledRow.fields, days, (rows) => ({ rows: rows.map(shownDay), beside: {} }))
    }
  }
})
