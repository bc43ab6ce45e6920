import { assert, layer } from "@effect/vitest"
import { Effect, Fiber, Queue, Stream } from "effect"
import { TestClock } from "effect/testing"
import { logStart, productStream } from "../../../domain/EventEnvelope.ts"
import { EventFeed } from "../../../domain/ports/EventFeed.ts"
import { ProductId } from "../../../domain/product/ProductId.ts"
import { appendEvents } from "../../../infra/sqlite/EventRows.ts"
import { EventsDatabase } from "../../../infra/sqlite/Sqlite.ts"
import { suite } from "../../contracts/EventFeedContract.ts"
import { embeddedStores } from "../../support/EmbeddedStores.ts"
import { listed } from "../../support/Facts.ts"

suite("log tail over SQLite", embeddedStores)

layer(embeddedStores)("log tail beside other processes", (it) => {
  it.effect("what was committed without a wake is seen at the next poll, 250 ms", () =>
    Effect.gen(function* () {
      const feed = yield* EventFeed
      const db = yield* EventsDatabase
      const seen = yield* Queue.unbounded<number>()
      const reader = yield* feed.from("product", logStart, 10).pipe(
        Stream.runForEach(({ events }) => Queue.offer(seen, events.length)),
        Effect.forkChild
      )
      assert.strictEqual(yield* Queue.take(seen), 0)
      // as a command line beside the service writes: rows appear, nobody is told
      const streamId = productStream(ProductId.make("c_elsewhere"))
      yield* db.write("append elsewhere", () =>
        appendEvents(
          db,
          [{ streamId, expectedVersion: 0, events: [listed()] }],
          { commandId: "elsewhere", actor: "cli" },
          0
        )
      )
      yield* TestClock.adjust("250 millis")
      assert.strictEqual(yield* Queue.take(seen), 1)
      yield* Fiber.interrupt(reader)
    })
  )
})
