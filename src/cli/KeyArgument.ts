import { Effect, Option, Schema } from "effect"
import { Argument } from "effect/cli"
import { KeyId, KeyPrefix } from "../../domain/key/KeyEvent.ts"
import { KeyDirectory } from "../../domain/ports/KeyDirectory.ts"

/** No key has this id or prefix. */
export class KeyUnknown extends Schema.TaggedError<KeyUnknown>()("KeyUnknown", { named: Schema.String }) {
  override get message(): string {
    return `there is no key ${this.named}: \`fooddata key list\` shows all`
  }
}

/** Prefixes are short, so that two keys may share one. */
export class KeyAmbiguous extends Schema.TaggedError<KeyAmbiguous>()("KeyAmbiguous", {
  named: Schema.String,
  keyIds: Schema.Array(KeyId)
}) {
  override get message(): string {
    return `several keys begin with ${this.named}: name one by its id, ${this.keyIds.join(" or ")}`
  }
}

const isKeyId = Schema.is(KeyId)
const NamedKey = Schema.Union([KeyId, KeyPrefix])
type NamedKey = typeof NamedKey.Type
const decodeNamedKey = Schema.decodeUnknownOption(NamedKey)

/** A key by what lists show of it. A whole key is not taken: it would stay in the history of the shell. */
export const namedKey = Argument.String("key").pipe(
  Argument.withDescription("the key's id, key_…, or its prefix, fdb_ and six characters, as `key list` shows them"),
  Argument.filterMap(
    decodeNamedKey,
    () => "an id, key_…, or a prefix, fdb_ and six characters, as fooddata key list shows them"
  )
)

/** The key that is meant. */
export const findKey = Effect.fnUntraced(function* (named: NamedKey) {
  const directory = yield* KeyDirectory
  if (isKeyId(named)) {
    const found = yield* directory.findById(named)
    return Option.isSome(found) ? found.value : yield* new KeyUnknown({ named })
  }
  const [found, ...others] = (yield* directory.list).filter(({ prefix }) => prefix === named)
  if (found === undefined) return yield* new KeyUnknown({ named })
  if (others.length === 0) return found
  return yield* new KeyAmbiguous({ named, keyIds: [found, ...others].map((each) => each.keyId) })
})
