import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { type Thread, ThreadFailed } from "../../infra/threads/Thread.ts"
import { Asker } from "../../src/query-threads/Asker.ts"
import { make, queryThreadsDefaults } from "../../src/query-threads/QueryThreads.ts"
import { isAsked, type Question } from "../../src/query-threads/Questions.ts"

const questionOf = (text: string): Question => ({ _tag: "AnalyzeText", text })

/** Threads that answer a text with itself: at once, or when the test lets them; "never" never, "dies" ends its thread. */
const scripted = Effect.gen(function* () {
  const asked: Array<string> = []
  const gates = new Map<string, Deferred.Deferred<void>>()
  let started = 0
  let ended = 0
  const textOf = (asked: unknown) =>
    isAsked(asked) && asked.question._tag === "AnalyzeText" ? asked.question.text : null
  const start = () =>
    Effect.acquireRelease(
      Effect.sync((): Thread => {
        started++
        let isAlive = true
        return {
          isAlive: () => isAlive,
          ask: (question) =>
            Effect.suspend(() => {
              const text = textOf(question)
              if (text === null) return Effect.void
              asked.push(text)
              if (text === "long" && isAsked(question) && question.budgetMs <= options.limits.heavyMs) {
                return Effect.succeed({ outcome: null, costMs: question.budgetMs })
              }
              if (text === "never") return Effect.never
              if (text === "dies") {
                isAlive = false
                return Effect.fail(new ThreadFailed({ thread: "scripted", cause: "the test said so" }))
              }
              const answer = { outcome: { _tag: "Answer", value: text }, costMs: 1 }
              const gate = gates.get(text)
              return gate === undefined ? Effect.succeed(answer) : Effect.as(Deferred.await(gate), answer)
            })
        }
      }),
      () => Effect.sync(() => void ended++)
    )
  const gated = (text: string) =>
    Effect.map(Deferred.make<void>(), (gate) => {
      gates.set(text, gate)
      return Deferred.succeed(gate, undefined)
    })
  return { asked, gated, start, counts: () => ({ started, ended }) }
})

const of = (owner: string) => Effect.provideService(Asker, owner)
const options = { ...queryThreadsDefaults, limits: { ...queryThreadsDefaults.limits, waitingPerOwner: 2 } }

describe("query threads", () => {
  it.effect("answer each question with its own answer", () =>
    Effect.gen(function* () {
      const { start } = yield* scripted
      const { ask, warm } = yield* make(start, options)
      yield* warm
      const outcomes = yield* Effect.forEach(["a", "b"], (text) => ask(questionOf(text)), { concurrency: 2 })
      assert.deepStrictEqual(outcomes, [
        { _tag: "Answer", value: "a" },
        { _tag: "Answer", value: "b" }
      ])
    })
  )

  it.effect("answer whoever asks as soon as they are warm, though only one of them has started", () =>
    Effect.gen(function* () {
      const { counts, start } = yield* scripted
      const { ask, warm } = yield* make(() => (counts().started === 0 ? start() : Effect.never), options)
      yield* warm
      assert.deepStrictEqual(yield* ask(questionOf("a")).pipe(of("stranger")), { _tag: "Answer", value: "a" })
    })
  )

  it.effect("end a question that takes too long with its thread, and start another", () =>
    Effect.gen(function* () {
      const { counts, start } = yield* scripted
      const { ask } = yield* make(start, { ...options, threads: 1 })
      const given = yield* Effect.forkChild(Effect.flip(ask(questionOf("never"))), { startImmediately: true })
      yield* TestClock.adjust(options.runMsMax + 999)
      assert.isUndefined(given.pollUnsafe())
      yield* TestClock.adjust(1)
      assert.strictEqual((yield* Fiber.join(given)).reason, "no answer within 5000 ms")
      assert.deepStrictEqual(yield* ask(questionOf("next")), { _tag: "Answer", value: "next" })
      assert.deepStrictEqual(counts(), { started: 2, ended: 1 })
    })
  )

  it.effect("give up the question whose thread died, and answer the next on another", () =>
    Effect.gen(function* () {
      const { counts, start } = yield* scripted
      const { ask } = yield* make(start, { ...options, threads: 1 })
      assert.strictEqual((yield* Effect.flip(ask(questionOf("dies")))).reason, "its thread ended")
      assert.deepStrictEqual(yield* ask(questionOf("next")), { _tag: "Answer", value: "next" })
      assert.strictEqual(counts().started, 2)
    })
  )

  it.effect("refuse what an owner asks beyond its share of the queue, at once", () =>
    Effect.gen(function* () {
      const { asked, gated, start } = yield* scripted
      const { ask } = yield* make(start, { ...options, threads: 1 })
      const open = yield* gated("slow")
      const askFor = (text: string) =>
        Effect.forkChild(ask(questionOf(text)).pipe(of("alice")), { startImmediately: true })
      const slow = yield* askFor("slow")
      yield* Effect.repeat(Effect.yieldNow, { until: () => asked.includes("slow") })
      const waiting = yield* Effect.forEach(["one", "two"], askFor)
      const refused = yield* Effect.flip(ask(questionOf("three")).pipe(of("alice")))
      assert.strictEqual(refused.reason, "too many questions wait")
      yield* open
      assert.lengthOf(yield* Effect.forEach([slow, ...waiting], Fiber.join), 3)
    })
  )

  it.effect("never ask a thread what its caller does not wait for any more", () =>
    Effect.gen(function* () {
      const { asked, gated, start } = yield* scripted
      const { ask } = yield* make(start, { ...options, threads: 1 })
      const open = yield* gated("slow")
      const slow = yield* Effect.forkChild(ask(questionOf("slow")), { startImmediately: true })
      const left = yield* Effect.forkChild(ask(questionOf("left")), { startImmediately: true })
      yield* Fiber.interrupt(left)
      yield* open
      yield* Fiber.join(slow)
      yield* ask(questionOf("next"))
      assert.deepStrictEqual(asked, ["slow", "next"])
    })
  )

  it.effect("answer a second owner while the first has long questions wherever they may run", () =>
    Effect.gen(function* () {
      const { asked, gated, start } = yield* scripted
      const { ask } = yield* make(start, options)
      // so that something is known of bob
      yield* ask(questionOf("first")).pipe(of("bob"))
      const open = yield* gated("long")
      const long = yield* Effect.forEach([1, 2], () =>
        Effect.forkChild(ask(questionOf("long")).pipe(of("alice")), { startImmediately: true })
      )
      yield* Effect.repeat(Effect.yieldNow, { until: () => asked.includes("long") })
      assert.deepStrictEqual(yield* ask(questionOf("short")).pipe(of("bob")), { _tag: "Answer", value: "short" })
      yield* open
      yield* Effect.forEach(long, Fiber.join)
    })
  )

  it.effect("finish on another lane what took too long on the one for quick questions", () =>
    Effect.gen(function* () {
      const { asked, start } = yield* scripted
      const { ask, warm } = yield* make(start, options)
      yield* warm
      yield* ask(questionOf("first")).pipe(of("alice"))
      yield* Effect.repeat(Effect.yieldNow, { times: 20 })
      assert.deepStrictEqual(yield* ask(questionOf("long")).pipe(of("alice")), { _tag: "Answer", value: "long" })
      assert.deepStrictEqual(asked, ["first", "long", "long"])
    })
  )
})
