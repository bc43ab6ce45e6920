import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { ConcurrencyConflict } from "../../domain/ports/EventLog.ts"
import { retryConflicts } from "../../src/commands/RetryConflicts.ts"

/** A command that loses to another writer the given number of times, and counts its tries. */
const losing = (times: number) => {
  let tries = 0
  const command = Effect.suspend(() =>
    ++tries <= times ? Effect.fail(new ConcurrencyConflict({ streamId: "key-1" })) : Effect.succeed("done")
  )
  return { command, tries: () => tries }
}

describe("retryConflicts", () => {
  it.effect("tries the whole command again, three times", () =>
    Effect.gen(function* () {
      const { command, tries } = losing(3)
      assert.strictEqual(yield* retryConflicts(command), "done")
      assert.strictEqual(tries(), 4)
    })
  )

  it.effect("then says that others were faster", () =>
    Effect.gen(function* () {
      const { command, tries } = losing(4)
      assert.strictEqual((yield* Effect.flip(retryConflicts(command)))._tag, "TooManyConflicts")
      assert.strictEqual(tries(), 4)
    })
  )

  it.effect("any other failure is not tried again", () =>
    Effect.gen(function* () {
      let tries = 0
      const failing = Effect.suspend(() => Effect.fail(`failure ${++tries}`))
      assert.strictEqual(yield* Effect.flip(retryConflicts(failing)), "failure 1")
    })
  )
})
