import { Effect, Schema } from "effect"
import { readFile } from "node:fs/promises"
import { ProductId } from "../domain/product/ProductId.ts"
import { Language } from "../domain/language/Language.ts"
import { energyOf } from "../domain/meal/MealComponent.ts"
import type { MealAnalysis } from "../src/queries/AnalyzeMeal.ts"
import { QueriesUnreadable } from "./Queries.ts"

const Records = Schema.Array(ProductId)

/**
 * One line of a file of meals: a description, for each food in it the records that are right, and the kilocalories that
 * are right for the whole. Without components it is no meal, and no number may come of it.
 */
const MealLine = Schema.Struct({
  id: Schema.NonEmptyString,
  lang: Language,
  /** how amounts are said: `stated`, `household`, `dish`, `natural`; `none` for what is no meal */
  kind: Schema.NonEmptyString,
  text: Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(2_000)),
  components: Schema.optionalKey(Schema.Array(Records.check(Schema.isNonEmpty()))),
  /** right as well, but not missed */
  optional: Schema.optionalKey(Records),
  energy: Schema.optionalKey(Schema.Tuple([Schema.Finite, Schema.Finite]))
})
export type JudgedMeal = typeof MealLine.Type

const decode = Schema.decodeUnknownEffect(Schema.fromJsonString(MealLine), { onExcessProperty: "error" })

/** Reads JSON lines; every id and every text of a language stands once. */
export const readMeals = Effect.fn("readMeals")(function* (path: string) {
  const text = yield* Effect.tryPromise({
    try: () => readFile(path, "utf8"),
    catch: (cause) => new QueriesUnreadable({ path, line: 0, detail: String(cause) })
  })
  const meals: Array<JudgedMeal> = []
  const seen = new Set<string>()
  for (const [i, json] of text.split("\n").entries()) {
    if (json.trim() === "") continue
    const unreadable = (detail: string) => new QueriesUnreadable({ path, line: i + 1, detail })
    const meal = yield* decode(json).pipe(Effect.mapError((error) => unreadable(error.message)))
    for (const key of [meal.id, `${meal.lang} ${meal.text}`]) {
      if (seen.has(key)) return yield* unreadable(`${key} stands twice`)
      seen.add(key)
    }
    if ((meal.components === undefined) !== (meal.energy === undefined)) {
      return yield* unreadable("a meal has components and energy, anything else neither")
    }
    meals.push(meal)
  }
  return meals
})

/** A meal and what the service made of it. */
export interface AnalyzedMeal {
  readonly meal: JudgedMeal
  readonly analysis: MealAnalysis
}

export interface ScoredMeal extends AnalyzedMeal {
  /** kcal */
  readonly energy: number
  /** 1 when the energy is within the range, else 0; null for what is no meal */
  readonly isWithin: number | null
  /** components that are right, of those expected and of those returned */
  readonly right: number
  readonly expected: number
  readonly returned: number
  /** 1 when nothing came of what is no meal, else 0; null for a meal */
  readonly isRefused: number | null
}

export const scoreMeal = ({ analysis, meal }: AnalyzedMeal): ScoredMeal => {
  const energy = analysis.components.reduce((sum, component) => sum + energyOf(component), 0)
  const found = analysis.components.map(({ facts }) => facts.id)
  const left = [...found]
  let right = 0
  for (const records of meal.components ?? []) {
    const at = left.findIndex((id) => records.includes(id))
    if (at === -1) continue
    left.splice(at, 1)
    right++
  }
  const optional = left.filter((id) => meal.optional?.includes(id)).length
  const [low, high] = meal.energy ?? [0, 0]
  return {
    meal,
    analysis,
    energy,
    isWithin: meal.energy === undefined ? null : Number(energy >= low && energy <= high),
    right,
    expected: meal.components?.length ?? 0,
    returned: found.length - optional,
    isRefused: meal.components === undefined ? Number(found.length === 0) : null
  }
}
