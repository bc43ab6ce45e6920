import { Effect } from "effect"
import { fileURLToPath } from "node:url"
import type { ProductFacts } from "../domain/product/ProductFacts.ts"
import { type Answer, byMeaning, byParser, byWords } from "./Engine.ts"
import { type Floor, namedFigures } from "./Floor.ts"
import { mealReport, namedMealFigures } from "./MealReport.ts"
import { analysisBody } from "../src/queries/MealPresentation.ts"
import { type AnalyzedMeal, readMeals, scoreMeal } from "./Meals.ts"
import { readQueries } from "./Queries.ts"
import { report, score } from "./Report.ts"
import { namedSharedFigures, queriesOf, readWordings, scoreWordings, wordingsReport } from "./Wordings.ts"

export const suiteNames = ["words", "meaning", "wordings", "meals"] as const
export type Suite = (typeof suiteNames)[number]

/** What one suite came to. */
export interface Measured {
  /** tables; empty when nothing was judged */
  readonly report: string
  readonly figures: Floor
  /** every answer as a machine reads it */
  readonly lines: ReadonlyArray<object>
  /** the products that judgements name */
  readonly judged: ReadonlyArray<string>
}

type Products = ReadonlyArray<ProductFacts>

const asked = (suite: "words" | "meaning", title: string, ask: typeof byWords | typeof byMeaning) =>
  Effect.fnUntraced(function* (products: Products, file: string, limit: number) {
    const queries = yield* readQueries(file)
    const answers = yield* ask(products, queries, limit)
    const scored = score(answers)
    const measured: Measured = {
      report: scored.length > 0 ? report(title, scored) : "",
      figures: namedFigures(suite, scored),
      lines: answers.map(answerLine),
      judged: queries.flatMap(({ grades }) => Object.keys(grades ?? {}))
    }
    return measured
  })

const analyzed = Effect.fnUntraced(function* (products: Products, file: string) {
  const meals = yield* readMeals(file)
  const found = (yield* byParser(products, meals)).map(({ analysis, asked }) => ({ meal: asked, analysis }))
  const scored = found.map(scoreMeal)
  const measured: Measured = {
    report: mealReport(scored),
    figures: namedMealFigures(scored),
    lines: found.map(mealLine),
    judged: meals.flatMap(({ components }) => (components ?? []).flat())
  }
  return measured
})

const worded = Effect.fnUntraced(function* (products: Products, file: string, limit: number) {
  const needs = yield* readWordings(file)
  const answers = yield* byMeaning(products, queriesOf(needs), limit)
  const scored = scoreWordings(needs, answers)
  const measured: Measured = {
    report: wordingsReport(scored),
    figures: namedSharedFigures(scored),
    lines: answers.map(answerLine),
    judged: []
  }
  return measured
})

/** How each suite is measured over a file of its judged queries or meals. */
export const suites = {
  words: asked("words", "By words", byWords),
  meaning: asked("meaning", "By meaning", byMeaning),
  wordings: worded,
  meals: analyzed
}

/** The file of our own queries. */
export const ownFile = (suite: Suite): string => fileURLToPath(new URL(`${suite}.jsonl`, import.meta.url))

const answerLine = ({ products, query, total }: Answer) => ({
  id: query.id,
  lang: query.lang,
  kind: query.kind,
  query: query.query,
  total,
  results: products.map(({ id, name }) => ({ id, name, grade: query.grades?.[id] ?? 0 }))
})

const mealLine = ({ analysis, meal }: AnalyzedMeal) => ({
  id: meal.id,
  lang: meal.lang,
  kind: meal.kind,
  text: meal.text,
  confidence: analysis.confidence,
  components: analysis.components.map(({ facts, item, match, weight }) => ({
    id: facts.id,
    name: facts.names[meal.lang]?.[0] ?? facts.names[facts.mainLanguage]?.[0] ?? "",
    food: item.food,
    match,
    grams: weight.grams,
    how: weight.how
  })),
  unresolved: analysis.unresolved.map(({ food }) => food),
  total: analysisBody(analysis, meal.lang, false).nutrition
})
