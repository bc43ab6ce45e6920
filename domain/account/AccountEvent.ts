import { Schema } from "effect"
import { KeyId } from "../key/KeyEvent.ts"
import { PlanName } from "../key/Plan.ts"

/** The identity of an account, for ever; safe in logs. It says nothing of the address. */
export const AccountId = Schema.String.check(Schema.isPattern(/^acc_[0-9a-z]{12,32}$/)).pipe(Schema.brand("AccountId"))
export type AccountId = typeof AccountId.Type

/** Names a session to people; it does not open it. */
export const SessionId = Schema.String.check(Schema.isPattern(/^ses_[0-9a-z]{12,32}$/)).pipe(Schema.brand("SessionId"))
export type SessionId = typeof SessionId.Type

/** Stands for the URL of a webhook, which is beside the log, where it can be erased. */
export const WebhookDigest = Schema.String.check(Schema.isPattern(/^[A-Za-z0-9_-]{43}$/)).pipe(
  Schema.brand("WebhookDigest")
)
export type WebhookDigest = typeof WebhookDigest.Type

const count = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))
const session = SessionId.annotateKey({ description: "Names the session; it does not open it." })
const plan = PlanName.annotateKey({ description: "What new keys of the account may do from now on." })

/**
 * Facts about one account. Never an address or the hash of a password: those are in a table that can be erased. Names and
 * fields are a storage contract: add fields with a default, else a new name.
 */
export const AccountEvent = Schema.TaggedUnion({
  AccountRegistered: { plan },
  EmailVerified: {},
  PasswordChanged: {
    version: Schema.Int.check(Schema.isGreaterThan(1)).annotateKey({
      description: "Which password of the account it is; the first is 1."
    }),
    by: Schema.Literals(["password", "reset"]).annotateKey({
      description: "What proved that it may be changed: the present password, or a link that was sent or printed."
    })
  },
  SignInFailed: {
    attempts: Schema.Int.check(Schema.isGreaterThan(0)).annotateKey({
      description: "Wrong passwords for the address of the account since its last sign-in."
    })
  },
  SignedIn: { session },
  SignedOut: { session },
  SessionsRevoked: {
    sessions: Schema.NonEmptyArray(SessionId).annotateKey({ description: "The sessions that were ended." })
  },
  AccountKeyAdded: { key: KeyId.annotateKey({ description: "A key that belongs to the account from its issue on." }) },
  PlanRequested: { plan: PlanName.annotateKey({ description: "The plan that its owner asks for." }) },
  AccountPlanChanged: { plan },
  AccountDeactivated: { reason: Schema.String.annotateKey({ description: "In words, for people." }) },
  AccountActivated: {},
  WebhookSet: {
    endpoint: WebhookDigest.annotateKey({
      description:
        "HMAC-SHA-256 of the URL under the deployment's pepper, base64url: the same for the same URL. The URL itself is in no event."
    })
  },
  WebhookRemoved: {},
  AccountDeleted: {},
  PersonalDataErased: {
    origins: count.annotateKey({ description: "Of how many commands the address and the client are gone." }),
    keyNames: count.annotateKey({ description: "How many names of keys are gone." }),
    failedAuthentications: count.annotateKey({
      description: "How many rows of failed authentications that named the account are gone."
    })
  }
})
export type AccountEvent = typeof AccountEvent.Type
