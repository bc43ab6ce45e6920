import { Effect, Option, Schema } from "effect"
import { KeyId, KeyPrefix } from "../../../domain/key/KeyEvent.ts"
import { KeyDirectory } from "../../../domain/ports/KeyDirectory.ts"

/** A key as people name it: by its id, or by the first ten characters of a key that it is or was. */
export const KeyChoice = Schema.String.check(Schema.isPattern(/^(?:key_[0-9a-z]{12,32}|fdb_[0-9A-Za-z]{6})$/)).pipe(
  Schema.brand("KeyChoice")
)
export type KeyChoice = typeof KeyChoice.Type

const isPrefix = Schema.is(KeyPrefix)
const isId = Schema.is(KeyId)

/** `unknown`: no key is named so · `several`: more than one is, so that the id must be given. */
export class KeyUnclear extends Schema.TaggedError<KeyUnclear>()("KeyUnclear", {
  key: Schema.String,
  reason: Schema.Literals(["unknown", "several"])
}) {
  override get message(): string {
    return this.reason === "unknown"
      ? `there is no key ${this.key}`
      : `several keys begin, or began, with ${this.key}: give the id, key_…`
  }
}

/** The keys that are meant; none where there is none of that prefix. */
export const keysOfChoice = Effect.fn("keysOfChoice")(function* (key: KeyChoice) {
  if (isPrefix(key)) return yield* (yield* KeyDirectory).idsOfPrefix(key)
  return isId(key) ? [key] : []
})

/** The one key that is meant, which there is. */
export const oneKeyOfChoice = Effect.fn("oneKeyOfChoice")(function* (key: KeyChoice) {
  const [id, ...others] = yield* keysOfChoice(key)
  if (others.length > 0) return yield* new KeyUnclear({ key, reason: "several" })
  const found = id === undefined ? Option.none() : yield* (yield* KeyDirectory).findById(id)
  return id === undefined || Option.isNone(found) ? yield* new KeyUnclear({ key, reason: "unknown" }) : id
})
