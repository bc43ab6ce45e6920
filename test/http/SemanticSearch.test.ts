import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { neighboursMax } from "../../projections/ports/ProductVectors.ts"
import { Edge, edge } from "../support/http/Edge.ts"
import type { VectorScript } from "../support/http/ScriptedVectors.ts"

/** Restored even when the test fails, because the next one shares the edge. */
const failing =
  (script: VectorScript, failure: VectorScript["failure"]) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.suspend(() => {
      script.failure = failure
      return effect
    }).pipe(Effect.ensuring(Effect.sync(() => (script.failure = "none"))))

const path = "/v1/semantic-search"
const item = (type: string, name: string, msg: string, input: unknown) => ({ type, loc: ["query", name], msg, input })
const long = "б".repeat(501)
const needsGrowth = { detail: "Semantic search requires the growth plan or above." }

layer(edge())("Semantic search", (it) => {
  it.effect("answers exactly the specified fields, main names, and scores within 0 and 1", () =>
    Effect.gen(function* () {
      const { call } = yield* Edge
      const reply = yield* call(`${path}?q=a%20drink%20of%20oats&limit=2`, "growth")
      assert.strictEqual(reply.status, 200)
      assert.deepStrictEqual(reply.body, {
        results: [
          {
            id: "off_4600494001234",
            name: "Напиток овсяный",
            nutrition: { calories: 45.68, proteins: 1, fats: 1.5, carbs: 6.67 },
            score: 1,
            source: "database",
            verified: false
          },
          {
            id: "c_milk",
            name: "Milk",
            nutrition: { calories: 61, proteins: 3.15, fats: 3.25, carbs: 4.8 },
            score: 0.8123,
            source: "curated",
            verified: true
          }
        ],
        total: 2,
        query: "a drink of oats"
      })
      const all = yield* call(`${path}?q=a%20drink`, "business")
      assert.deepNestedInclude(all.body, { total: 4, "results[2].nutrition.calories": null, "results[3].score": 0 })
    })
  )

  it.effect("shows names in the language of the question, and orders the nearest by what it asks for", () =>
    Effect.gen(function* () {
      const { call, vectors } = yield* Edge
      const reply = yield* call(`${path}?q=${encodeURIComponent("напиток usda_171265")}&limit=3`, "growth")
      assert.deepNestedInclude(reply.body, {
        "results[0].id": "usda_171265",
        "results[0].name": "Milk, whole, 3.25% milkfat",
        "results[2].name": "Молоко",
        total: 3
      })
      assert.strictEqual(vectors.limits.at(-1), neighboursMax)
      assert.strictEqual(vectors.questions.at(-1), "напиток usda_171265")
    })
  )

  it.effect("shows ten results unless told otherwise", () =>
    Effect.gen(function* () {
      const { call, vectors } = yield* Edge
      const before = [...vectors.found]
      vectors.found.push(...Array.from({ length: 5 }, () => before).flat())
      const ten = yield* call(`${path}?q=milk`, "growth")
      vectors.found.length = before.length
      assert.deepNestedInclude(ten.body, { total: 10, "results.length": 10 })
    })
  )

  it.effect.each(["sandbox", "developer", "starter"])(
    "with the plan %s it is a 403 that names the plan and counts",
    (plan) =>
      Effect.gen(function* () {
        const { call, metering, vectors } = yield* Edge
        const before = metering.counted.length
        const asked = vectors.questions.length
        for (const query of ["?q=milk", "?q=a", ""]) {
          const reply = yield* call(path + query, plan)
          assert.strictEqual(reply.status, 403)
          assert.deepStrictEqual(reply.body, needsGrowth)
          assert.strictEqual(reply.headers["x-plan"], plan)
        }
        assert.deepStrictEqual(
          metering.counted.slice(before).map(({ operation }) => operation),
          ["semantic-search", "semantic-search", "semantic-search"]
        )
        assert.strictEqual(vectors.questions.length, asked)
      })
  )

  it.effect.each([
    ["", [item("missing", "q", "Field required", null)]],
    ["?q=a", [item("string_too_short", "q", "String should have at least 2 characters", "a")]],
    [
      `?q=${encodeURIComponent(long)}`,
      [item("string_too_long", "q", "String should have at most 500 characters", long)]
    ],
    [
      "?q=a&limit=51",
      [
        item("string_too_short", "q", "String should have at least 2 characters", "a"),
        item("less_than_equal", "limit", "Input should be less than or equal to 50", "51")
      ]
    ],
    ["?q=milk&limit=0", [item("greater_than_equal", "limit", "Input should be greater than or equal to 1", "0")]],
    [
      "?q=milk&limit=x",
      [item("int_parsing", "limit", "Input should be a valid integer, unable to parse string as an integer", "x")]
    ]
  ] as const)("%s is a 422 that lists every offence, and counts", ([query, detail]) =>
    Effect.gen(function* () {
      const { call, metering } = yield* Edge
      const before = metering.counted.length
      const reply = yield* call(path + query, "growth")
      assert.strictEqual(reply.status, 422)
      assert.deepStrictEqual(reply.body, { detail })
      assert.strictEqual(metering.counted.length, before + 1)
    })
  )

  it.effect("a question of 500 characters is taken, as far as a target may be long", () =>
    Effect.gen(function* () {
      const { call } = yield* Edge
      const reply = yield* call(`${path}?q=${encodeURIComponent("🍎".repeat(500))}`, "growth")
      // the target is longer than 4 KiB when each takes twelve
      assert.strictEqual(reply.status, 414)
      assert.strictEqual((yield* call(`${path}?q=${"a".repeat(500)}`, "growth")).status, 200)
    })
  )

  it.effect("region is no parameter of it", () =>
    Effect.gen(function* () {
      const { call } = yield* Edge
      assert.strictEqual((yield* call(`${path}?q=milk&region=nowhere`, "growth")).status, 200)
    })
  )

  it.effect.each([
    ["endpoint", "17", "Service temporarily unavailable. Try again shortly."],
    ["incomplete", "10", "Search by meaning is warming up: not every product has its vector yet. Try again shortly."],
    ["storage", "2", "Service temporarily unavailable. Try again shortly."]
  ] as const)(
    "%s not there: a 503 with Retry-After that does not count, never another kind of search",
    ([failure, seconds, detail]) =>
      Effect.gen(function* () {
        const { call, index, logs, metering, vectors } = yield* Edge
        const before = metering.counted.length
        const searches = index.queries.length
        const reply = yield* call(`${path}?q=milk`, "growth").pipe(failing(vectors, failure))
        assert.strictEqual(reply.status, 503)
        assert.deepStrictEqual(reply.body, { detail })
        assert.strictEqual(reply.headers["retry-after"], seconds)
        assert.strictEqual(reply.headers["x-plan"], "growth")
        assert.strictEqual(metering.counted.length, before)
        assert.strictEqual(index.queries.length, searches)
        assert.isTrue(failure === "incomplete" || logs.some(({ message }) => String(message).includes("unavailable")))
      })
  )
})
