import { assert, describe, it } from "@effect/vitest"
import { Cause, Effect, Logger, Redacted } from "effect"
import { setImmediate } from "node:timers/promises"
import { formatLine, jsonLines } from "../../src/cli/JsonLines.ts"

/** Lets the turn of the event loop end. */
const turn = Effect.promise(() => setImmediate())

const writtenBy = (write: (text: string) => void) => Logger.layer([jsonLines(write)])

/** What the effect logs, a pair for each line: as it is written, and as Effect's own formatter writes it. */
const bothWays = (effect: Effect.Effect<unknown>) =>
  Effect.gen(function* () {
    const pairs: Array<readonly [string, string]> = []
    const compare = Logger.make((line) => void pairs.push([formatLine(line), Logger.formatJson.log(line)]))
    yield* Effect.provide(effect, Logger.layer([compare]))
    return pairs
  })

const cyclic: Record<string, unknown> = { name: "loop" }
cyclic["self"] = cyclic

describe("a line of the log", () => {
  it.effect("is what Effect's formatter writes, whatever stands in it", () =>
    Effect.gen(function* () {
      const annotations = { route: "/v1/search", status: 200, durationMs: 0.123, keyPrefix: null, none: undefined }
      const pairs = yield* bothWays(
        Effect.all([
          Effect.logInfo("request").pipe(Effect.annotateLogs(annotations)),
          Effect.logWarning('quotes " and \u2028 молоко حليب \u0000'),
          Effect.logInfo("not a number").pipe(Effect.annotateLogs({ ratio: Number.NaN, big: 12n, yes: true })),
          Effect.logInfo("several", { deep: [1, new Date(0)] }),
          Effect.logInfo(cyclic),
          Effect.logInfo("annotated").pipe(Effect.annotateLogs({ cyclic, secret: Redacted.make("fdb_secret") })),
          Effect.logError("failed", Cause.fail(new Error("gone"))),
          Effect.logInfo("in a span").pipe(Effect.withLogSpan("work")),
          Effect.logInfo()
        ])
      )
      assert.lengthOf(pairs, 9)
      for (const [written, expected] of pairs) assert.strictEqual(written, expected)
      assert.notInclude(pairs.join(""), "fdb_secret")
    })
  )

  it.effect("is written with the others of its turn, in their order, and never twice", () =>
    Effect.gen(function* () {
      const writes: Array<string> = []
      yield* Effect.gen(function* () {
        yield* Effect.logInfo("one")
        yield* Effect.logInfo("two")
        assert.deepStrictEqual(writes, [])
        yield* turn
        assert.lengthOf(writes, 1)
        yield* turn
        yield* Effect.logInfo("three")
        yield* turn
      }).pipe(Effect.provide(writtenBy((text) => writes.push(text))))
      const lines = writes.join("").trimEnd().split("\n")
      assert.deepStrictEqual(
        lines.map((line) => JSON.parse(line).message),
        ["one", "two", "three"]
      )
      assert.lengthOf(writes, 2)
    })
  )

  it.effect("that tells an error is written at once, with what was said before it", () =>
    Effect.gen(function* () {
      const writes: Array<string> = []
      yield* Effect.gen(function* () {
        yield* Effect.logInfo("before")
        yield* Effect.logError("broken")
        assert.lengthOf(writes, 1)
        assert.match(writes.join(""), /before.*\n.*broken.*\n$/u)
      }).pipe(Effect.provide(writtenBy((text) => writes.push(text))))
    })
  )

  it.effect("is not lost when the program ends, nor when it is said later", () =>
    Effect.gen(function* () {
      const writes: Array<string> = []
      const logger = yield* Effect.scoped(
        Effect.gen(function* () {
          const logger = yield* jsonLines((text) => writes.push(text))
          yield* Effect.provide(Effect.logInfo("last"), Logger.layer([logger]))
          assert.deepStrictEqual(writes, [])
          return logger
        })
      )
      assert.lengthOf(writes, 1)
      yield* Effect.provide(Effect.logInfo("after"), Logger.layer([logger]))
      assert.lengthOf(writes, 2)
    })
  )
})
