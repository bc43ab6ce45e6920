import { Effect, Option, Result, Schema } from "effect"
import { cursorText, parseCursor } from "../../../domain/CursorText.ts"
import type { Actor } from "../../../domain/EventEnvelope.ts"
import type { KeyId } from "../../../domain/key/KeyEvent.ts"
import type { TreeHead } from "../../audit/AuditTree.ts"
import { AuditTrail, type TrailFailure, type TrailReader } from "../../audit/trail/AuditTrail.ts"
import { type ShownRow, shownDay, shownEvent, shownFailure, shownKey } from "../../audit/trail/TrailPresentation.ts"
import { FailureRow, ReconciledRow, ReviewedKeyRow, TrailEventRow } from "../contract/AuditContract.ts"
import {
  FailureParameters,
  KeyReviewParameters,
  type ReconciliationQuery,
  TrailParameters
} from "../contract/AuditParameters.ts"
import { Busy } from "../EdgeError.ts"
import { timeIn } from "../request/TimeText.ts"

/** What is asked of each part of the trail. */
export const TrailQuery = Schema.Struct(TrailParameters)
export const KeyReviewQuery = Schema.Struct(KeyReviewParameters)
export const FailureQuery = Schema.Struct(FailureParameters)

/** Rows with their columns, what is to be known of them together, and the tree as it was before they were read. */
export interface ShownTrail {
  readonly columns: Schema.Struct.Fields
  readonly rows: ReadonlyArray<ShownRow>
  readonly beside: Readonly<Record<string, unknown>>
  readonly tree: TreeHead | null
}

/** The filter as it is recorded: addresses are personal data, and the log keeps none. */
const recordedFilter = (query: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(query).map(([name, value]) => [name, name === "address" ? "given" : String(value)]))

const readerOf = (keyId: KeyId, query: Readonly<Record<string, unknown>>): TrailReader => {
  const actor: Actor = `key:${keyId}`
  return { actor, filter: recordedFilter(query) }
}

/** Somebody has to mend the folder. */
const treeRetryAfterSeconds = 60

const inEdgeErrors = <A, R>(effect: Effect.Effect<A, TrailFailure, R>) =>
  effect.pipe(
    Effect.catchTags({
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
export const auditOperations = Effect.map(AuditTrail, (trail) => ({
  events: (query: typeof TrailQuery.Type, keyId: KeyId) => {
    const { account = null, actor = null, cursor, from, key = null, limit, to, type = null } = query
    const filter = { from: time(from, "start"), to: time(to, "end"), actor, key, account, type }
    const after = cursor === undefined ? null : Option.getOrNull(Result.getSuccess(parseCursor(cursor)))
    return trail.events({ filter, after, limit }, readerOf(keyId, query)).pipe(
      Effect.map(({ next, population, rows, scanned, tree }): ShownTrail => ({
        columns: TrailEventRow.fields,
        rows: rows.map(shownEvent),
        beside: { scanned, population, next: next === null ? null : cursorText(next) },
        tree
      })),
      inEdgeErrors
    )
  },
  keys: (query: typeof KeyReviewQuery.Type, keyId: KeyId) =>
    Effect.gen(function* () {
      const tree = yield* trail.tree
      const { limit, offset } = query
      const { keys, next, population } = yield* trail.keys({ offset, limit }, readerOf(keyId, query))
      const shown: ShownTrail = {
        columns: ReviewedKeyRow.fields,
        rows: keys.map(shownKey),
        beside: { population, next },
        tree
      }
      return shown
    }).pipe(inEdgeErrors),
  failures: (query: typeof FailureQuery.Type, keyId: KeyId) =>
    Effect.gen(function* () {
      const tree = yield* trail.tree
      const { address = null, from, limit, prefix = null, to } = query
      const times = { from: time(from, "start") ?? 0, to: time(to, "end") ?? Number.MAX_SAFE_INTEGER }
      const counts = yield* trail.failures({ ...times, prefix, address, limit }, readerOf(keyId, query))
      const shown: ShownTrail = { columns: FailureRow.fields, rows: counts.map(shownFailure), beside: {}, tree }
      return shown
    }).pipe(inEdgeErrors),
  usage: (query: typeof ReconciliationQuery.Type, keyId: KeyId) =>
    Effect.gen(function* () {
      const tree = yield* trail.tree
      const { from, key, to } = query
      const days = yield* trail.usage({ keyId: key, from, to }, readerOf(keyId, query))
      const shown: ShownTrail = { columns: ReconciledRow.fields, rows: days.map(shownDay), beside: {}, tree }
      return shown
    }).pipe(inEdgeErrors)
}))
