import { assert, layer } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { Agent } from "node:http"
import { fairQueueLimits } from "../../src/query-threads/FairQueue.ts"
import { AbusedService, abusedService } from "../support/abuse/AbusedService.ts"
import { send } from "../support/http/HttpClient.ts"

/** Long enough to be kept out of the lane for quick questions, and short enough for a busy machine. */
const longMeal = JSON.stringify({ text: Array.from({ length: 20 }, () => "milk bread egg rice").join(" ") })

/** More than one key may have waiting and running. */
const mealsAtOnce = fairQueueLimits.waitingPerOwner + 20

layer(abusedService({ QUERY_THREADS: "2" }), { excludeTestServices: true, timeout: 120_000 })(
  "Keys that ask for much",
  (it) => {
    it.effect(
      "are refused what goes beyond their share of the queue, and keep nobody else out",
      () =>
        Effect.gen(function* () {
          const { adminPort, keys, port } = yield* AbusedService
          const [greedy = "", other = ""] = keys
          const agent = yield* Effect.acquireRelease(
            Effect.sync(() => new Agent({ keepAlive: true, maxSockets: 100 })),
            (pool) => Effect.sync(() => pool.destroy())
          )
          const meal = send({
            port,
            agent,
            method: "POST",
            path: "/v1/analyze",
            headers: { "x-api-key": greedy, "content-type": "application/json" },
            body: longMeal
          })
          const meals = yield* Effect.forkChild(
            Effect.forEach(Array.from({ length: mealsAtOnce }), () => meal, { concurrency: "unbounded" })
          )
          const searches = yield* Effect.forEach(
            Array.from({ length: 60 }, (_, i) => i),
            (i) => send({ port, agent, path: `/v1/search?q=milk&offset=${i}`, headers: { "x-api-key": other } })
          )
          assert.deepStrictEqual([...new Set(searches.map(({ status }) => status))], [200])
          const answered = yield* Fiber.join(meals)
          const refused = answered.filter(({ status }) => status === 503)
          assert.isAtLeast(refused.length, 1)
          assert.deepStrictEqual([...new Set(refused.map(({ headers }) => headers["retry-after"]))], ["1"])
          assert.isAtLeast(answered.filter(({ status }) => status === 200).length, fairQueueLimits.waitingPerOwner)
          const { text: metrics } = yield* send({ port: adminPort, path: "/metrics" })
          assert.match(metrics, new RegExp(`^query_refusals_total ${refused.length}$`, "m"))
          assert.match(metrics, /^query_queue_length 0$/m)
        }),
      60_000
    )
  }
)
