import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { parseMeal } from "../../../domain/meal/MealParser.ts"
import { breaksOff, fails, lists, refuses, says, saysSomethingElse } from "../../support/ChatServer.ts"
import { type Answer, hangsUp, staysSilent } from "../../support/ScriptedEndpoint.ts"
import { eggs, extract, text, withServer } from "../../support/MealModel.ts"

const read = { ...parseMeal(text), reader: "parser" } as const

const unusable: Readonly<Record<string, Answer>> = {
  "JSON that breaks off": says(`{"items":[{"quote":"two e`),
  "prose instead of JSON": says("Two eggs and a glass of milk."),
  "an answer cut at the limit of tokens": says(`{"items":[]}`, "length"),
  "an empty answer": says(""),
  "a body that breaks off": breaksOff,
  "a body that is no completion": saysSomethingElse,
  "a missing field": says(JSON.stringify({ items: [{ quote: "two eggs", food: "eggs" }] })),
  "a field too many": lists({ ...eggs, calories: 5_000 }),
  "nutrition beside the items": says(JSON.stringify({ items: [], nutrition: { calories: 0 } })),
  "a unit that is none": lists({ ...eggs, unit: "bushel" }),
  "an amount of nothing": lists({ ...eggs, quantity: 0 }),
  "a negative amount": lists({ ...eggs, quantity: -2 }),
  "an amount beyond all meals": lists({ ...eggs, quantity: 1e9 }),
  "an amount in words": says(JSON.stringify({ items: [{ ...eggs, quantity: "two", size: null, accompanies: null }] })),
  "a food as long as a text": lists({ ...eggs, food: "e".repeat(101) }),
  "more items than a meal has": lists(...Array.from({ length: 41 }, () => eggs)),
  "a quote of what was not said": lists({ ...eggs, quote: "ten pizzas" })
}

describe("A model that fails", () => {
  for (const [what, answer] of Object.entries(unusable)) {
    it.live(`by ${what}: the parser answers and it is said so`, () =>
      withServer((server, logs) =>
        Effect.gen(function* () {
          server.script.push(answer)
          const parsed = { ...read, modelFailure: "unusable" } as const
          assert.deepStrictEqual(yield* extract(), parsed)
          assert.lengthOf(server.received, 1)
          assert.match(logs.join(), /unusable/)
        })
      )
    )
  }

  const others = [
    ["a refusal", refuses, "refused", 1],
    ["a filter", says("", "content_filter"), "refused", 1],
    ["a wrong key", fails(401, "Incorrect API key provided: sk-secret"), "unavailable", 1],
    ["an unknown model", fails(404, "The model does not exist"), "unavailable", 1],
    ["a bad request", fails(400, "Unsupported parameter"), "unavailable", 1],
    ["500s", fails(500, "The server had an error"), "unavailable", 3],
    ["503s", fails(503, "Overloaded"), "unavailable", 3],
    ["429s", fails(429, "Rate limit reached"), "rate_limited", 3],
    ["429 with a long wait", fails(429, "Rate limit reached", { "retry-after": "20" }), "rate_limited", 1],
    ["a connection that ends", hangsUp, "unavailable", 3]
  ] as const

  for (const [what, answer, modelFailure, attempts] of others) {
    it.live(`by ${what}: the parser answers after ${attempts} attempts, and nobody sees the key`, () =>
      withServer((server, logs) =>
        Effect.gen(function* () {
          server.script.push(answer, answer, answer, answer)
          assert.deepStrictEqual(yield* extract(), { ...read, modelFailure })
          assert.lengthOf(server.received, attempts)
          assert.lengthOf(logs, 1)
          assert.notInclude(logs.join(), "sk-secret")
          assert.notInclude(logs.join(), text)
        })
      )
    )
  }

  it.live("at first is asked again", () =>
    withServer((server) =>
      Effect.gen(function* () {
        server.script.push(fails(500, "The server had an error"), fails(429, "Slow down"), lists(eggs))
        assert.deepInclude(yield* extract(), { reader: "model", modelFailure: null })
      })
    )
  )

  it.live("by silence: each attempt and all of them have their time", () =>
    Effect.gen(function* () {
      yield* withServer(
        (server) =>
          Effect.gen(function* () {
            server.script.push(staysSilent, lists(eggs))
            assert.strictEqual((yield* extract()).reader, "model")
          }),
        { attemptMs: 50 }
      )
      yield* withServer(
        (server) =>
          Effect.gen(function* () {
            assert.deepInclude(yield* extract(), { reader: "parser", modelFailure: "timed_out" })
            assert.lengthOf(server.received, 1)
          }),
        { totalMs: 50 }
      )
    })
  )

  it.live("by a long Retry-After is left alone until then", () =>
    withServer((server) =>
      Effect.gen(function* () {
        server.script.push(fails(429, "Rate limit reached", { "retry-after": "0.2" }), lists(eggs))
        assert.strictEqual((yield* extract()).modelFailure, "rate_limited")
        assert.strictEqual((yield* extract()).modelFailure, "unavailable")
        assert.lengthOf(server.received, 1)
        yield* Effect.sleep("250 millis")
        assert.strictEqual((yield* extract()).reader, "model")
      })
    )
  )

  it.live("several times in a row is left alone for a while; a failure of another kind is no such", () =>
    withServer(
      (server) =>
        Effect.gen(function* () {
          const down = fails(503, "Overloaded")
          server.script.push(down, refuses, down, down, lists(eggs))
          for (const failure of ["unavailable", "refused", "unavailable", "unavailable", "unavailable"])
            assert.strictEqual((yield* extract()).modelFailure, failure)
          assert.lengthOf(server.received, 4)
        }),
      { retries: 0, failuresMax: 2 }
    )
  )

  it.live("by answering slowly does not keep everybody waiting: beyond 16 the parser answers at once", () =>
    withServer((server) =>
      Effect.gen(function* () {
        server.script.push(...Array.from({ length: 17 }, () => staysSilent))
        const texts = Array.from({ length: 17 }, (_, i) => `${i + 1} eggs`)
        const readers = yield* Effect.raceFirst(
          Effect.forEach(texts.slice(0, 16), extract, { concurrency: "unbounded" }),
          Effect.gen(function* () {
            while (server.received.length < 16) yield* Effect.sleep("5 millis")
            return [yield* extract(texts[16])]
          })
        )
        assert.deepStrictEqual(
          readers.map(({ modelFailure }) => modelFailure),
          ["busy"]
        )
      })
    )
  )
})
