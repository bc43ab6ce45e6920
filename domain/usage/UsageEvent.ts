import { Schema } from "effect"

/** A calendar day in UTC, `2026-11-21`: the window of the daily quota and part of the usage stream's name. */
export const UsageDay = Schema.String.check(Schema.isPattern(/^\d{4}-\d{2}-\d{2}$/)).pipe(Schema.brand("UsageDay"))
export type UsageDay = typeof UsageDay.Type

export const LeaseId = Schema.String.check(Schema.isPattern(/^[0-9A-Za-z_:-]{1,80}$/)).pipe(Schema.brand("LeaseId"))
export type LeaseId = typeof LeaseId.Type

/** The metered operations: what a usage event says was called. */
export const Operation = Schema.Literals(["search", "barcode", "product", "semantic-search", "analyze"])
export type Operation = typeof Operation.Type

/** One admitted call. */
export const UsageEntry = Schema.Struct({
  n: Schema.Int.annotateKey({ description: "Counts the calls of the lease from 1." }),
  at: Schema.Int.annotateKey({ description: "When it was admitted, ms since the epoch." }),
  operation: Operation.annotateKey({ description: "What was called." })
})
export type UsageEntry = typeof UsageEntry.Type

const lease = LeaseId.annotateKey({ description: "The lease, whose id no other has." })
const node = Schema.String.annotateKey({ description: "The process that asked, by the id it keeps on its disk." })

/** Calls of one operation that one window refused. */
export const RefusedCalls = Schema.Struct({
  operation: Operation.annotateKey({ description: "What was called." }),
  window: Schema.Literals(["second", "hour", "day"]).annotateKey({ description: "The window that was used up." }),
  calls: Schema.Int.annotateKey({ description: "How many calls, at least 1." })
})
export type RefusedCalls = typeof RefusedCalls.Type

/** Facts of one key's ledger for one day. Names and fields are a storage contract: add fields with a default, else a new name. */
export const UsageEvent = Schema.TaggedUnion({
  LeaseGranted: {
    lease,
    request: Schema.String.annotateKey({
      description: "The node's own id of the request; the same id is granted once."
    }),
    node,
    hour: Schema.Int.annotateKey({ description: "UTC hour, 0 to 23, in which the lease may be used." }),
    size: Schema.Int.annotateKey({ description: "Calls that it allows, 1 to 1,000." })
  },
  UsageRecorded: {
    lease,
    from: Schema.Int.annotateKey({ description: "`n` of the first entry." }),
    to: Schema.Int.annotateKey({ description: "`n` of the last entry: `from` to `to`, both included, each once." }),
    entries: Schema.Array(UsageEntry).annotateKey({ description: "The calls, in the order of `n` without gaps." })
  },
  LeaseSettled: {
    lease,
    used: Schema.Int.annotateKey({
      description: "Calls admitted from it in all; the rest of its size went back to the quota."
    })
  },
  LeaseBurnt: { lease },
  LeaseRequestCancelled: {
    request: Schema.String.annotateKey({
      description: "A request that had not arrived: should it still come, it gets nothing."
    }),
    node
  },
  CallsRefused: {
    node: Schema.String.annotateKey({ description: "The process that refused them." }),
    hour: Schema.Int.annotateKey({ description: "UTC hour, 0 to 23, in which they came." }),
    refused: Schema.Array(RefusedCalls).annotateKey({ description: "Each operation and window once." })
  }
})
export type UsageEvent = typeof UsageEvent.Type
