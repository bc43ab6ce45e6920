import { assert, layer } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { connect } from "node:net"
import { inFlightMax } from "../../src/api/admission/RequestSlots.ts"
import { Edge, edge } from "../support/http/Edge.ts"
import { keyNamed } from "../support/http/ScriptedKeys.ts"

/** Lets the sockets work until the condition holds; the test's own time limit ends a wait in vain. */
const until = (condition: () => boolean): Effect.Effect<void> =>
  Effect.promise(() => new Promise((resolve) => setImmediate(resolve))).pipe(
    Effect.repeat({ until: condition }),
    Effect.asVoid
  )

const unavailable = { detail: "Service temporarily unavailable. Try again shortly." }

layer(edge())("When answers do not come", (it) => {
  it.effect("after 10 s the caller is told 503, with its quota, and the work is given up", () =>
    Effect.gen(function* () {
      const { call, index } = yield* Edge
      index.failure = "silent"
      const fiber = yield* Effect.forkChild(call("/v1/search?q=milk", "growth"))
      yield* until(() => index.silent === 1)
      yield* TestClock.adjust("10 seconds")
      const reply = yield* Fiber.join(fiber)
      assert.strictEqual(reply.status, 503)
      assert.deepStrictEqual(reply.body, unavailable)
      assert.deepInclude(reply.headers, { "retry-after": "1", "x-plan": "growth" })
      assert.strictEqual(index.silent, 0)
      index.failure = "none"
    })
  )

  it.effect("a caller that goes away takes its work with it, and the log says so", () =>
    Effect.gen(function* () {
      const { index, logs, port } = yield* Edge
      index.failure = "silent"
      const socket = connect(port, "127.0.0.1")
      socket.write(`GET /v1/product/c_milk HTTP/1.1\r\nHost: a\r\nX-API-Key: ${keyNamed("growth")}\r\n\r\n`)
      yield* until(() => index.silent === 1)
      socket.destroy()
      yield* until(() => logs.some(({ annotations }) => annotations["status"] === 499))
      assert.strictEqual(index.silent, 0)
      index.failure = "none"
    })
  )

  it.effect("beyond 512 requests at one time callers are turned away at once, health checks are not", () =>
    Effect.gen(function* () {
      const { call, index, metering } = yield* Edge
      index.failure = "silent"
      const held = yield* Effect.forkChild(
        Effect.all(
          Array.from({ length: inFlightMax }, () => call("/v1/search?q=milk", "growth")),
          { concurrency: "unbounded" }
        )
      )
      yield* until(() => index.silent === inFlightMax)
      const counted = metering.counted.length
      const refused = yield* call("/v1/search?q=milk", "growth")
      assert.strictEqual(refused.status, 503)
      assert.deepStrictEqual(refused.body, unavailable)
      assert.strictEqual(refused.headers["retry-after"], "1")
      assert.strictEqual(metering.counted.length, counted)
      assert.strictEqual((yield* call("/healthz")).status, 200)
      index.failure = "none"
      yield* TestClock.adjust("10 seconds")
      assert.lengthOf(yield* Fiber.join(held), inFlightMax)
      assert.strictEqual((yield* call("/v1/search?q=milk", "growth")).status, 200)
    })
  )
})
