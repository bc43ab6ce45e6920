import { Schema } from "effect"
import type { StorageUnavailable } from "../../domain/ports/StorageUnavailable.ts"
import type { EmbeddingUnavailable } from "../../projections/ports/Embedder.ts"
import type { VectorsIncomplete } from "../../projections/ports/ProductVectors.ts"
import type { RateLimited } from "../metering/Metering.ts"
import type { ValidationItem } from "./validation/ValidationItem.ts"

export class KeyMissing extends Schema.TaggedError<KeyMissing>()("KeyMissing", {}) {}

/** Malformed, unknown, rotated away, deactivated, or two different keys: the caller is not told which. */
export class KeyInvalid extends Schema.TaggedError<KeyInvalid>()("KeyInvalid", {}) {}

export class PlanTooLow extends Schema.TaggedError<PlanTooLow>()("PlanTooLow", { detail: Schema.String }) {}

export class ProductNotFound extends Schema.TaggedError<ProductNotFound>()("ProductNotFound", {}) {}

/** The request does not fit its contract; `items` is the body of the 422. */
export class RequestInvalid {
  readonly _tag = "RequestInvalid"
  readonly items: ReadonlyArray<ValidationItem>

  constructor(items: ReadonlyArray<ValidationItem>) {
    this.items = items
  }
}

export class BodyTooLarge extends Schema.TaggedError<BodyTooLarge>()("BodyTooLarge", {}) {}

export class BodyNotJson extends Schema.TaggedError<BodyNotJson>()("BodyNotJson", {}) {}

/** Not now: the read model is still being built, the handler took too long, or too much is in flight. */
export class Busy extends Schema.TaggedError<Busy>()("Busy", {
  reason: Schema.String,
  retryAfterSeconds: Schema.Int
}) {}

/** Every failure that a route answers in its own words; everything else is a defect and a 500. */
export type EdgeError =
  | KeyMissing
  | KeyInvalid
  | PlanTooLow
  | ProductNotFound
  | RequestInvalid
  | BodyTooLarge
  | BodyNotJson
  | Busy
  | RateLimited
  | StorageUnavailable
  | EmbeddingUnavailable
  | VectorsIncomplete
