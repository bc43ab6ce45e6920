import { Predicate } from "effect"
import { createRequire } from "node:module"

/**
 * kafkajs 2.2.4 checks an empty request queue every millisecond, with a timer of a negative delay: 4 % of a core when
 * nothing happens, and a warning on Node 24. With this check, which sets a timer only while something waits, 0.4 %.
 */
const idleCheckMs = 10

interface RequestQueueState {
  readonly pending: ReadonlyArray<unknown>
  readonly throttledUntil: number
  throttleCheckTimeoutId: unknown
  readonly checkPendingRequests: () => void
}

function scheduleCheckPendingRequests(this: RequestQueueState): void {
  if (this.pending.length === 0 || this.throttleCheckTimeoutId !== null) return
  this.throttleCheckTimeoutId = setTimeout(
    () => {
      this.throttleCheckTimeoutId = null
      this.checkPendingRequests()
    },
    Math.max(this.throttledUntil - Date.now(), idleCheckMs)
  )
}

/** The prototype of kafkajs' request queue; throws when the installed kafkajs has none that can be patched. */
export const requestQueuePrototype = (): object => {
  const RequestQueue: unknown = createRequire(import.meta.url)("kafkajs/src/network/requestQueue")
  if (
    Predicate.isFunction(RequestQueue) &&
    Predicate.hasProperty(RequestQueue, "prototype") &&
    Predicate.isObject(RequestQueue.prototype) &&
    Predicate.hasProperty(RequestQueue.prototype, "scheduleCheckPendingRequests")
  ) {
    return RequestQueue.prototype
  }
  throw new Error("this kafkajs has no request queue that can be patched: 2.2.4 is expected")
}

/** Replaces the polling; to be called before the first connection, and may be called again. */
export const patchRequestQueue = (): void => {
  Object.assign(requestQueuePrototype(), { scheduleCheckPendingRequests })
}
