import { Effect, Option, Result, Schema } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import type { Actor } from "../../../domain/EventEnvelope.ts"
import { cursorText, parseCursor } from "../../../domain/CursorText.ts"
import { Admission, type Admitted } from "../../api/admission/Admission.ts"
import {
  FailureRow,
  failuresEndpoint,
  keyReviewEndpoint,
  ReconciledRow,
  reconciliationEndpoint,
  ReviewedKeyRow,
  TrailEventRow,
  trailEndpoint
} from "../../api/contract/AuditContract.ts"
import {
  FailureParameters,
  KeyReviewParameters,
  ReconciliationQuery,
  TrailParameters
} from "../../api/contract/AuditParameters.ts"
import { Busy } from "../../api/EdgeError.ts"
import { timeIn } from "../../api/request/TimeText.ts"
import { jsonNotStored, notStored, route } from "../../api/Route.ts"
import type { TreeHead } from "../../audit/AuditTree.ts"
import { AuditTrail, type TrailFailure, type TrailReader } from "../../audit/trail/AuditTrail.ts"
import {
  type ShownRow,
  shownDay,
  shownEvent,
  shownFailure,
  shownKey,
  trailCsv,
  trailLines
} from "../../audit/trail/TrailPresentation.ts"
import { requestInput } from "../request/RequestInput.ts"

/** What a response says: rows, with their columns, and what is to be known of them together. */
interface Shown {
  readonly columns: Schema.Struct.Fields
  readonly rows: ReadonlyArray<ShownRow>
  readonly beside: Readonly<Record<string, unknown>>
}

type Format = "json" | "ndjson" | "csv"

/** JSON says in its body what stands beside the rows; the other forms say it in headers, as `X-Audit-Next`. */
const headersOf = (beside: Shown["beside"]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(beside)
      .filter(([, value]) => typeof value === "string" || typeof value === "number")
      .map(([name, value]) => [`x-audit-${name.replaceAll("_", "-")}`, String(value)])
  )

const answer = (format: Format, { beside, columns, rows }: Shown, tree: TreeHead | null) => {
  const { note = null, root = null, size = null } = tree ?? {}
  if (format === "json") {
    return jsonNotStored({ rows, ...beside, tree: tree === null ? null : { size, root, checkpoint: note } })
  }
  const headers = { ...notStored, ...headersOf({ ...beside, tree_size: size, tree_root: root }) }
  return format === "csv"
    ? HttpServerResponse.text(trailCsv(Object.keys(columns), rows), { headers, contentType: "text/csv" })
    : HttpServerResponse.text(trailLines(rows), { headers, contentType: "application/x-ndjson" })
}

/** The filter as it is recorded: addresses are personal data, and the log keeps none. */
const recordedFilter = (query: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(query).map(([name, value]) => [name, name === "address" ? "given" : String(value)]))

const readerOf = ({ key }: Admitted, query: Readonly<Record<string, unknown>>): TrailReader => {
  const actor: Actor = `key:${key.keyId}`
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

const events = Effect.gen(function* () {
  const admission = yield* Admission
  const trail = yield* AuditTrail
  const decode = requestInput(Schema.Struct({ query: Schema.Struct(TrailParameters) }))
  return route(trailEndpoint, ({ exchange, params, request }) =>
    Effect.gen(function* () {
      const admitted = yield* admission.paceAuditor(request.headers, exchange)
      const { query } = yield* decode(params, exchange.target)
      const { account = null, actor = null, cursor, format, from, key = null, limit, to, type = null } = query
      const filter = { from: time(from, "start"), to: time(to, "end"), actor, key, account, type }
      const after = cursor === undefined ? null : Option.getOrNull(Result.getSuccess(parseCursor(cursor)))
      const { next, population, rows, scanned, tree } = yield* trail
        .events({ filter, after, limit }, readerOf(admitted, query))
        .pipe(inEdgeErrors)
      const beside = { scanned, population, next: next === null ? null : cursorText(next) }
      return answer(format, { columns: TrailEventRow.fields, rows: rows.map(shownEvent), beside }, tree)
    })
  )
})

const keys = Effect.gen(function* () {
  const admission = yield* Admission
  const trail = yield* AuditTrail
  const decode = requestInput(Schema.Struct({ query: Schema.Struct(KeyReviewParameters) }))
  return route(keyReviewEndpoint, ({ exchange, params, request }) =>
    Effect.gen(function* () {
      const admitted = yield* admission.paceAuditor(request.headers, exchange)
      const { query } = yield* decode(params, exchange.target)
      const tree = yield* inEdgeErrors(trail.tree)
      const {
        keys: reviewed,
        next,
        population
      } = yield* trail.keys({ offset: query.offset, limit: query.limit }, readerOf(admitted, query)).pipe(inEdgeErrors)
      const rows = reviewed.map(shownKey)
      return answer(query.format, { columns: ReviewedKeyRow.fields, rows, beside: { population, next } }, tree)
    })
  )
})

const failures = Effect.gen(function* () {
  const admission = yield* Admission
  const trail = yield* AuditTrail
  const decode = requestInput(Schema.Struct({ query: Schema.Struct(FailureParameters) }))
  return route(failuresEndpoint, ({ exchange, params, request }) =>
    Effect.gen(function* () {
      const admitted = yield* admission.paceAuditor(request.headers, exchange)
      const { query } = yield* decode(params, exchange.target)
      const { address = null, from, limit, prefix = null, to } = query
      const filter = {
        from: time(from, "start") ?? 0,
        to: time(to, "end") ?? Number.MAX_SAFE_INTEGER,
        prefix,
        address,
        limit
      }
      const tree = yield* inEdgeErrors(trail.tree)
      const counts = yield* trail.failures(filter, readerOf(admitted, query)).pipe(inEdgeErrors)
      return answer(query.format, { columns: FailureRow.fields, rows: counts.map(shownFailure), beside: {} }, tree)
    })
  )
})

const usage = Effect.gen(function* () {
  const admission = yield* Admission
  const trail = yield* AuditTrail
  const decode = requestInput(Schema.Struct({ query: ReconciliationQuery }))
  return route(reconciliationEndpoint, ({ exchange, params, request }) =>
    Effect.gen(function* () {
      const admitted = yield* admission.paceAuditor(request.headers, exchange)
      const { query } = yield* decode(params, exchange.target)
      const { format, from, key: keyId, to } = query
      const tree = yield* inEdgeErrors(trail.tree)
      const days = yield* trail.usage({ keyId, from, to }, readerOf(admitted, query)).pipe(inEdgeErrors)
      return answer(format, { columns: ReconciledRow.fields, rows: days.map(shownDay), beside: {} }, tree)
    })
  )
})

/** The audit trail: for keys of auditors alone, not metered, paced. */
export const AuditRoutes = HttpRouter.addAll(Effect.all([events, keys, failures, usage]))
