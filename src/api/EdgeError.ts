import { Data } from "effect"
import type { KeyRole } from "../../domain/key/KeyEvent.ts"
import type { StorageUnavailable } from "../../domain/ports/StorageUnavailable.ts"
import type { EmbeddingUnavailable } from "../../projections/ports/Embedder.ts"
import type { VectorsIncomplete } from "../../projections/ports/ProductVectors.ts"
import type { CredentialsWrong, TooManyAttempts } from "../commands/accounts/AccountErrors.ts"
import type { QuestionGivenUp } from "../queries/QuestionGivenUp.ts"
import type { RateLimited } from "../metering/Metering.ts"
import type { ValidationItem } from "./validation/ValidationItem.ts"

/*
 * Answers that callers provoke as often as they like: values without a stack trace, because taking one costs 40 µs, several
 * times as much as letting a request in.
 */

export class KeyMissing extends Data.TaggedClass("KeyMissing") {}

/** Malformed, unknown, rotated away, deactivated, or two different keys: the caller is not told which. */
export class KeyInvalid extends Data.TaggedClass("KeyInvalid") {}

/** Too many requests without a valid key from one address. */
export class AddressLimited extends Data.TaggedClass("AddressLimited") {}

export class PlanTooLow extends Data.TaggedClass("PlanTooLow")<{ readonly detail: string }> {}

/** A key of an auditor asks for data, or a key of a client for the audit trail. */
export class RoleRefused extends Data.TaggedClass("RoleRefused")<{ readonly required: KeyRole }> {}

export class ProductNotFound extends Data.TaggedClass("ProductNotFound") {}

/** There is nothing to have a receipt of, or not yet. */
export class ReceiptNotFound extends Data.TaggedClass("ReceiptNotFound")<{
  readonly reason: "never-rotated" | "no-tree" | "not-yet"
}> {}

/** The request does not fit its contract; `items` is the body of the 422. */
export class RequestInvalid extends Data.TaggedClass("RequestInvalid")<{
  readonly items: ReadonlyArray<ValidationItem>
}> {}

export class BodyTooLarge extends Data.TaggedClass("BodyTooLarge") {}

/** The caller went away, or took too long, before the body was complete. */
export class BodyIncomplete extends Data.TaggedClass("BodyIncomplete") {}

export class BodyNotJson extends Data.TaggedClass("BodyNotJson") {}

/** Not now: the read model is still being built, the handler took too long, or too much is in flight. */
export class Busy extends Data.TaggedClass("Busy")<{ readonly reason: string; readonly retryAfterSeconds: number }> {}

/** A page of another site asks for what only our own pages, and programs, may ask for. */
export class OriginRefused extends Data.TaggedClass("OriginRefused") {}

/** Every failure that a route answers in its own words; everything else is a defect and a 500. */
export type EdgeError =
  | KeyMissing
  | KeyInvalid
  | AddressLimited
  | PlanTooLow
  | RoleRefused
  | ProductNotFound
  | ReceiptNotFound
  | RequestInvalid
  | BodyTooLarge
  | BodyIncomplete
  | BodyNotJson
  | Busy
  | OriginRefused
  | CredentialsWrong
  | TooManyAttempts
  | QuestionGivenUp
  | RateLimited
  | StorageUnavailable
  | EmbeddingUnavailable
  | VectorsIncomplete
