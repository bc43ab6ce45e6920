import { Schema } from "effect"
import { PlanName } from "../key/Plan.ts"
import { AccountId, SessionId } from "./AccountEvent.ts"
import { EmailAddress } from "./EmailAddress.ts"

const Digest = Schema.String.check(Schema.isPattern(/^[A-Za-z0-9_-]{43}$/))

/** HMAC-SHA-256 of a mailbox under the deployment's pepper, base64url: finds the accounts of an address, and salts. */
export const AddressDigest = Digest.pipe(Schema.brand("AddressDigest"))
export type AddressDigest = typeof AddressDigest.Type

/** SHA-256 of a token that opens a session or proves a mailbox, base64url: all that is stored of it. */
export const TokenDigest = Digest.pipe(Schema.brand("TokenDigest"))
export type TokenDigest = typeof TokenDigest.Type

/** A password under Argon2id, as a PHC string. */
export const PasswordHash = Schema.String.check(
  Schema.isPattern(/^\$argon2id\$v=19\$m=\d+,t=\d+,p=\d+\$[A-Za-z0-9+/]+\$[A-Za-z0-9+/]+$/)
).pipe(Schema.brand("PasswordHash"))
export type PasswordHash = typeof PasswordHash.Type

/** What a person signs in with: who has both is the owner of the account. */
export interface Credentials {
  readonly address: AddressDigest
  readonly passwordHash: PasswordHash
}

/** What is kept of an account beside the log, and is erased with it. */
export const AccountRecord = Schema.Struct({
  accountId: AccountId,
  email: EmailAddress,
  address: AddressDigest,
  passwordHash: PasswordHash,
  /** which password of the account it is; the first is 1 */
  passwordVersion: Schema.Int,
  plan: PlanName,
  verified: Schema.Boolean,
  active: Schema.Boolean,
  /** ms since the epoch */
  registeredAt: Schema.Int,
  signedInAt: Schema.NullOr(Schema.Int),
  /** wrong passwords for the address up to the last sign-in */
  failuresSeen: Schema.Int
})
export type AccountRecord = typeof AccountRecord.Type

export const SessionRecord = Schema.Struct({
  sessionId: SessionId,
  accountId: AccountId,
  /** ms since the epoch */
  openedAt: Schema.Int,
  /** ms since the epoch, to some minutes */
  seenAt: Schema.Int,
  /** what the program that signed in calls itself */
  client: Schema.String
})
export type SessionRecord = typeof SessionRecord.Type

/** What a token of one use is for: it proves the mailbox, or lets the password be set anew. */
export const TokenPurpose = Schema.Literals(["verify", "reset"])
export type TokenPurpose = typeof TokenPurpose.Type
