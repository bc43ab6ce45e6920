import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { KeyRole } from "../../../domain/key/KeyEvent.ts"
import { PlanName } from "../../../domain/key/Plan.ts"
import { FailureKind } from "../../../domain/ports/FailedAuthentications.ts"
import {
  FailureParameters,
  KeyReviewParameters,
  ReconciliationParameters,
  TrailParameters,
  trailTypes
} from "./AuditParameters.ts"
import * as Errors from "./ErrorBodies.ts"
import { text } from "./Responses.ts"

const Count = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }))
/** RFC 3339, in UTC. */
const Instant = Schema.String.check(Schema.isMaxLength(24), Schema.isPattern(/^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+Z$/u))

const Tree = Schema.NullOr(
  Schema.Struct({
    size: Count.annotate({ description: "Leaves of the tree." }),
    root: text(64).annotate({ description: "Its root hash, base64." }),
    checkpoint: text(4_000).annotate({ description: "The signed checkpoint, a C2SP note." })
  })
).annotate({ description: "The newest signed state of the audit tree; null where none is kept." })

export const TrailEventRow = Schema.Struct({
  leaf: Schema.NullOr(Count).annotate({ description: "Its leaf in the audit tree; null: not in it, or not yet." }),
  id: text(36),
  time: Instant,
  type: Schema.Literals(trailTypes),
  target: text(100).annotate({ description: "The key, account or reader that the event is about." }),
  key_name: Schema.NullOr(text(60)).annotate({
    description: "What the owner of that key calls it now; null: nothing, erased, or it is no key."
  }),
  version: Count,
  actor: text(200),
  address: Schema.NullOr(text(64)).annotate({
    description: "Where the command came from; null: not over the network, or erased."
  }),
  client: Schema.NullOr(text(200)),
  request_id: Schema.NullOr(text(64)),
  command: text(100),
  outcome: Schema.Literals(["done", "refused"]),
  data: Schema.Record(Schema.String, Schema.Json)
}).annotate({ identifier: "TrailEvent" })

export const TrailResponse = Schema.Struct({
  rows: Schema.Array(TrailEventRow).check(Schema.isMaxLength(500)),
  scanned: Count.annotate({ description: "Events that were looked at for this page." }),
  population: Count.annotate({
    description:
      "Events of the trail from where the page starts, in its order: `scanned` of all pages, and what came meanwhile."
  }),
  next: Schema.NullOr(text(40)).annotate({ description: "`cursor` of the next page; null: the end." }),
  tree: Tree
}).annotate({ identifier: "Trail", description: "A page of the audit trail." })

export const ReviewedKeyRow = Schema.Struct({
  key_id: text(40),
  key_prefix: text(10),
  name: Schema.NullOr(text(60)).annotate({ description: "What its owner calls it; null: nothing, or erased." }),
  role: KeyRole,
  plan: PlanName,
  account_id: Schema.NullOr(text(40)),
  is_active: Schema.Boolean,
  issued_at: Instant,
  issued_by: text(200),
  rotated_at: Schema.NullOr(Instant),
  rotations: Count,
  age_days: Count.annotate({ description: "Since it was issued, or rotated." }),
  plan_changes: Count,
  last_used: Schema.NullOr(text(10)).annotate({ description: "UTC day; null: not within a year." }),
  dormant_days: Schema.NullOr(Schema.Literals([30, 90])).annotate({
    description: "Active, and not used for at least this long."
  }),
  deactivated_at: Schema.NullOr(Instant),
  deactivated_because: Schema.NullOr(text(1_000))
}).annotate({ identifier: "ReviewedKey" })

export const KeyReviewResponse = Schema.Struct({
  rows: Schema.Array(ReviewedKeyRow).check(Schema.isMaxLength(500)),
  population: Count.annotate({ description: "All keys that were ever issued." }),
  next: Schema.NullOr(Count).annotate({ description: "`offset` of the next page; null: the end." }),
  tree: Tree
}).annotate({ identifier: "KeyReview", description: "Keys with their lives, oldest first." })

export const FailureRow = Schema.Struct({
  hour: Instant,
  kind: FailureKind,
  key_prefix: Schema.NullOr(text(10)),
  address: Schema.NullOr(text(64)),
  account_id: Schema.NullOr(text(40)).annotate({
    description: "Whose session or key it was; null: not known, as with every sign-in that fails."
  }),
  count: Count
}).annotate({ identifier: "FailedAuthentication" })

export const FailuresResponse = Schema.Struct({
  rows: Schema.Array(FailureRow).check(Schema.isMaxLength(500)),
  tree: Tree
}).annotate({
  identifier: "FailedAuthentications",
  description: "Failed attempts, counted by hour, newest hour first."
})

export const ReconciledRow = Schema.Struct({
  day: text(10),
  events: Count.annotate({ description: "Admitted calls by the events of the log." }),
  ledger: Schema.NullOr(Count).annotate({ description: "By the ledger; null: it does not keep the day any more." }),
  report: Count.annotate({ description: "By the usage report." }),
  events_in_report: Count.annotate({ description: "By those events that the report has seen." }),
  me: Schema.NullOr(Count).annotate({ description: "By `GET /v1/me`; null: not today." }),
  differences: Schema.Array(text(300)).check(Schema.isMaxLength(5))
}).annotate({ identifier: "ReconciledDay" })

export const ReconciliationResponse = Schema.Struct({
  rows: Schema.Array(ReconciledRow).check(Schema.isMaxLength(100)),
  tree: Tree
}).annotate({ identifier: "Reconciliation", description: "What each counter says, day by day." })

/** 500 rows of some kilobytes at the most. */
const rowsAsText = Schema.String.check(Schema.isMaxCodePoints(16_000_000), Schema.isPattern(/^[^\u0000]*$/u))
const csv = rowsAsText.pipe(HttpApiSchema.asText({ contentType: "text/csv" }))
const ndjson = rowsAsText.pipe(HttpApiSchema.asText({ contentType: "application/x-ndjson" }))

/** Attributes as in Kafka (`asyncapi.json`), and those of the trail, each of which may be absent. */
const TrailCloudEvent = Schema.Struct({
  specversion: Schema.Literal("1.0"),
  id: text(36),
  source: text(40),
  type: text(60),
  subject: text(120),
  time: Instant,
  datacontenttype: Schema.Literal("application/json"),
  dataschema: text(2_100),
  streamversion: Count,
  logtx: text(16),
  logposition: text(16),
  commandid: text(100),
  actor: text(200),
  checksum: Schema.optionalKey(text(32)).annotate({
    description: "Absent where an erasable name was left out of the data."
  }),
  outcome: Schema.Literals(["done", "refused"]),
  target: text(100),
  leafindex: Schema.optionalKey(text(16)),
  keyname: Schema.optionalKey(text(60)),
  originaddress: Schema.optionalKey(text(64)),
  originclient: Schema.optionalKey(text(200)),
  requestid: Schema.optionalKey(text(64)),
  data: Schema.Record(Schema.String, Schema.Json)
}).annotate({ identifier: "TrailCloudEvent", description: "An event of the trail as a CloudEvent 1.0." })

export const cloudEventBatchType = "application/cloudevents-batch+json"

const CloudEventBatch = Schema.Array(TrailCloudEvent)
  .check(Schema.isMaxLength(500))
  .pipe(HttpApiSchema.asJson({ contentType: cloudEventBatchType }))

const error = [
  Errors.BadRequest,
  Errors.Unauthorized,
  Errors.RoleForbidden,
  Errors.ValidationFailed,
  Errors.RateLimited,
  Errors.InternalError,
  Errors.Unavailable
] as const

export const trailEndpoint = HttpApiEndpoint.get("auditEvents", "/v1/audit/events", {
  query: TrailParameters,
  success: [TrailResponse, ndjson, csv, CloudEventBatch],
  error
}).annotateMerge(
  OpenApi.annotations({
    summary: "Who did what to keys and accounts",
    description: "Every change of a key or an account, and every reading of the trail: who, what, when, from where."
  })
)

export const keyReviewEndpoint = HttpApiEndpoint.get("auditKeys", "/v1/audit/keys", {
  query: KeyReviewParameters,
  success: [KeyReviewResponse, ndjson, csv],
  error
}).annotateMerge(
  OpenApi.annotations({
    summary: "Keys for an access review",
    description: "Each key with its issue, rotations, plan changes, age, last use and end; dormant ones are marked."
  })
)

export const failuresEndpoint = HttpApiEndpoint.get("auditFailures", "/v1/audit/failed-authentications", {
  query: FailureParameters,
  success: [FailuresResponse, ndjson, csv],
  error
}).annotateMerge(
  OpenApi.annotations({
    summary: "Failed authentications",
    description:
      "Counted by hour, key prefix and address. Requests that are refused for the limit of their address are not looked at, and not counted."
  })
)

export const reconciliationEndpoint = HttpApiEndpoint.get("auditUsage", "/v1/audit/usage", {
  query: ReconciliationParameters,
  success: [ReconciliationResponse, ndjson, csv],
  error
}).annotateMerge(
  OpenApi.annotations({
    summary: "Reconcile the usage of a key",
    description: "Compares events, ledger, usage report and `/v1/me`, day by day, and names what differs."
  })
)

export const Audit = HttpApiGroup.make("audit", { topLevel: true })
  .add(trailEndpoint, keyReviewEndpoint, failuresEndpoint, reconciliationEndpoint)
  .annotateMerge(
    OpenApi.annotations({ title: "audit", description: "The audit trail. It requires a key with the auditor role." })
  )
