import { assert, layer } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { Product, SearchResponse, SuggestResponse } from "../../src/api/contract/Responses.ts"
import { Edge, edge } from "../support/http/Edge.ts"

const totalIn = (body: unknown) => Schema.decodeUnknownSync(SearchResponse)(body).total
const nameIn = (body: unknown) => Schema.decodeUnknownSync(Product)(body).name
const suggestionsIn = (body: unknown) => Schema.decodeUnknownSync(SuggestResponse)(body).suggestions

layer(edge())("GET /v1/suggest", (it) => {
  it.effect("suggests names in the language asked for, each of which a search finds", () =>
    Effect.gen(function* () {
      const { call } = yield* Edge
      for (const [typed, lang] of [
        ["m", "en"],
        ["mil", "en"],
        ["мол", "ru"],
        ["حل", "ar"]
      ] as const) {
        const { body, status } = yield* call(`/v1/suggest?q=${encodeURIComponent(typed)}&lang=${lang}`, "business")
        assert.strictEqual(status, 200)
        const suggestions = suggestionsIn(body)
        assert.isNotEmpty(suggestions, typed)
        for (const { text } of suggestions) {
          const found = yield* call(`/v1/search?q=${encodeURIComponent(text)}&lang=${lang}`, "business")
          assert.isAbove(totalIn(found.body), 0, text)
        }
      }
    })
  )

  it.effect("an id is that of a product with the name", () =>
    Effect.gen(function* () {
      const { call } = yield* Edge
      const suggestions = suggestionsIn((yield* call("/v1/suggest?q=mil", "business")).body)
      for (const { id, text } of suggestions) {
        if (id === null) continue
        const { body } = yield* call(`/v1/product/${id}`, "business")
        assert.strictEqual(nameIn(body), text)
      }
    })
  )

  it.effect("shows as many as asked for, and on a plan with fewer results as few", () =>
    Effect.gen(function* () {
      const { call } = yield* Edge
      assert.lengthOf(suggestionsIn((yield* call("/v1/suggest?q=m&limit=1", "business")).body), 1)
      assert.isAtMost(suggestionsIn((yield* call("/v1/suggest?q=m", "sandbox")).body).length, 3)
    })
  )

  it.effect("counts the first of four as a search, also where it is invalid", () =>
    Effect.gen(function* () {
      const { call, metering } = yield* Edge
      const before = metering.counted.length
      const statuses = yield* Effect.forEach(["m", "", "mi", "mil", "milk"], (typed) =>
        Effect.map(call(`/v1/suggest?q=${typed}`, "starter"), ({ status }) => status)
      )
      assert.deepStrictEqual(statuses, [200, 422, 200, 200, 200])
      assert.deepStrictEqual(
        metering.counted.slice(before).map(({ operation }) => operation),
        ["search", "search"]
      )
    })
  )
})
