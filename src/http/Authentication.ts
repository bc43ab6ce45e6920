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
const presentedKey = (headers: Headers.Headers): string | KeyMissing | KeyInvalid => {
  const plain = headers["x-api-key"]?.trim() ?? ""
  const { authorization } = headers
  const token = authorization === undefined ? "" : (bearer.exec(authorization)?.[1]?.trim() ?? "")
  if (plain === "" && token === "") return new KeyMissing()
  if (plain !== "" && token !== "" && plain !== token) return new KeyInvalid()
  return plain === "" ? token : plain
}

const activeKey = (found: Option.Option<KeyRecord>): Effect.Effect<KeyRecord, KeyInvalid> =>
  Option.isSome(found) && found.value.active ? Effect.succeed(found.value) : Effect.fail(new KeyInvalid())

/** Finds out whose request it is. A key of another form, or with a wrong checksum, is refused without a look-up. */
export class Authentication extends Context.Service<
  Authentication,
  {
    /** Looks when it is called: to be called by the request whose headers they are. */
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
        identify: (headers) => {
          const key = presentedKey(headers)
          if (typeof key !== "string") return Effect.fail(key)
          if (!isWellFormedKey(key)) return Effect.fail(new KeyInvalid())
          return Effect.flatMapEager(keys.find(hasher.digest(key)), activeKey)
        }
      })
    })
  )
}
