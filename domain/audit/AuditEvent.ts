import { Schema } from "effect"

/** What of the audit trail somebody reads. */
export const TrailView = Schema.Literals(["events", "keys", "failed-authentications", "usage"])
export type TrailView = typeof TrailView.Type

/**
 * Facts about the audit trail itself: who read it, and what was erased of it. Names and fields are a storage contract: add fields
 * with a default, else a new name.
 */
export const AuditEvent = Schema.TaggedUnion({
  TrailRead: {
    view: TrailView.annotateKey({ description: "Which part of the trail." }),
    filter: Schema.Record(Schema.String, Schema.String).annotateKey({
      description: "What was asked for, as it was sent: times, ids, types."
    }),
    rows: Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)).annotateKey({
      description: "How many rows were handed out."
    })
  },
  OriginsErased: {
    reason: Schema.Literals(["account-deleted", "expired"]).annotateKey({
      description: "What is older than the retention was due; `account-deleted` is in events of old."
    }),
    origins: Schema.Int.check(Schema.isGreaterThan(0)).annotateKey({
      description: "Of how many commands the address and the client are gone."
    })
  }
})
export type AuditEvent = typeof AuditEvent.Type
