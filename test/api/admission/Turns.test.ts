import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Fiber } from "effect"
import { RequestSlots } from "../../../src/api/admission/RequestSlots.ts"
import { Turns, waitingForTurnMax } from "../../../src/api/admission/Turns.ts"

/** The event loop's next round, as whoever comes in over a connection sees it. */
const nextRound = Effect.callback<void>((resume) => void setImmediate(() => resume(Effect.void)))

describe("Work that is done in turns", () => {
  it.live("leaves a round of the event loop between two, so that who comes in meanwhile does not wait for all", () =>
    Effect.gen(function* () {
      const turns = new Turns()
      const slots = new RequestSlots()
      let done = 0
      const all = yield* Effect.forkChild(
        Effect.replicateEffect(
          turns.take(
            slots,
            Effect.sync(() => done++)
          ),
          50,
          { concurrency: "unbounded" }
        )
      )
      yield* nextRound
      yield* nextRound
      assert.isBelow(done, 10)
      yield* Fiber.join(all)
      assert.strictEqual(done, 50)
    })
  )

  it.live("waits outside of the slots, and is refused where too many wait", () =>
    Effect.gen(function* () {
      const turns = new Turns()
      const slots = new RequestSlots()
      const enter = () => slots.enter()
      const waiting = yield* Effect.forEach(Array.from({ length: waitingForTurnMax }), () =>
        Effect.forkChild(Effect.andThen(Effect.sync(enter), turns.take(slots, Effect.never)), {
          startImmediately: true
        })
      )
      assert.strictEqual(slots.open, 0)
      const refused = yield* Effect.exit(turns.take(slots, Effect.void))
      assert.isTrue(Exit.isFailure(refused))
      yield* Fiber.interruptAll(waiting)
      assert.strictEqual(slots.open, waitingForTurnMax)
      yield* turns.take(slots, Effect.void)
    })
  )
})
