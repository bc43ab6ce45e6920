import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Layer, Predicate } from "effect"
import type { PlanName } from "../../domain/key/Plan.ts"
import { makeHandSetClock } from "../support/HandSetClock.ts"
import { EmbeddedEdge, embeddedEdge } from "../support/http/EmbeddedEdge.ts"
import type { Reply } from "../support/http/HttpClient.ts"

const morning = Date.UTC(2026, 10, 21, 10, 0, 0)
const secondMs = 1_000
const hourMs = 3_600_000
const parallelCount = 60

const statusCount = (replies: ReadonlyArray<Reply>, status: number) =>
  replies.filter((reply) => reply.status === status).length

/** An edge of its own for a key of the plan, whose clock starts at ten in the morning. */
const atTheEdge = (plan: PlanName) =>
  Effect.gen(function* () {
    const { clock, forward } = makeHandSetClock(morning)
    const context = yield* Layer.build(embeddedEdge.pipe(Layer.provide(Layer.succeed(Clock.Clock, clock))))
    const { call, issue } = yield* EmbeddedEdge.useSync((edge) => edge).pipe(Effect.provide(context))
    const key = yield* issue(plan)
    const request = call("/v1/search?q=milk", key)
    return {
      forward,
      /** `count` admitted requests, ten in a second of the clock */
      use: (count: number) =>
        Effect.gen(function* () {
          for (let left = count; left > 0; left -= 10) {
            const replies = yield* Effect.replicateEffect(request, Math.min(10, left), { concurrency: "unbounded" })
            assert.strictEqual(statusCount(replies, 200), Math.min(10, left))
            yield* forward(secondMs)
          }
        }),
      burst: Effect.replicateEffect(request, parallelCount, { concurrency: "unbounded" }),
      account: Effect.map(call("/v1/me", key), ({ body }) => body)
    }
  })

const refusals = (replies: ReadonlyArray<Reply>) => {
  const refused = replies.filter(({ status }) => status === 429)
  return {
    texts: new Set(refused.map(({ body }) => (Predicate.hasProperty(body, "detail") ? body.detail : undefined))),
    retryAfter: refused.map(({ headers }) => Number(headers["retry-after"]))
  }
}

describe("60 parallel requests at the edge of a window, over HTTP", () => {
  it.live("of the second: exactly the plan's number, then again a second later", () =>
    Effect.gen(function* () {
      const { account, burst, forward } = yield* atTheEdge("growth")
      const first = yield* burst
      assert.deepStrictEqual([statusCount(first, 200), statusCount(first, 429)], [50, 10])
      const { retryAfter, texts } = refusals(first)
      assert.deepStrictEqual([...texts], ["Too many requests per second."])
      assert.isTrue(retryAfter.every((seconds) => seconds === 1))
      yield* forward(secondMs)
      assert.strictEqual(statusCount(yield* burst, 200), 50)
      yield* forward(secondMs)
      assert.deepInclude(yield* account, { requests_today: 100 })
    })
  )

  it.live("of the hour: exactly what is left of it; the next hour is whole again", () =>
    Effect.gen(function* () {
      const { account, burst, forward, use } = yield* atTheEdge("developer")
      yield* use(95)
      const replies = yield* burst
      assert.deepStrictEqual([statusCount(replies, 200), statusCount(replies, 429)], [5, 55])
      const { retryAfter, texts } = refusals(replies)
      assert.include([...texts], "Hourly burst limit exceeded.")
      assert.isTrue(retryAfter.some((seconds) => seconds > 3_000 && seconds <= 3_600))
      yield* forward(hourMs)
      yield* use(100)
      assert.deepInclude(yield* account, { requests_today: 200 })
    })
  )

  it.live("of the day: exactly what is left of it, told as such until midnight UTC", () =>
    Effect.gen(function* () {
      const { account, burst, forward, use } = yield* atTheEdge("developer")
      for (let hour = 0; hour < 9; hour++) {
        yield* use(100)
        yield* forward(hourMs)
      }
      yield* use(94)
      const replies = yield* burst
      assert.deepStrictEqual([statusCount(replies, 200), statusCount(replies, 429)], [6, 54])
      const { retryAfter, texts } = refusals(replies)
      assert.deepStrictEqual([...texts], ["Daily rate limit exceeded. Resets at midnight UTC."])
      assert.isTrue(retryAfter.every((seconds) => seconds > 4 * 3_600 && seconds <= 5 * 3_600))
      assert.isTrue(replies.every(({ headers }) => headers["x-ratelimit-limit"] === "1000"))
      yield* forward(5 * hourMs)
      yield* use(10)
      assert.deepInclude(yield* account, { requests_today: 10 })
    })
  )
})
