import { assert, layer } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { AnalyzeMeal, type MealAnalysis } from "../../src/queries/AnalyzeMeal.ts"
import { analysisBody } from "../../src/queries/MealPresentation.ts"
import { boiledEgg, rice, wholeMilk } from "../support/http/MealProducts.ts"
import { analyserOf } from "../support/MealAnalyser.ts"

const names = ["boiled eggs", "milk", "rice"] as const

const Portions = Schema.Array(
  Schema.Struct({
    food: Schema.Literals(names),
    grams: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 900 }))
  })
).check(Schema.isMinLength(1), Schema.isMaxLength(8))
type Portions = typeof Portions.Type

const textOf = (portions: Portions): string => portions.map(({ food, grams }) => `${grams} g ${food}`).join(", ")

const itemsOf = (portions: Portions) =>
  portions.map(({ food, grams }) => ({ food, amount: { quantity: grams, unit: "g" as const } }))

const shown = (analysis: MealAnalysis) => analysisBody(analysis, "en", true)

const Body = Schema.Struct({
  nutrition: Schema.Record(Schema.Literals(["calories", "proteins", "fats", "carbs"]), Schema.Finite),
  components: Schema.Array(
    Schema.Struct({
      details: Schema.Struct({
        nutrition: Schema.Record(Schema.Literals(["calories", "proteins", "fats", "carbs"]), Schema.Finite)
      })
    })
  )
})
const decode = Schema.decodeUnknownSync(Body)

const few = { arbitrary: { runs: 20 }, timeout: 60_000 }

layer(analyserOf([boiledEgg, wholeMilk, rice]))("Any meal", (it) => {
  it.effect.prop(
    "has totals that are the sums of its components",
    { portions: Portions },
    ({ portions }) =>
      Effect.gen(function* () {
        const { components, nutrition } = decode(shown(yield* (yield* AnalyzeMeal).analyze(textOf(portions))))
        for (const nutrient of ["calories", "proteins", "fats", "carbs"] as const) {
          const hundredths = components.map(({ details }) => Math.round(details.nutrition[nutrient] * 100))
          assert.strictEqual(
            Math.round(nutrition[nutrient] * 100),
            hundredths.reduce((sum, part) => sum + part, 0)
          )
        }
      }),
    few
  )

  it.effect.prop(
    "is answered alike ten times, to the byte",
    { portions: Portions },
    ({ portions }) =>
      Effect.gen(function* () {
        const { analyze } = yield* AnalyzeMeal
        const answers = yield* Effect.forEach(Array.from({ length: 10 }), () => analyze(textOf(portions)))
        assert.strictEqual(new Set(answers.map((answer) => JSON.stringify(shown(answer)))).size, 1)
      }),
    few
  )

  it.effect.prop(
    "has the same sums in another order, as a text and as items, and both have the same",
    { portions: Portions },
    ({ portions }) =>
      Effect.gen(function* () {
        const { analyze, analyzeItems } = yield* AnalyzeMeal
        const back = portions.toReversed()
        const answers = [
          yield* analyze(textOf(portions)),
          yield* analyze(textOf(back)),
          yield* analyzeItems(itemsOf(portions)),
          yield* analyzeItems(itemsOf(back))
        ]
        const [first, ...others] = answers.map((answer) => decode(shown(answer)).nutrition)
        for (const other of others) assert.deepStrictEqual(other, first)
      }),
    few
  )

  it.effect.prop(
    "with a number that nothing explains is not high",
    { portions: Portions, stray: Schema.Int.check(Schema.isBetween({ minimum: 2, maximum: 99_999 })) },
    ({ portions, stray }) =>
      Effect.gen(function* () {
        const { analyze } = yield* AnalyzeMeal
        const meal = textOf(portions)
        // a reference number or a date is read as one
        for (const text of [
          `${meal}, ${stray}`,
          `${meal}. ${stray}!`,
          `${meal}, ref. ${stray}`,
          `${meal} (${stray} / ${stray})`
        ]) {
          const { confidence, unexplained } = yield* analyze(text)
          if (unexplained.length > 0) assert.notStrictEqual(confidence, "high", text)
        }
      }),
    few
  )
})
