import { Clock, Effect, Layer } from "effect"
import { KeyDirectory, type KeyRecord } from "../../domain/ports/KeyDirectory.ts"
import { LeaderLock } from "../../domain/ports/LeaderLock.ts"
import type { StorageUnavailable } from "../../domain/ports/StorageUnavailable.ts"
import { WebhookSender } from "../../domain/ports/WebhookSender.ts"
import {
  type MessageState,
  type WaitingMessage,
  type WebhookEndpoint,
  WebhookStore
} from "../../domain/ports/WebhookStore.ts"
import { type QuotaWarning, warningName } from "../../domain/usage/QuotaWarning.ts"
import { usageWindow } from "../../domain/usage/UsageWindow.ts"
import { webhookProblems } from "../../domain/webhook/WebhookProblem.ts"
import { afterTry, type TryOutcome } from "../../domain/webhook/WebhookRetry.ts"
import type { UsageReport } from "../../projections/ports/UsageReport.ts"
import { quotaWarnings } from "../queries/QuotaWarnings.ts"

/** How soon a warning follows the call that it is about. */
const interval = "15 seconds"
/** Messages of one round, and how many are on their way at a time: a receiver may take 5 s to fail. */
const dueMax = 200
const sendsAtOnce = 10
/** So long a message is known that was delivered or given up: a warning of its day must not be queued again. */
const knownForMs = 3 * 86_400_000

/** What a receiver reads; `type` and `timestamp` as Standard Webhooks recommends. */
const bodyOf = ({ day, keyId, quota, threshold, used }: QuotaWarning, { prefix }: KeyRecord, now: number): string =>
  JSON.stringify({
    type: "quota.warning",
    timestamp: new Date(now).toISOString(),
    data: {
      key_id: keyId,
      key_prefix: prefix,
      day,
      threshold_percent: threshold,
      requests: used,
      requests_limit: quota
    }
  })

/** Queues what is due today; what was queued before is not queued again. */
const queueWarnings = Effect.fnUntraced(function* (endpoints: ReadonlyArray<WebhookEndpoint>, now: number) {
  const store = yield* WebhookStore
  const accounts = new Set(endpoints.map(({ accountId }) => accountId))
  const keys = (yield* (yield* KeyDirectory).list).filter(
    ({ accountId }) => accountId !== null && accounts.has(accountId)
  )
  const keyOf = new Map(keys.map((key) => [key.keyId, key]))
  for (const warning of yield* quotaWarnings(keys, usageWindow(now).day)) {
    const key = keyOf.get(warning.keyId)
    if (key === undefined || key.accountId === null) continue
    yield* store.enqueue({ id: warningName(warning), accountId: key.accountId, body: bodyOf(warning, key, now) }, now)
  }
})

const problemOf = (outcome: TryOutcome): string =>
  "status" in outcome ? `answered ${outcome.status}` : webhookProblems[outcome.problem]

const stateAfter = (tries: number, outcome: TryOutcome, now: number): MessageState => {
  const next = afterTry(tries, outcome)
  if (next === "delivered") return { state: "delivered" }
  const problem = problemOf(outcome)
  return next === "give-up"
    ? { state: "given-up", problem }
    : { state: "waiting", problem, nextTryAt: now + next.retryInMs }
}

const deliver = Effect.fnUntraced(function* (message: WaitingMessage, endpoint: WebhookEndpoint) {
  const { body, id, tries } = message
  const { secret, url } = endpoint
  const timestamp = Math.floor((yield* Clock.currentTimeMillis) / 1_000)
  const outcome = yield* (yield* WebhookSender).send({ url, secret, id, timestamp, body })
  yield* (yield* WebhookStore).keep(id, stateAfter(tries + 1, outcome, yield* Clock.currentTimeMillis))
})

/** One round: what is due is queued, then sent. */
const round = Effect.gen(function* () {
  const store = yield* WebhookStore
  const endpoints = yield* store.endpoints
  if (endpoints.length === 0) return
  const now = yield* Clock.currentTimeMillis
  yield* queueWarnings(endpoints, now)
  const endpointOf = new Map(endpoints.map((endpoint) => [endpoint.accountId, endpoint]))
  yield* Effect.forEach(
    yield* store.due(now, dueMax),
    (message) => {
      const endpoint = endpointOf.get(message.accountId)
      // removed meanwhile, and its messages with it
      return endpoint === undefined ? Effect.void : deliver(message, endpoint)
    },
    { concurrency: sendsAtOnce, discard: true }
  )
  yield* store.forget(now - knownForMs)
})

const failed = (error: StorageUnavailable) => Effect.logWarning("webhooks wait: their store is away", error)

/** Warns accounts by their webhooks; one process of the deployment does. A message is sent at least once. */
export const layer: Layer.Layer<never, never, KeyDirectory | LeaderLock | UsageReport | WebhookSender | WebhookStore> =
  Layer.effectDiscard(
    Effect.gen(function* () {
      const lock = yield* LeaderLock
      const rounds = Effect.catch(round, failed).pipe(Effect.delay(interval), Effect.forever)
      yield* lock.whileLeader("quota-webhooks", rounds).pipe(
        Effect.catch((error) => Effect.delay(failed(error), interval)),
        Effect.forever,
        Effect.forkScoped
      )
    })
  )
