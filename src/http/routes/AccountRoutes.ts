import { Effect, Redacted } from "effect"
import { HttpRouter } from "effect/http"
import { Receipts } from "../../audit/receipt/Receipts.ts"
import { KeyCommands } from "../../commands/KeyCommands.ts"
import { accountOperation } from "../../api/operations/AccountOperation.ts"
import { plansPage } from "../../queries/PlanPresentation.ts"
import { Admission } from "../../api/admission/Admission.ts"
import { accountEndpoint, plansEndpoint, receiptEndpoint, rotateEndpoint } from "../../api/contract/Api.ts"
import { Busy, KeyInvalid, ReceiptNotFound } from "../../api/EdgeError.ts"
import { optionalJsonBody } from "../../api/request/JsonBody.ts"
import { json, jsonNotStored, route } from "../../api/Route.ts"

const account = Effect.gen(function* () {
  const admission = yield* Admission
  return route(accountEndpoint, ({ exchange, request }) =>
    Effect.map(admission.pace(request.headers, exchange), (admitted) => jsonNotStored(accountOperation(admitted)))
  )
})

/** The list is public: a key is not needed, and one that is not valid does not matter. A valid one is paced. */
const planList = Effect.gen(function* () {
  const admission = yield* Admission
  return route(plansEndpoint, ({ exchange, request }) =>
    admission
      .pace(request.headers, exchange)
      .pipe(
        Effect.catchTags({ KeyMissing: () => Effect.void, KeyInvalid: () => Effect.void }),
        Effect.as(json(plansPage))
      )
  )
})

/**
 * Rotation has no deadline and cannot be interrupted: once it is decided the old key is dead, and the response is the
 * only place where the new one stands. `KeyCommands` bounds its own waiting.
 */
const rotation = Effect.gen(function* () {
  const admission = yield* Admission
  const commands = yield* KeyCommands
  return route(
    rotateEndpoint,
    ({ exchange, request }) =>
      Effect.gen(function* () {
        const { key } = yield* admission.pace(request.headers, exchange)
        yield* optionalJsonBody(request, exchange)
        const rotated = yield* commands.rotate(key).pipe(
          Effect.catchTags({
            KeyGone: () => Effect.fail(new KeyInvalid()),
            TooManyConflicts: () => Effect.fail(new Busy({ reason: "conflicts", retryAfterSeconds: 1 })),
            EventUndecodable: Effect.die
          })
        )
        return jsonNotStored({ key: Redacted.value(rotated.key), key_prefix: rotated.prefix })
      }),
    { uninterruptible: true }
  )
})

/** What the owner of a key can hold against us; a tree that cannot be read is ours to mend, and told to the operator. */
const receipt = Effect.gen(function* () {
  const admission = yield* Admission
  const { ofRotation } = yield* Receipts
  return route(receiptEndpoint, ({ exchange, request }) =>
    Effect.gen(function* () {
      const { key } = yield* admission.pace(request.headers, exchange)
      const { event, leaf, proof, recordedAt, size } = yield* ofRotation(key.keyId).pipe(
        Effect.catchTags({
          NoReceipt: ({ reason }) => Effect.fail(new ReceiptNotFound({ reason })),
          NotYetInTree: () => Effect.fail(new ReceiptNotFound({ reason: "not-yet" })),
          EventNotAsSigned: Effect.die,
          TreeUnusable: Effect.die,
          AuditKeyUnusable: Effect.die,
          EventUndecodable: Effect.die
        })
      )
      const rotated_at = new Date(recordedAt).toISOString()
      return jsonNotStored({ event, rotated_at, leaf, tree_size: size, proof })
    })
  )
})

/** The account's own operations: not metered, but paced. */
export const AccountRoutes = HttpRouter.addAll(Effect.all([account, planList, rotation, receipt]))
