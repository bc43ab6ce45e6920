import { Context, Effect, Layer, Option } from "effect"
import type { Headers } from "effect/http"
import { isWellFormedKey } from "../../domain/key/KeyToken.ts"
import type { KeyRecord } from "../../domain/ports/KeyDirectory.ts"
import { KeyHasher } from "../../domain/ports/KeyHasher.ts"
import type { StorageUnavailable } from "../../domain/ports/StorageUnavailable.ts"
import { KeyCache } from "../metering/KeyCache.ts"
import { KeyInvalid, KeyMissing } from "./EdgeError.ts"

const bearer = /^bearer +(\S.*)$/iu

/**
 * The key of a request: `X-API-Key`, `Authorization: Bearer`, or both when they agree. A key in the query string is
 * never read: it would stand in every log on the way.
 */
const presentedKey = (headers: Headers.Headers): Effect.Effect<string, KeyMissing | KeyInvalid> => {
  const plain = headers["x-api-key"]?.trim() ?? ""
  const token = bearer.exec(headers.authorization ?? "")?.[1]?.trim() ?? ""
  if (plain === "" && token === "") return Effect.fail(new KeyMissing())
  if (plain !== "" && token !== "" && plain !== token) return Effect.fail(new KeyInvalid())
  return Effect.succeed(plain === "" ? token : plain)
}

/** Finds out whose request it is. A key of another form, or with a wrong checksum, is refused without a look-up. */
export class Authentication extends Context.Service<
  Authentication,
  {
    readonly identify: (
      headers: Headers.Headers
    ) => Effect.Effect<KeyRecord, KeyMissing | KeyInvalid | StorageUnavailable>
  }
>()("fooddata/http/Authentication") {
  static readonly layer = Layer.effect(
    Authentication,
    Effect.gen(function* () {
      const hasher = yield* KeyHasher
      const keys = yield* KeyCache
      return Authentication.of({
        identify: Effect.fnUntraced(function* (headers) {
          const key = yield* presentedKey(headers)
          if (!isWellFormedKey(key)) return yield* new KeyInvalid()
          const record = yield* keys.find(hasher.digest(key))
          return Option.isSome(record) && record.value.active ? record.value : yield* new KeyInvalid()
        })
      })
    })
  )
}
