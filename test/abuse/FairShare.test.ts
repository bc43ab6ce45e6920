import { assert, layer } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { Agent } from "node:http"
import { bodyReadingLimits } from "../../src/api/admission/RequestSlots.ts"
import { fairQueueLimits } from "../../src/query-threads/FairQueue.ts"
import { AbusedService, abusedService } from "../support/abuse/AbusedService.ts"
import { send } from "../support/http/HttpClient.ts"

/** Long enough to be kept out of the lane for quick questions, and short enough for a busy machine. */
const longMeal = JSON.stringify({ text: Array.from({ length: 40 }, () => "milk bread egg rice").join(" ") })

/** Nearly as many as one key may have waiting, and no more than it may be sending at once: that has a limit of its own. */
const firstMeals = Math.min(fairQueueLimits.waitingPerOwner, bodyReadingLimits.keyed.ofOneMax) - 2
/** So many of them wait before more come. */
const waitingMin = firstMeals - 6
const moreMeals = 24

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
          const mealsAtOnce = (count: number) =>
            Effect.forkChild(Effect.forEach(Array.from({ length: count }), () => meal, { concurrency: "unbounded" }))
          const first = yield* mealsAtOnce(firstMeals)
          yield* Effect.repeat(send({ port: adminPort, path: "/metrics" }), {
            until: ({ text }) => Number(/^query_queue_length (\d+)$/m.exec(text)?.[1]) >= waitingMin
          })
          const more = yield* mealsAtOnce(moreMeals)
          const searches = yield* Effect.forEach(
            Array.from({ length: 60 }, (_, i) => i),
            (i) => send({ port, agent, path: `/v1/search?q=milk&offset=${i}`, headers: { "x-api-key": other } })
          )
          assert.deepStrictEqual([...new Set(searches.map(({ status }) => status))], [200])
          const answered = [...(yield* Fiber.join(first)), ...(yield* Fiber.join(more))]
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
