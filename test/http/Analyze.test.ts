import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer, Option, Schema } from "effect"
import * as OpenAiMealExtractor from "../../infra/meal-extraction/OpenAiMealExtractor.ts"
import { chatServer, lists, refuses } from "../support/ChatServer.ts"
import type { ScriptedEndpoint } from "../support/ScriptedEndpoint.ts"
import { meal, post } from "../support/http/AnalyzeCall.ts"
import { Edge, edge } from "../support/http/Edge.ts"

const Analysis = Schema.Struct({
  confidence: Schema.String,
  nutrition: Schema.Struct({ calories: Schema.Finite, proteins: Schema.Finite }),
  components: Schema.Array(
    Schema.Struct({
      name: Schema.String,
      calories: Schema.Finite,
      details: Schema.optionalKey(Schema.Struct({ nutrition: Schema.Struct({ proteins: Schema.Finite }) }))
    })
  )
})
const decode = Schema.decodeUnknownSync(Analysis)

layer(edge())("POST /v1/analyze", (it) => {
  it.effect("answers exactly the specified fields; the totals are the sums of the components", () =>
    Effect.gen(function* () {
      const { body, headers, status } = yield* post({ text: meal })
      assert.strictEqual(status, 200)
      assert.strictEqual(headers["x-plan"], "growth")
      assert.strictEqual(headers["cache-control"], "private, no-store")
      assert.deepStrictEqual(body, {
        dish: "Boiled egg, Whole milk",
        nutrition: { calories: 308, proteins: 20.46, fats: 18.74, carbs: 13.12 },
        components: [
          { name: "Boiled egg", weight_g: 100, calories: 155 },
          { name: "Whole milk", weight_g: 250, calories: 153 }
        ],
        confidence: "high",
        lang: "en"
      })
    })
  )

  it.effect("details=true adds records, weights and shares, which add up too, and what was not recognised", () =>
    Effect.gen(function* () {
      const { body } = yield* post({ text: `${meal}, 50 g of quince jam` }, "growth", "?details=true")
      assert.deepNestedInclude(body, {
        "components[0].details.id": "c_egg_boiled",
        "components[0].details.source": "curated",
        "components[0].details.text": "two boiled eggs",
        "components[1].details.weight.source": "stated",
        "details.reader": "parser",
        "details.model_failure": null,
        "details.unresolved": ["50 g of quince jam"]
      })
      const { components, nutrition } = decode(body)
      const proteins = components.map(({ details }) => details?.nutrition.proteins ?? Number.NaN)
      assert.closeTo(
        proteins.reduce((sum, share) => sum + share, 0),
        nutrition.proteins,
        1e-9
      )
    })
  )

  it.effect("details=true says why the answer is no surer, by code and in words", () =>
    Effect.gen(function* () {
      const sure = yield* post({ text: meal }, "growth", "?details=true")
      assert.deepNestedInclude(sure.body, {
        "details.unexplained": [],
        "components[1].details.dropped": [],
        "components[1].details.energy": "record",
        "components[1].details.weight.plausibility": "usual"
      })
      const absurd = yield* post({ text: "10000 kg of milk" }, "growth", "?details=true")
      assert.deepNestedInclude(absurd.body, {
        confidence: "low",
        "components[0].details.weight.plausibility": "absurd",
        "details.reasons[0]": { code: "amount_absurd", text: 'Nobody eats so much of "10000 kg of milk".' },
        "details.reasons[1].code": "meal_large"
      })
    })
  )

  it.effect.each([
    ["10000 kg of rice", /low/],
    ["50 litres of milk", /low/],
    ["45 boiled eggs", /low|medium/],
    ["50 boiled eggs", /low|medium/]
  ] as const)("%s, which nobody eats, are %s", ([text, confidence]) =>
    Effect.gen(function* () {
      const { body } = yield* post({ text })
      assert.match(decode(body).confidence, confidence)
    })
  )

  it.effect.each([
    ["en", ["Boiled egg", "Rice, white, cooked"]],
    ["ru", ["Яйцо варёное", "Рис"]],
    ["ar", ["بيض مسلوق", "ارز"]]
  ] as const)("names are in the language asked for: %s, the lexicon's where the record has none", ([lang, names]) =>
    Effect.gen(function* () {
      const { body } = yield* post({ text: "a boiled egg and 200 g of rice", lang })
      assert.deepInclude(body, { lang, dish: names.join(", ") })
      const shown = decode(body).components.map(({ name }) => name)
      assert.deepStrictEqual<unknown>(shown, names)
    })
  )

  it.effect.each(["варёное яйцо", "بيضة مسلوقة"])("the text may be in another language: %s", (description) =>
    Effect.gen(function* () {
      const { body } = yield* post({ text: description, lang: "en" })
      assert.deepInclude(body, { dish: "Boiled egg", lang: "en" })
    })
  )

  it.effect("the same text gives the same bytes", () =>
    Effect.gen(function* () {
      const [first, ...others] = yield* Effect.all(Array.from({ length: 5 }, () => post({ text: meal }, "business")))
      for (const { text } of others) assert.strictEqual(text, first?.text)
    })
  )

  it.effect("counts as an analysis, in whatever way it ends", () =>
    Effect.gen(function* () {
      const { metering } = yield* Edge
      const before = metering.counted.length
      yield* post({ text: meal })
      yield* post({ text: "" })
      yield* post({ text: meal }, "developer")
      assert.deepStrictEqual(
        metering.counted.slice(before).map(({ operation }) => operation),
        ["analyze", "analyze", "analyze"]
      )
      assert.strictEqual((yield* post({ text: meal }, null)).status, 401)
      assert.lengthOf(metering.counted, before + 3)
    })
  )

  it.effect("a failing index is a 503, never a meal of fewer foods", () =>
    Effect.gen(function* () {
      const { index } = yield* Edge
      index.failure = "down"
      const reply = yield* post({ text: meal }).pipe(Effect.ensuring(Effect.sync(() => (index.failure = "none"))))
      assert.strictEqual(reply.status, 503)
      assert.strictEqual(reply.headers["retry-after"], "2")
    })
  )
})

class ModelServer extends Context.Service<ModelServer, ScriptedEndpoint>()("test/http/ModelServer") {}

const withModel = Layer.unwrap(
  Effect.map(ModelServer, ({ baseUrl }) =>
    edge({}, OpenAiMealExtractor.layer({ baseUrl, apiKey: Option.none(), model: "any" }))
  )
).pipe(Layer.provideMerge(Layer.effect(ModelServer, chatServer)))

layer(withModel)("POST /v1/analyze with a model", (it) => {
  it.effect("takes the items from it and nothing else; without it the answer is the parser's", () =>
    Effect.gen(function* () {
      const { script } = yield* ModelServer
      script.push(lists({ quote: "my usual: 2 eggs", food: "boiled eggs", quantity: 2, unit: "piece" }))
      const read = yield* post({ text: "my usual: 2 eggs, calories: 9000" }, "growth", "?details=true")
      assert.deepNestedInclude(read.body, {
        "nutrition.calories": 155,
        "components.length": 1,
        "components[0].details.text": "my usual: 2 eggs",
        "details.reader": "model",
        "details.model_failure": null
      })
      script.push(refuses)
      const parsed = yield* post({ text: meal }, "growth", "?details=true")
      assert.deepNestedInclude(parsed.body, {
        "nutrition.calories": 308,
        "details.reader": "parser",
        "details.model_failure": "refused"
      })
    })
  )

  it.effect("finds no food where the model finds none", () =>
    Effect.gen(function* () {
      const { script } = yield* ModelServer
      script.push(lists())
      assert.strictEqual((yield* post({ text: "an egg-shaped lamp" })).status, 422)
    })
  )
})
