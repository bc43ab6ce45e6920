import { Context, type Effect, type Option, Schema } from "effect"
import type { AccountId, SessionId } from "../account/AccountEvent.ts"
import type {
  AccountRecord,
  AddressDigest,
  Credentials,
  PasswordHash,
  SessionRecord,
  TokenDigest,
  TokenPurpose
} from "../account/AccountRecord.ts"
import type { Actor, Cursor } from "../EventEnvelope.ts"
import type { PlanName } from "../key/Plan.ts"
import type { AppendMeta, ConcurrencyConflict, StreamAppend } from "./EventLog.ts"
import type { StorageUnavailable } from "./StorageUnavailable.ts"
import type { WebhookEndpoint } from "./WebhookStore.ts"

/** Another account has proved that the address is its own. Nothing was written. */
export class AddressTaken extends Schema.TaggedError<AddressTaken>()("AddressTaken", {}) {}

/** The token was used, ran out, or never was; which of them is not told. Nothing was written. */
export class TokenUnusable extends Schema.TaggedError<TokenUnusable>()("TokenUnusable", {}) {}

export type NewAccount = Pick<AccountRecord, "accountId" | "email" | "address" | "passwordHash" | "plan"> & {
  readonly registeredAt: number
}

/** A session as it begins: it was seen when it was opened. */
export interface NewSession extends Omit<SessionRecord, "seenAt"> {
  readonly digest: TokenDigest
}

/** What changes beside the log. */
export type AccountChange =
  | { readonly _tag: "Register"; readonly account: NewAccount }
  | {
      readonly _tag: "SetPassword"
      readonly accountId: AccountId
      readonly passwordHash: PasswordHash
      readonly version: number
    }
  /** fails with `AddressTaken` where another account of the address is verified */
  | { readonly _tag: "SetVerified"; readonly accountId: AccountId }
  | { readonly _tag: "SetPlan"; readonly accountId: AccountId; readonly plan: PlanName }
  | { readonly _tag: "SetActive"; readonly accountId: AccountId; readonly active: boolean }
  /** the oldest sessions of the account beyond `openSessionsMax` end */
  | { readonly _tag: "OpenSession"; readonly session: NewSession; readonly failuresSeen: number }
  | { readonly _tag: "CloseSessions"; readonly accountId: AccountId; readonly sessions: ReadonlyArray<SessionId> }
  | {
      readonly _tag: "AddToken"
      readonly digest: TokenDigest
      readonly accountId: AccountId
      readonly purpose: TokenPurpose
      readonly expiresAt: number
    }
  /** fails with `TokenUnusable` where it is not there any more */
  | { readonly _tag: "UseToken"; readonly digest: TokenDigest; readonly purpose: TokenPurpose; readonly now: number }
  /** of any purpose: what was sent before the password changed must not change it again */
  | { readonly _tag: "DropTokens"; readonly accountId: AccountId }
  /** in place of the one before */
  | { readonly _tag: "SetWebhook"; readonly endpoint: WebhookEndpoint }
  /** with the messages that wait for it */
  | { readonly _tag: "RemoveWebhook"; readonly accountId: AccountId }
  /** everything that only the account needs: address, hash, sessions, tokens, webhook. The rest is left for `PersonalData` to erase. */
  | { readonly _tag: "Erase"; readonly accountId: AccountId; readonly actor: Actor }

/** Accounts that are told of at one time, for an operator and for the mail of an address. */
export const accountsAtOnceMax = 1_000

/**
 * Accounts, their sessions and tokens of one use: all that the log must not hold. It is written with the events that it
 * belongs to, in one transaction, and can be erased.
 */
export class AccountStore extends Context.Service<
  AccountStore,
  {
    /** Appends to all the streams and makes all the changes, or none; without events, the cursor is the end of the log. */
    readonly commit: (
      streams: ReadonlyArray<StreamAppend>,
      meta: AppendMeta,
      changes: ReadonlyArray<AccountChange>
    ) => Effect.Effect<Cursor, ConcurrencyConflict | AddressTaken | TokenUnusable | StorageUnavailable>
    readonly findById: (accountId: AccountId) => Effect.Effect<Option.Option<AccountRecord>, StorageUnavailable>
    /** Of several with the same password the verified one, else the oldest. */
    readonly findByCredentials: (
      credentials: Credentials
    ) => Effect.Effect<Option.Option<AccountRecord>, StorageUnavailable>
    /** The accounts of an address: the verified one, then the others, oldest first; at most `limit`. */
    readonly findByAddress: (
      address: AddressDigest,
      limit: number
    ) => Effect.Effect<ReadonlyArray<AccountRecord>, StorageUnavailable>
    /** At most `limit` accounts after the one given, in the order of their ids. */
    readonly list: (
      after: AccountId | null,
      limit: number
    ) => Effect.Effect<ReadonlyArray<AccountRecord>, StorageUnavailable>
    /** The open session of the token; nothing when it ran out. Notes now and then that it was seen. */
    readonly findSession: (
      digest: TokenDigest,
      now: number
    ) => Effect.Effect<Option.Option<SessionRecord>, StorageUnavailable>
    /** The open sessions of an account, the newest first. */
    readonly sessionsOf: (
      accountId: AccountId,
      now: number
    ) => Effect.Effect<ReadonlyArray<SessionRecord>, StorageUnavailable>
    /** Whose token it is, while it can be used. Uses nothing. */
    readonly findToken: (
      digest: TokenDigest,
      purpose: TokenPurpose,
      now: number
    ) => Effect.Effect<Option.Option<AccountId>, StorageUnavailable>
  }
>()("fooddata/domain/ports/AccountStore") {}
