import { Effect, Schema } from "effect"
import { PlanName } from "./Plan.ts"

/** The identity of a key: survives rotation, plan changes and deactivation. Shown to operators, safe in logs. */
export const KeyId = Schema.String.check(Schema.isPattern(/^key_[0-9a-z]{12,32}$/)).pipe(Schema.brand("KeyId"))
export type KeyId = typeof KeyId.Type

/** HMAC-SHA-256 of a key under the deployment's pepper, base64url: all that is ever stored of a key. */
export const KeyDigest = Schema.String.check(Schema.isPattern(/^[A-Za-z0-9_-]{43}$/)).pipe(Schema.brand("KeyDigest"))
export type KeyDigest = typeof KeyDigest.Type

/** The first ten characters of a key: names it to people without giving it away. */
export const KeyPrefix = Schema.String.check(Schema.isPattern(/^fdb_[0-9A-Za-z]{6}$/)).pipe(Schema.brand("KeyPrefix"))
export type KeyPrefix = typeof KeyPrefix.Type

/** What its owner calls a key, in no event, because it may name a person: up to 60 characters, none of them a control character; `""`: nothing. */
export const KeyName = Schema.String.check(
  Schema.isMaxCodePoints(60),
  Schema.isPattern(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*$/u)
)
export type KeyName = typeof KeyName.Type

/** What a key opens: `client` the data, within its plan; `auditor` the audit trail, and nothing else. */
export const KeyRole = Schema.Literals(["client", "auditor"])
export type KeyRole = typeof KeyRole.Type

const digest = KeyDigest.annotateKey({
  description: "HMAC-SHA-256 of the key under the deployment's pepper, base64url."
})
const prefix = KeyPrefix.annotateKey({ description: "The first ten characters of the key." })
const plan = PlanName.annotateKey({ description: "What the key may do from now on." })

/** Facts about one key. Names and fields are a storage contract: add fields with a default, else a new name. */
export const KeyEvent = Schema.TaggedUnion({
  KeyIssued: {
    accountId: Schema.NullOr(Schema.String).annotateKey({ description: "Whose key it is; `null`: the operator's." }),
    digest,
    prefix,
    plan,
    name: Schema.optionalKey(KeyName).annotateKey({
      description:
        "What its owner called it; only in events of old. Names are kept beside the log since, where they can be erased."
    }),
    role: KeyRole.annotateKey({
      description: "What it opens: the data within its plan, or the audit trail; keys of old are of clients."
    }).pipe(Schema.withDecodingDefaultKey(Effect.succeed("client" as const)))
  },
  KeyRotated: { digest, prefix },
  KeyRenamed: {
    name: Schema.optionalKey(KeyName).annotateKey({
      description: "What its owner called it from then on; only in events of old, as in `KeyIssued`."
    })
  },
  KeyPlanChanged: { plan },
  KeyDeactivated: { reason: Schema.String.annotateKey({ description: "In words, for people." }) },
  KeyActivated: {}
})
export type KeyEvent = typeof KeyEvent.Type
