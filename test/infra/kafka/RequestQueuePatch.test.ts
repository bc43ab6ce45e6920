import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { createRequire } from "node:module"
import { patchRequestQueue, requestQueuePrototype } from "../../../infra/kafka/RequestQueuePatch.ts"

const require = createRequire(import.meta.url)
const decodeVersion = Schema.decodeUnknownSync(Schema.Struct({ version: Schema.String }))
const decodeQueue = Schema.decodeUnknownSync(Schema.Struct({ throttleCheckTimeoutId: Schema.Unknown }))

/** What kafkajs' own constructor makes, through the module that its connections load. */
const newQueue = (): object =>
  Reflect.construct(require("kafkajs/src/network/requestQueue"), [
    { maxInFlightRequests: 1, requestTimeout: 1_000, enforceRequestTimeout: false, clientId: "test", broker: "test" }
  ])
const scheduleCheck = (queue: object): void =>
  Reflect.apply(Reflect.get(queue, "scheduleCheckPendingRequests"), queue, [])
const timerOf = (queue: object): unknown => decodeQueue(queue).throttleCheckTimeoutId

describe("kafkajs' request queue", () => {
  it("is that of 2.2.4, the version that was measured: another needs the fault tests anew", () =>
    assert.strictEqual(decodeVersion(require("kafkajs/package.json")).version, "2.2.4"))

  it("sets no timer while nothing waits", () => {
    patchRequestQueue()
    const queue = newQueue()
    assert.strictEqual(Object.getPrototypeOf(queue), requestQueuePrototype())
    scheduleCheck(queue)
    assert.isNull(timerOf(queue))
  })

  it("checks again when something waits, once", () => {
    patchRequestQueue()
    const queue = newQueue()
    Reflect.set(queue, "pending", [{}])
    scheduleCheck(queue)
    const timer = timerOf(queue)
    scheduleCheck(queue)
    assert.isNotNull(timer)
    assert.strictEqual(timerOf(queue), timer)
    Reflect.apply(Reflect.get(queue, "destroy"), queue, [])
  })
})
