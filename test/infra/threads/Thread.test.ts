import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { startThread } from "../../../infra/threads/Thread.ts"

const echo = startThread("echo", new URL("EchoThread.ts", import.meta.url))

describe("a thread", () => {
  it.live("answers each question with its own answer, whatever the order they come in", () =>
    Effect.gen(function* () {
      const { ask } = yield* echo
      const answers = yield* Effect.all(
        [1, 2, 3].map((number) => ask(number)),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(answers, [1, 2, 3])
    })
  )

  it.live("that throws tells what, and goes on; what is no question is refused", () =>
    Effect.gen(function* () {
      const { ask, isAlive } = yield* echo
      assert.include(String((yield* Effect.flip(ask(-1))).cause), "a negative number")
      assert.include(String((yield* Effect.flip(ask("text"))).cause), "not a question")
      assert.strictEqual(yield* ask(4), 4)
      assert.isTrue(isAlive())
    })
  )

  it.live("that ends fails all who wait, and whoever asks later", () =>
    Effect.gen(function* () {
      const { ask, isAlive } = yield* echo
      const waiting = yield* Effect.forkChild(Effect.flip(ask(Number.POSITIVE_INFINITY)))
      const error = yield* Fiber.join(waiting)
      assert.strictEqual(error._tag, "ThreadFailed")
      assert.isFalse(isAlive())
      assert.strictEqual((yield* Effect.flip(ask(1)))._tag, "ThreadFailed")
    })
  )

  it.live("that cannot be started fails whoever asks it", () =>
    Effect.gen(function* () {
      const { ask } = yield* startThread("missing", new URL("NoSuchThread.ts", import.meta.url))
      assert.strictEqual((yield* Effect.flip(ask(1)))._tag, "ThreadFailed")
    })
  )
})
