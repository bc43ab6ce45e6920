import { assert, describe, it } from "@effect/vitest"
import { Effect, Logger } from "effect"
import { requestLine } from "../../src/cli/TerminalLines.ts"

/** What a terminal shows of what the effect logs; `undefined` where it is left to the pretty logger. */
const shownOf = (effect: Effect.Effect<void>) =>
  Effect.gen(function* () {
    const shown: Array<string | undefined> = []
    yield* Effect.provide(effect, Logger.layer([Logger.make((line) => void shown.push(requestLine(line)))]))
    return shown
  })

const request = { method: "GET", route: "/v1/search", status: 200, durationMs: 3.214, keyPrefix: "fdb_S3mmvb" }

describe("the log on a terminal", () => {
  it.effect("has one line for a request: what, result, how long, and whose key", () =>
    Effect.gen(function* () {
      const shown = yield* shownOf(Effect.logInfo("request").pipe(Effect.annotateLogs(request)))
      assert.deepStrictEqual(shown, ["GET /v1/search 200 3.2 ms fdb_S3mmvb"])
    })
  )

  it.effect("says of refusals without a key how many were left out", () =>
    Effect.gen(function* () {
      const refused = { ...request, status: 401, durationMs: 12.4, keyPrefix: null, omitted: 7 }
      const shown = yield* shownOf(Effect.logInfo("request").pipe(Effect.annotateLogs(refused)))
      assert.deepStrictEqual(shown, ["GET /v1/search 401 12 ms (and 7 more before it)"])
    })
  )

  it.effect("leaves everything else as it is", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* shownOf(Effect.logWarning("request too late")), [undefined])
    })
  )
})
