import { assert, layer } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { EmbeddedEdge, embeddedEdge } from "../support/http/EmbeddedEdge.ts"
import { ask } from "./ToolCalls.ts"

const Completed = Schema.Struct({
  result: Schema.Struct({
    completion: Schema.Struct({ values: Schema.Array(Schema.String), hasMore: Schema.Literal(false) })
  })
})

const product = { type: "ref/resource", uri: "food://product/{id}" }
const plan = { type: "ref/resource", uri: "food://plan/{name}" }
const prompt = (name: string) => ({ type: "ref/prompt", name })

const complete = Effect.fnUntraced(function* (key: string, ref: object, name: string, value: string) {
  const reply = yield* ask(key, "completion/complete", { ref, argument: { name, value } })
  const { result } = Schema.decodeUnknownSync(Completed)(reply.body)
  return { values: result.completion.values, left: Number(reply.headers["x-ratelimit-remaining"]) }
})

layer(embeddedEdge, { excludeTestServices: true })("Completions", (it) => {
  it.effect("of a product are ids of foods that are called so, by their words or by those of the id", () =>
    Effect.gen(function* () {
      const key = yield* (yield* EmbeddedEdge).issue("growth")
      for (const typed of ["mil", "c_mil", "мол"]) {
        const { values } = yield* complete(key, product, "id", typed)
        assert.include(values, "c_milk", typed)
        for (const id of values) {
          const { text } = yield* ask(key, "resources/read", { uri: `food://product/${id}` })
          assert.include(text, `\\"id\\":\\"${id}\\"`)
        }
      }
    })
  )

  it.effect("of a food in a prompt are names, and count as suggestions do", () =>
    Effect.gen(function* () {
      const key = yield* (yield* EmbeddedEdge).issue("growth")
      const first = yield* complete(key, prompt("compare_foods"), "first", "mil")
      assert.include(first.values, "Milk")
      const left = yield* Effect.forEach(["m", "mi", "milk", "milk "], (typed) =>
        Effect.map(complete(key, prompt("compare_foods"), "second", typed), (answer) => first.left - answer.left)
      )
      assert.deepStrictEqual(left, [0, 0, 0, 1])
    })
  )

  it.effect("of a plan are the plans on sale, for everybody; each can be read", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual((yield* complete("", plan, "name", "")).values, [
        "developer",
        "starter",
        "growth",
        "business"
      ])
      assert.deepStrictEqual((yield* complete("", plan, "name", "s")).values, ["starter"])
      const { text } = yield* ask("", "resources/read", { uri: "food://plan/starter" })
      assert.include(text, `\\"requests_per_day\\":50000`)
      const unknown = yield* ask("", "resources/read", { uri: "food://plan/sandbox" })
      assert.include(unknown.text, `"error"`)
    })
  )

  it.effect("there are none of a whole meal, of what is unknown, and of nothing typed; none of those counts", () =>
    Effect.gen(function* () {
      const key = yield* (yield* EmbeddedEdge).issue("growth")
      for (const [ref, name, typed] of [
        [prompt("log_meal"), "description", "two eggs"],
        [prompt("none"), "first", "mil"],
        [product, "id", ""],
        [{ type: "ref/resource", uri: "food://none/{id}" }, "id", "mil"]
      ] as const) {
        const { left, values } = yield* complete(key, ref, name, typed)
        assert.deepStrictEqual([values, left], [[], 500_000])
      }
    })
  )

  it.effect("of foods need a key, and what is no reference is refused in words", () =>
    Effect.gen(function* () {
      const keyless = yield* ask("", "completion/complete", { ref: product, argument: { name: "id", value: "mil" } })
      assert.strictEqual(keyless.status, 401)
      const key = yield* (yield* EmbeddedEdge).issue("growth")
      const { text } = yield* ask(key, "completion/complete", {
        ref: { type: "x" },
        argument: { name: "id", value: "" }
      })
      assert.include(text, "Invalid params")
    })
  )
})
