import { assert, it } from "@effect/vitest"
import { Effect, Logger, Schedule } from "effect"
import { TestClock } from "effect/testing"
import { StorageUnavailable } from "../../../domain/ports/StorageUnavailable.ts"
import { EventUndecodable } from "../../../domain/ports/EventLog.ts"
import { makeFailureLog } from "../../../infra/logging/FailureLog.ts"

const away = new StorageUnavailable({ operation: "read", cause: new Error("refused\n    at a stack") })

/** What is logged while the effect runs. */
const logged = <A, E, R>(use: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const lines: Array<unknown> = []
    const logger = Logger.make(({ message }) => void lines.push(message))
    yield* use.pipe(Effect.provide(Logger.layer([logger])))
    return lines
  })

it.effect("a dependency that is away for three minutes is logged once a minute, whatever the number of retries", () =>
  Effect.gen(function* () {
    const report = makeFailureLog(Effect.logWarning, "it is tried again")
    const lines = yield* logged(
      Effect.gen(function* () {
        yield* Effect.forkChild(
          Effect.fail(away).pipe(
            Effect.tapError((error) => report(error)),
            Effect.retry(Schedule.spaced("5 seconds"))
          )
        )
        yield* TestClock.adjust("179 seconds")
      })
    )
    const text = "it is tried again: storage unavailable: read: refused"
    assert.deepStrictEqual(lines, [
      [text, { unlogged: 0 }],
      [text, { unlogged: 11 }],
      [text, { unlogged: 11 }]
    ])
  })
)

it.effect("another kind of failure is logged at once, in one line", () =>
  Effect.gen(function* () {
    const report = makeFailureLog(Effect.logWarning, "it is tried again")
    const undecodable = new EventUndecodable({ type: "T", streamId: "s", streamVersion: 3, issues: "one\n  two" })
    const lines = yield* logged(
      Effect.gen(function* () {
        yield* report(away, { category: "product" })
        yield* report(undecodable)
        yield* report(away)
      })
    )
    assert.deepStrictEqual(lines, [
      ["it is tried again: storage unavailable: read: refused", { category: "product", unlogged: 0 }],
      ["it is tried again: cannot read T of s version 3: one two", { unlogged: 0 }]
    ])
  })
)
