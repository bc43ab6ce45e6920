import { Clock, Context, Effect, Layer, Result } from "effect"
import type { Headers } from "effect/http"
import type { KeyRecord } from "../../../domain/ports/KeyDirectory.ts"
import type { StorageUnavailable } from "../../../domain/ports/StorageUnavailable.ts"
import type { Operation } from "../../../domain/usage/UsageEvent.ts"
import { Metering, type QuotaSnapshot, RateLimited } from "../../metering/Metering.ts"
import { makeAdmitShare } from "./AdmitShare.ts"
import { Authentication } from "./Authentication.ts"
import {
  type AddressLimited,
  type BodyIncomplete,
  type BodyNotJson,
  type BodyTooLarge,
  Busy,
  type KeyInvalid,
  type KeyMissing,
  type RequestInvalid,
  RoleRefused
} from "../EdgeError.ts"
import type { KeyRole } from "../../../domain/key/KeyEvent.ts"
import { storageRetryAfterSeconds } from "../ErrorResponse.ts"
import { type ExchangeState, giveBack } from "../Exchange.ts"
import { countDecision } from "../HttpMetrics.ts"
import { Readiness } from "./Readiness.ts"
import { discoveriesPerSecond, TokenBuckets } from "./TokenBuckets.ts"

/** A request that may go on: whose it is, and what is left of the quota after it. */
export interface Admitted {
  readonly key: KeyRecord
  readonly quota: QuotaSnapshot
  /** It failed by our fault, though the answer may not say so by its status: it does not count. */
  readonly giveBack: () => void
}

type Refusal = KeyMissing | KeyInvalid | AddressLimited | RateLimited | StorageUnavailable

type Limited = AddressLimited | RateLimited

/** What a call asks for at once, and as how many uses that counts. */
export interface Countable {
  readonly uses: number
}

/** Why a body is not taken. */
type BodyRefusal = BodyTooLarge | BodyIncomplete | BodyNotJson | RequestInvalid | Busy

/**
 * The way in, always in this order: key, readiness, limits; validation comes after, so that an invalid call counts.
 * Whatever becomes of the call, the exchange knows the key and the quota as soon as they are known.
 */
export class Admission extends Context.Service<
  Admission,
  {
    /** A metered call of a data operation. While the read model is not ready nobody is charged for the 503. */
    readonly admit: (
      headers: Headers.Headers,
      operation: Operation,
      exchange: ExchangeState
    ) => Effect.Effect<Admitted, Refusal | RoleRefused | Busy>
    /**
     * A metered call that counts as many uses as its body says, all of them or none. So the body is read before anything is
     * counted, once the key is known; a body that cannot be used counts once, as other invalid calls do.
     */
    readonly admitMany: <Input extends Countable, E extends BodyRefusal>(
      headers: Headers.Headers,
      operation: Operation,
      exchange: ExchangeState,
      read: Effect.Effect<Input, E>
    ) => Effect.Effect<Admitted & { readonly input: Input }, Refusal | RoleRefused | Busy | E>
    /**
     * A metered call of which several count as one use (`SharedUses`). All keep to the burst limit; one that is paid for by an earlier
     * one is let in when the quota is used up, too.
     */
    readonly admitShare: (
      headers: Headers.Headers,
      operation: Operation,
      exchange: ExchangeState
    ) => Effect.Effect<Admitted, Refusal | RoleRefused | Busy>
    /** A call that does not count against the quota but keeps to the burst limit. */
    readonly pace: (headers: Headers.Headers, exchange: ExchangeState) => Effect.Effect<Admitted, Refusal>
    /** The same for the audit trail, which only keys of auditors open. */
    readonly paceAuditor: (
      headers: Headers.Headers,
      exchange: ExchangeState
    ) => Effect.Effect<Admitted, Refusal | RoleRefused>
    /**
     * A request that reaches no operation: paced by its key, or by its address where it has none, so that errors are no
     * way around the limits. Fails where the limit is reached.
     */
    readonly paceUnrouted: (headers: Headers.Headers, exchange: ExchangeState) => Effect.Effect<void, Limited>
    /** Is the request refused whatever it asks for, see `Authentication.isOverLimit`? */
    readonly isOverLimit: (headers: Headers.Headers, exchange: ExchangeState) => boolean
    /** A request that no key is asked of; draws on the limit of its address. */
    readonly paceKeyless: (exchange: ExchangeState) => Effect.Effect<void, AddressLimited>
    /**
     * Discovery and lists of the tool protocol, which count nowhere: every session begins with some, so they keep to a limit of
     * their own, and leave the burst limit to calls.
     */
    readonly discover: (headers: Headers.Headers, exchange: ExchangeState) => Effect.Effect<Admitted, Refusal>
    /** Whose message over the tool protocol it is, or why it is nobody's; without a valid key it draws on a limit of its address. */
    readonly callerOf: (
      headers: Headers.Headers,
      exchange: ExchangeState
    ) => Effect.Effect<KeyRecord | KeyMissing | KeyInvalid, AddressLimited | StorageUnavailable>
  }
>()("fooddata/api/Admission") {
  static readonly layer = Layer.effect(
    Admission,
    Effect.gen(function* () {
      const authentication = yield* Authentication
      const metering = yield* Metering
      const readiness = yield* Readiness
      const clock = yield* Clock.Clock
      const discoveries = new TokenBuckets(discoveriesPerSecond)
      const share = makeAdmitShare(metering)

      const identify = (headers: Headers.Headers, exchange: ExchangeState, purpose?: "discovery") =>
        Effect.mapEager(authentication.identify(headers, exchange, purpose), (key) => {
          exchange.keyPrefix = key.prefix
          return key
        })

      /** The same, where the key is of the role. */
      const identifyAs = (role: KeyRole, headers: Headers.Headers, exchange: ExchangeState) =>
        Effect.flatMapEager(identify(headers, exchange), (key) =>
          key.role === role ? Effect.succeed(key) : Effect.fail(new RoleRefused({ required: role }))
        )

      const noted = <E extends { readonly _tag: string }>(
        key: KeyRecord,
        exchange: ExchangeState,
        decision: Effect.Effect<QuotaSnapshot, E | RateLimited>
      ): Effect.Effect<Admitted, E | RateLimited> =>
        Effect.matchEffect(decision, {
          onSuccess: (quota) => {
            exchange.quota = quota
            countDecision("admitted")
            return Effect.succeed({ key, quota, giveBack: () => giveBack(exchange) })
          },
          onFailure: (error) => {
            if (isRateLimited(error)) {
              exchange.quota = error.snapshot
              countDecision(error.window)
            }
            return Effect.fail(error)
          }
        })

      const counted = (key: KeyRecord, operation: Operation, exchange: ExchangeState, uses?: number) =>
        Effect.mapEager(metering.admit(key, operation, uses), (call) => {
          exchange.call = call
          return call.quota
        })

      const discovered = Effect.fnUntraced(function* (key: KeyRecord) {
        const snapshot = yield* metering.snapshot(key)
        if (discoveries.take(key.keyId, clock.currentTimeMillisUnsafe())) return snapshot
        return yield* Effect.fail(new RateLimited({ window: "second", retryAfterSeconds: 1, snapshot }))
      })

      const refusedUnready = Effect.fnUntraced(function* (key: KeyRecord, exchange: ExchangeState) {
        exchange.quota = yield* metering.snapshot(key)
        return yield* Effect.fail(new Busy({ reason: "not ready", retryAfterSeconds: storageRetryAfterSeconds }))
      })

      // this runs on every request: without generators, and what is known at once is no step of the fiber
      return Admission.of({
        admit: (headers, operation, exchange) =>
          Effect.suspend(() =>
            Effect.flatMapEager(identifyAs("client", headers, exchange), (key) =>
              Effect.flatMap(readiness.state, ({ ready }): Effect.Effect<Admitted, Refusal | RoleRefused | Busy> =>
                ready ? noted(key, exchange, counted(key, operation, exchange)) : refusedUnready(key, exchange)
              )
            )
          ),
        admitMany: Effect.fnUntraced(function* (headers, operation, exchange, read) {
          const key = yield* identifyAs("client", headers, exchange)
          const { ready } = yield* readiness.state
          if (!ready) return yield* refusedUnready(key, exchange)
          const body = yield* Effect.result(read)
          // we had no time for it: our fault
          if (Result.isFailure(body) && body.failure._tag === "Busy") return yield* Effect.fail(body.failure)
          const uses = Result.isSuccess(body) ? body.success.uses : 1
          const admitted = yield* noted(key, exchange, counted(key, operation, exchange, uses))
          return { ...admitted, input: yield* Effect.fromResult(body) }
        }),
        admitShare: Effect.fnUntraced(function* (headers, operation, exchange) {
          const key = yield* identifyAs("client", headers, exchange)
          const { ready } = yield* readiness.state
          if (!ready) return yield* refusedUnready(key, exchange)
          return yield* noted(key, exchange, share(key, operation, exchange))
        }),
        pace: (headers, exchange) =>
          Effect.suspend(() =>
            Effect.flatMapEager(identify(headers, exchange), (key) => noted(key, exchange, metering.pace(key)))
          ),
        paceAuditor: (headers, exchange) =>
          Effect.suspend(() =>
            Effect.flatMapEager(identifyAs("auditor", headers, exchange), (key) =>
              noted(key, exchange, metering.pace(key))
            )
          ),
        paceUnrouted: (headers, exchange) =>
          Effect.suspend(() => identify(headers, exchange)).pipe(
            Effect.flatMap((key) => noted(key, exchange, metering.pace(key))),
            Effect.asVoid,
            // the response is an error already: without a valid key, or without its store, there is nothing to add to it
            Effect.catchTags({
              KeyMissing: () => Effect.void,
              KeyInvalid: () => Effect.void,
              StorageUnavailable: () => Effect.void
            })
          ),
        isOverLimit: (headers, { address }) => authentication.isOverLimit(headers, address),
        paceKeyless: authentication.withoutKey,
        discover: (headers, exchange) =>
          Effect.suspend(() =>
            Effect.flatMapEager(identify(headers, exchange), (key) => noted(key, exchange, discovered(key)))
          ),
        callerOf: (headers, exchange) =>
          Effect.suspend(() => identify(headers, exchange, "discovery")).pipe(
            Effect.catchTags({
              KeyMissing: (error) => Effect.succeed(error),
              KeyInvalid: (error) => Effect.succeed(error)
            })
          )
      })
    })
  )
}

const isRateLimited = (error: { readonly _tag: string }): error is RateLimited => error._tag === "RateLimited"
