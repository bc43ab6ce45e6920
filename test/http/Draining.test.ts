import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Exit, Fiber, Layer, Scope } from "effect"
import { TestClock } from "effect/testing"
import { Edge, edge } from "../support/http/Edge.ts"

const turn = Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))

describe("Stopping", () => {
  it.effect("new connections are refused, what is in flight is answered, then the server is gone", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const { call, index } = Context.get(yield* Layer.buildWithScope(edge(), scope), Edge)
      index.failure = "silent"
      const inFlight = yield* Effect.forkChild(call("/v1/search?q=milk", "growth"))
      yield* Effect.repeat(turn, { until: () => index.silent === 1 })

      const closing = yield* Effect.forkChild(Scope.close(scope, Exit.void))
      const refused = Effect.exit(call("/healthz")).pipe(Effect.repeat({ until: Exit.isFailure }))
      assert.isTrue(Exit.isFailure(yield* refused))
      assert.isUndefined(closing.pollUnsafe())

      yield* TestClock.adjust("10 seconds")
      assert.strictEqual((yield* Fiber.join(inFlight)).status, 503)
      yield* Fiber.join(closing)
    })
  )
})
