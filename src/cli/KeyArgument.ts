import { Effect, Option, Schema } from "effect"
import { Argument, Flag } from "effect/cli"
import { KeyDirectory } from "../../domain/ports/KeyDirectory.ts"
import { KeyChoice, KeyUnclear, keysOfChoice } from "../audit/trail/ChosenKeys.ts"

/** No key has this id or prefix. */
export class KeyUnknown extends Schema.TaggedError<KeyUnknown>()("KeyUnknown", { named: Schema.String }) {
  override get message(): string {
    return `there is no key ${this.named}: \`fooddata key list\` shows all`
  }
}

const decodeKey = Schema.decodeUnknownOption(KeyChoice)
const expected = "an id, key_…, or a prefix, fdb_ and six characters, as fooddata key list shows them"

/** A key by what lists show of it. A whole key is not taken: it would stay in the history of the shell. */
export const namedKey = Argument.String("key").pipe(
  Argument.withDescription("the key's id, key_…, or its prefix, fdb_ and six characters, as `key list` shows them"),
  Argument.filterMap(decodeKey, () => expected)
)

/** The same as a flag. */
export const keyFlag = Flag.String("key").pipe(
  Flag.filterMap(decodeKey, () => expected),
  Flag.optional
)

/** The one key that is meant. */
export const findKey = Effect.fnUntraced(function* (named: KeyChoice) {
  const [id, ...others] = yield* keysOfChoice(named)
  if (others.length > 0) return yield* new KeyUnclear({ key: named, reason: "several" })
  const found = id === undefined ? Option.none() : yield* (yield* KeyDirectory).findById(id)
  return Option.isSome(found) ? found.value : yield* new KeyUnknown({ named })
})
