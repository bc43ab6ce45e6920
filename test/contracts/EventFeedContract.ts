import { assert, describe, layer } from "@effect/vitest"
import { Effect, Fiber, type Layer, Queue, Stream } from "effect"
import { logStart, productStream } from "../../domain/EventEnvelope.ts"
import { EventFeed } from "../../domain/ports/EventFeed.ts"
import { EventLog } from "../../domain/ports/EventLog.ts"
import { ProductId } from "../../domain/product/ProductId.ts"
import { listed } from "../support/Facts.ts"

const meta = { commandId: "command-1", actor: "cli" } as const
const product = (key: string) => productStream(ProductId.make(`c_${key}`))

const append = Effect.fnUntraced(function* (name: string) {
  const log = yield* EventLog
  return yield* log.append([{ streamId: product(name), expectedVersion: 0, events: [listed()] }], meta)
})

/** What every event feed guarantees to a reader that keeps its own place. */
export const suite = <E>(name: string, stores: Layer.Layer<EventFeed | EventLog, E>) =>
  describe(`EventFeed: ${name}`, () =>
    layer(stores)((it) => {
      it.effect("gives what the log holds, then says that it has caught up with a short page", () =>
        Effect.gen(function* () {
          for (const i of [1, 2, 3, 4]) yield* append(`held-${i}`)
          const feed = yield* EventFeed
          const pages = yield* feed.from("product", logStart, 2).pipe(
            Stream.takeUntil(({ events }) => events.length < 2),
            Stream.runCollect
          )
          const log = yield* EventLog
          assert.isBelow(pages.at(-1)?.events.length ?? 2, 2)
          assert.deepStrictEqual(pages.at(-1)?.cursor, yield* log.end)
          const seen = pages.flatMap(({ events }) => events.map(({ streamId }) => streamId))
          assert.deepStrictEqual(
            seen.slice(-4),
            [1, 2, 3, 4].map((i) => `product-c_held-${i}`)
          )
        })
      )

      it.effect("a reader that has caught up is given what is appended, without the clock moving", () =>
        Effect.gen(function* () {
          const feed = yield* EventFeed
          const log = yield* EventLog
          const seen = yield* Queue.unbounded<string>()
          const reader = yield* feed.from("product", yield* log.end, 10).pipe(
            Stream.runForEach(({ events }) =>
              Queue.offerAll(seen, ["page", ...events.map(({ streamId }) => streamId)])
            ),
            Effect.forkChild
          )
          assert.strictEqual(yield* Queue.take(seen), "page")
          yield* append("live-1")
          assert.deepStrictEqual(yield* Queue.takeN(seen, 2), ["page", "product-c_live-1"])
          yield* append("live-2")
          assert.deepStrictEqual(yield* Queue.takeN(seen, 2), ["page", "product-c_live-2"])
          yield* Fiber.interrupt(reader)
        })
      )

      it.effect("starting again from the cursor of any page repeats nothing and skips nothing", () =>
        Effect.gen(function* () {
          const feed = yield* EventFeed
          const log = yield* EventLog
          const start = yield* log.end
          for (const i of [1, 2, 3, 4, 5]) yield* append(`resume-${i}`)
          const seen: Array<string> = []
          let after = start
          for (let i = 0; i < 3; i++) {
            const [page] = yield* feed.from("product", after, 2).pipe(Stream.take(1), Stream.runCollect)
            if (page === undefined) continue
            seen.push(...page.events.map(({ streamId }) => streamId))
            after = page.cursor
          }
          assert.deepStrictEqual(
            seen,
            [1, 2, 3, 4, 5].map((i) => `product-c_resume-${i}`)
          )
        })
      )
    }))
