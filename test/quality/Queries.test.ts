import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { parseQueries, type QueriesUnreadable } from "../../quality/Queries.ts"

const parse = (...lines: ReadonlyArray<unknown>) =>
  parseQueries("q.jsonl", lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line))).join("\n"))

const refused = (...lines: ReadonlyArray<unknown>): Effect.Effect<QueriesUnreadable, ReadonlyArray<unknown>> =>
  Effect.flip(parse(...lines))

const line = { id: "q1", lang: "ru", kind: "plain", query: "творог" }

describe("a file of queries", () => {
  it.effect("tells what is judged from what is absent and from what nobody has judged", () =>
    Effect.gen(function* () {
      const queries = yield* parse(
        { ...line, grades: { c_cottage_cheese: 3 } },
        { ...line, id: "q2", grades: {} },
        { ...line, id: "q3" }
      )
      assert.deepStrictEqual(
        queries.map(({ grades }) => grades),
        [{ c_cottage_cheese: 3 }, {}, null]
      )
    })
  )

  it.effect("takes a bare code for a product of Open Food Facts, in the spelling of its id", () =>
    Effect.gen(function* () {
      const queries = yield* parse({ ...line, grades: { "4600000000008": 3, "00046123": 2, usda_0171265: 1 } })
      assert.deepStrictEqual(queries[0]?.grades, { off_4600000000008: 3, off_00046123: 2, usda_171265: 1 })
    })
  )

  it.effect("needs no kind, and may have blank lines", () =>
    Effect.gen(function* () {
      const queries = yield* parse({ id: "q1", lang: "ar", query: "حليب" }, "", { ...line, id: "q2" })
      assert.deepStrictEqual(
        queries.map(({ kind }) => kind),
        ["any", "plain"]
      )
    })
  )

  it.effect("is refused with the line that is wrong", () =>
    Effect.gen(function* () {
      const wrong: ReadonlyArray<readonly [unknown, string]> = [
        ["{", "JSON"],
        [{ ...line, lang: "fr" }, "lang"],
        [{ ...line, grades: { c_milk: 4 } }, "grades"],
        [{ ...line, grades: { "milk!": 1 } }, "milk! is no product id"],
        [{ ...line, grade: {} }, "grade"],
        [{ ...line, id: "q0" }, "q0 stands twice"]
      ]
      for (const [second, word] of wrong) {
        const error = yield* refused({ ...line, id: "q0" }, second)
        assert.strictEqual(error.line, 2)
        assert.include(error.message, "q.jsonl:2")
        assert.include(error.detail, word)
      }
    })
  )
})
