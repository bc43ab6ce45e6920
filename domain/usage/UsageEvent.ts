import { Schema } from "effect"

/** A calendar day in UTC, `2026-11-21`: the window of the daily quota and part of the usage stream's name. */
export const UsageDay = Schema.String.check(Schema.isPattern(/^\d{4}-\d{2}-\d{2}$/)).pipe(Schema.brand("UsageDay"))
export type UsageDay = typeof UsageDay.Type

export const LeaseId = Schema.String.check(Schema.isPattern(/^[0-9A-Za-z_:-]{1,80}$/)).pipe(Schema.brand("LeaseId"))
export type LeaseId = typeof LeaseId.Type

/** The metered operations: what a usage event says was called. */
export const Operation = Schema.Literals(["search", "barcode", "product", "semantic-search", "analyze"])
export type Operation = typeof Operation.Type

/** One admitted call. `n` counts the calls of its lease from 1; `at` is UTC in ms since the epoch. */
export const UsageEntry = Schema.Struct({ n: Schema.Int, at: Schema.Int, operation: Operation })
export type UsageEntry = typeof UsageEntry.Type

/**
 * Facts of one key's ledger for one day. Names and fields are a storage contract: add fields with a default, else
 * a new name. `hour` is the UTC hour 0..23 that the lease may be used in.
 */
export const UsageEvent = Schema.TaggedUnion({
  LeaseGranted: {
    lease: LeaseId,
    /** the node's own id of the request; the same id is granted once */
    request: Schema.String,
    node: Schema.String,
    hour: Schema.Int,
    size: Schema.Int
  },
  /** uses `from`..`to` (inclusive) of the lease, each once */
  UsageRecorded: {
    lease: LeaseId,
    from: Schema.Int,
    to: Schema.Int,
    entries: Schema.Array(UsageEntry)
  },
  /** closed by its node: `size - used` went back to the quota */
  LeaseSettled: { lease: LeaseId, used: Schema.Int },
  /** its node and journal are lost: `size - used` is gone for the day */
  LeaseBurnt: { lease: LeaseId },
  /** a request of an earlier life of the node that had not arrived: should it still come, it gets nothing */
  LeaseRequestCancelled: { request: Schema.String, node: Schema.String }
})
export type UsageEvent = typeof UsageEvent.Type
