import { Effect, Schema } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { trailCsv, trailLines } from "../../audit/trail/TrailPresentation.ts"
import type { KeyId } from "../../../domain/key/KeyEvent.ts"
import type { StorageUnavailable } from "../../../domain/ports/StorageUnavailable.ts"
import { Admission } from "../../api/admission/Admission.ts"
import {
  cloudEventBatchType,
  failuresEndpoint,
  keyReviewEndpoint,
  reconciliationEndpoint,
  trailEndpoint
} from "../../api/contract/AuditContract.ts"
import { FailureQuery, KeyReviewQuery, ReconciliationQuery, TrailQuery } from "../../api/contract/AuditParameters.ts"
import type { Busy, RequestInvalid } from "../../api/EdgeError.ts"
import { auditOperations, type ShownTrail } from "../../api/operations/AuditOperations.ts"
import { type Incoming, jsonNotStored, notStored, route } from "../../api/Route.ts"
import { requestInput } from "../request/RequestInput.ts"

type Format = "json" | "ndjson" | "csv" | "cloudevents"

/** JSON says in its body what stands beside the rows; the other forms say it in headers, as `X-Audit-Next`. */
const headersOf = (beside: ShownTrail["beside"]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(beside)
      .filter(([, value]) => typeof value === "string" || typeof value === "number")
      .map(([name, value]) => [`x-audit-${name.replaceAll("_", "-")}`, String(value)])
  )

const answer = (format: Format, { beside, columns, rows, tree }: ShownTrail) => {
  const { note = null, root = null, size = null } = tree ?? {}
  if (format === "json") {
    return jsonNotStored({ rows, ...beside, tree: tree === null ? null : { size, root, checkpoint: note } })
  }
  const headers = { ...notStored, ...headersOf({ ...beside, tree_size: size, tree_root: root }) }
  switch (format) {
    case "csv":
      return HttpServerResponse.text(trailCsv(Object.keys(columns), rows), { headers, contentType: "text/csv" })
    case "ndjson":
      return HttpServerResponse.text(trailLines(rows), { headers, contentType: "application/x-ndjson" })
    case "cloudevents":
      return HttpServerResponse.text(JSON.stringify(rows), { headers, contentType: cloudEventBatchType })
  }
}

type Decode<Query> = (
  params: Incoming["params"],
  target: string
) => Effect.Effect<{ readonly query: Query }, RequestInvalid>

/** A route of the trail: for the key of an auditor, of what its query asks for. */
const trailRoute = <Query extends { readonly format: Format }>(
  endpoint: Parameters<typeof route>[0],
  decode: Decode<Query>,
  operation: (query: Query, keyId: KeyId) => Effect.Effect<ShownTrail, Busy | RequestInvalid | StorageUnavailable>
) =>
  Effect.map(Admission, (admission) =>
    route(endpoint, ({ exchange, params, request }) =>
      Effect.gen(function* () {
        const { key } = yield* admission.paceAuditor(request.headers, exchange)
        const { query } = yield* decode(params, exchange.target)
        return answer(query.format, yield* operation(query, key.keyId))
      })
    )
  )

const decodeTrail = requestInput(Schema.Struct({ query: TrailQuery }))
const decodeKeys = requestInput(Schema.Struct({ query: KeyReviewQuery }))
const decodeFailures = requestInput(Schema.Struct({ query: FailureQuery }))
const decodeUsage = requestInput(Schema.Struct({ query: ReconciliationQuery }))

/** The audit trail: for keys of auditors alone, not metered, paced. */
export const AuditRoutes = HttpRouter.addAll(
  Effect.gen(function* () {
    const { events, failures, keys, usage } = yield* auditOperations
    return yield* Effect.all([
      trailRoute(trailEndpoint, decodeTrail, events),
      trailRoute(keyReviewEndpoint, decodeKeys, keys),
      trailRoute(failuresEndpoint, decodeFailures, failures),
      trailRoute(reconciliationEndpoint, decodeUsage, usage)
    ])
  })
)
