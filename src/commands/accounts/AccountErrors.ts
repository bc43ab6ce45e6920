import { Data, Schema } from "effect"
import type { AccountId } from "../../../domain/account/AccountEvent.ts"
import type { PasswordFault } from "../../../domain/account/PasswordPolicy.ts"
import type { PasswordHasherBusy } from "../../../domain/ports/PasswordHasher.ts"
import type { EventUndecodable } from "../../../domain/ports/EventLog.ts"
import type { StorageUnavailable } from "../../../domain/ports/StorageUnavailable.ts"
import type { TooManyConflicts } from "../RetryConflicts.ts"

/*
 * What anybody can provoke without an account is a value without a stack trace, which would cost more than to answer.
 */

/** The address and the password do not belong together, or the account is deactivated: the caller is not told which. */
export class CredentialsWrong extends Data.TaggedClass("CredentialsWrong") {}

/**
 * There is an account with this address and this password already; nothing was made. It tells no more than a sign-in
 * with them does, and is counted as strictly.
 */
export class AlreadyRegistered extends Data.TaggedClass("AlreadyRegistered")<{ readonly accountId: AccountId }> {}

/** Tried too often from one place, for one address or by one account. Nothing was done. */
export class TooManyAttempts extends Data.TaggedClass("TooManyAttempts")<{ readonly retryAfterSeconds: number }> {}

/** The new password must not be used; nothing changed. */
export class PasswordRefused extends Data.TaggedClass("PasswordRefused")<{ readonly fault: PasswordFault }> {}

/** There is no such account, or it was deleted. */
export class AccountUnknown extends Schema.TaggedError<AccountUnknown>()("AccountUnknown", {}) {}

/** The account has no key of this id. */
export class AccountKeyUnknown extends Schema.TaggedError<AccountKeyUnknown>()("AccountKeyUnknown", {}) {}

/** What may happen to any command. */
export type AccountFailure = StorageUnavailable | EventUndecodable | TooManyConflicts

/** The same for one that hashes a password that anybody may send. */
export type PasswordFailure = AccountFailure | PasswordHasherBusy | TooManyAttempts
