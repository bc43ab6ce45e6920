import { Clock, Context, Effect, Layer, Option } from "effect"
import type { Headers } from "effect/http"
import { isWellFormedKey, prefixOf } from "../../../domain/key/KeyToken.ts"
import type { KeyRecord } from "../../../domain/ports/KeyDirectory.ts"
import { KeyHasher } from "../../../domain/ports/KeyHasher.ts"
import type { StorageUnavailable } from "../../../domain/ports/StorageUnavailable.ts"
import { KeyCache } from "../../metering/KeyCache.ts"
import { discoveriesPerSecond, TokenBuckets } from "./TokenBuckets.ts"
import { FailureCounts } from "../../commands/audit/FailureCounts.ts"
import { limitedBy } from "./ClientAddress.ts"
import { AddressLimited, KeyInvalid, KeyMissing } from "../EdgeError.ts"
import type { ExchangeState } from "../Exchange.ts"

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

type NoKey = KeyMissing | KeyInvalid

/**
 * Finds out whose request it is. A key of another form, or with a wrong checksum, is refused without a look-up. Requests
 * without a valid key draw on the limit of their address; while that is used up, a key is looked up only in memory.
 */
export class Authentication extends Context.Service<
  Authentication,
  {
    /** Looks when it is called: to be called by the request whose headers they are. */
    readonly identify: (
      headers: Headers.Headers,
      exchange: ExchangeState,
      /** `discovery`: who has no key draws on the limit for that */
      purpose?: "discovery"
    ) => Effect.Effect<KeyRecord, NoKey | AddressLimited | StorageUnavailable>
    /**
     * Has the request no key of the right form, while the limit of its address is used up? Then nothing need be done for
     * it. Takes nothing of the limit.
     */
    readonly isOverLimit: (headers: Headers.Headers, address: string) => boolean
    /** For a request that no key is asked of: draws on the limit of its address. */
    readonly withoutKey: (exchange: ExchangeState) => Effect.Effect<void, AddressLimited>
  }
>()("fooddata/api/Authentication") {
  static readonly layer = Layer.effect(
    Authentication,
    Effect.gen(function* () {
      const hasher = yield* KeyHasher
      const keys = yield* KeyCache
      const clock = yield* Clock.Clock
      const failures = yield* FailureCounts
      const limit = new TokenBuckets()
      const discoveries = new TokenBuckets(discoveriesPerSecond)

      const isExhausted = (address: string): boolean =>
        limit.isExhausted(limitedBy(address), clock.currentTimeMillisUnsafe())

      const overLimit = (exchange: ExchangeState): Effect.Effect<never, AddressLimited> => {
        exchange.isOverAddressLimit = true
        return Effect.fail(new AddressLimited())
      }

      const withoutKey = (exchange: ExchangeState, buckets = limit): Effect.Effect<void, AddressLimited> =>
        Effect.suspend(() =>
          buckets.take(limitedBy(exchange.address), clock.currentTimeMillisUnsafe()) ? Effect.void : overLimit(exchange)
        )

      const refused = (
        exchange: ExchangeState,
        reason: NoKey,
        buckets = limit
      ): Effect.Effect<never, NoKey | AddressLimited> =>
        Effect.andThen(withoutKey(exchange, buckets), Effect.fail(reason))

      return Authentication.of({
        withoutKey: (exchange) => withoutKey(exchange),
        isOverLimit: (headers, address) => {
          if (!isExhausted(address)) return false
          const key = presentedKey(headers)
          return typeof key !== "string" || !isWellFormedKey(key)
        },
        identify: (headers, exchange, purpose) => {
          const key = presentedKey(headers)
          if (typeof key !== "string") {
            if (key._tag === "KeyMissing") return refused(exchange, key, purpose === undefined ? limit : discoveries)
            failures.note({ kind: "malformed-key", from: limitedBy(exchange.address) })
            return refused(exchange, key)
          }
          if (!isWellFormedKey(key)) {
            failures.note({ kind: "malformed-key", from: limitedBy(exchange.address) })
            return refused(exchange, new KeyInvalid())
          }
          const digest = hasher.digest(key)
          if (!keys.holds(digest) && isExhausted(exchange.address)) return overLimit(exchange)
          return Effect.flatMapEager(keys.find(digest), (found) => {
            if (Option.isSome(found) && found.value.active) return Effect.succeed(found.value)
            const account = Option.isSome(found) ? found.value.accountId : null
            failures.note({ kind: "invalid-key", prefix: prefixOf(key), from: limitedBy(exchange.address), account })
            return refused(exchange, new KeyInvalid())
          })
        }
      })
    })
  )
}
