import { Effect, Schema } from "effect"
import { Language } from "../domain/language/Language.ts"
import type { Confidence } from "../domain/meal/Confidence.ts"
import { analysisBody } from "../src/queries/MealPresentation.ts"
import type { AnalyzedText } from "./Engine.ts"
import { mean } from "./Metrics.ts"
import { figure, table } from "./Report.ts"

const Range = Schema.Tuple([Schema.Finite, Schema.Finite])

/** A description of a lot as its author froze it; without components it is no meal, and nothing may come of it. */
export const LotMeal = Schema.Struct({
  id: Schema.NonEmptyString,
  lang: Language,
  kind: Schema.NonEmptyString,
  text: Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(2_000)),
  /** kilocalories of the whole that are right */
  kcal: Range,
  /** what was eaten, in plain English, with the grams that are right */
  components: Schema.Array(Schema.Struct({ name: Schema.NonEmptyString, grams: Range })),
  /** how the author came to the range */
  note: Schema.String.pipe(Schema.withDecodingDefaultKey(Effect.succeed(""))),
  /** what a right answer has to show, where a special reading is examined */
  check: Schema.String.pipe(Schema.withDecodingDefaultKey(Effect.succeed("")))
})
export type LotMeal = typeof LotMeal.Type

/** A description with published totals, as a benchmark of others has it. */
export const PublishedMeal = Schema.Struct({
  set: Schema.NonEmptyString,
  text: Schema.NonEmptyString,
  carbs_g: Schema.Finite
})
export type PublishedMeal = typeof PublishedMeal.Type

const totals = ({ analysis }: AnalyzedText<unknown>) => analysisBody(analysis, "en", false).nutrition

/** Is the energy within the range of the author, or nothing found in what is no meal? */
export const isRight = (analyzed: AnalyzedText<LotMeal>): boolean => {
  const { analysis, asked } = analyzed
  const isEmpty = analysis.components.length === 0
  if (asked.components.length === 0 || isEmpty) return isEmpty && asked.components.length === 0
  const [low, high] = asked.kcal
  const { calories } = totals(analyzed)
  return calories >= low && calories <= high
}

const shareOf = (answers: ReadonlyArray<AnalyzedText<LotMeal>>): string => {
  const right = answers.filter(isRight).length
  return answers.length === 0 ? "–" : `${figure(right / answers.length)} (${right} of ${answers.length})`
}

const levels: ReadonlyArray<Confidence> = ["high", "medium", "low"]

/** Shares of right answers by kind and language, and by confidence. */
export const mealLotReport = (answers: ReadonlyArray<AnalyzedText<LotMeal>>): string => {
  const of = (lang: Language | null, members: typeof answers) =>
    shareOf(members.filter(({ asked }) => lang === null || asked.lang === lang))
  const kinds = [...Map.groupBy(answers, ({ asked }) => asked.kind)].map(([kind, members]) => [
    kind,
    of(null, members),
    ...Language.literals.map((lang) => of(lang, members))
  ])
  const found = answers.filter(({ analysis }) => analysis.components.length > 0)
  return [
    table(["kind", "right", ...Language.literals], kinds),
    table(
      ["confidence", "right"],
      levels.map((level) => [level, shareOf(found.filter(({ analysis }) => analysis.confidence === level))])
    )
  ].join("\n\n")
}

/** How far the carbohydrate may be off, in grams, as NutriBench counts (arXiv:2407.12843). */
const carbsWithin = 7.5

/** Shares of descriptions whose carbohydrate is right, by set. */
export const publishedReport = (answers: ReadonlyArray<AnalyzedText<PublishedMeal>>): string => {
  const share = (members: typeof answers) =>
    figure(mean(members.map((each) => Number(Math.abs(totals(each).carbs - each.asked.carbs_g) <= carbsWithin))))
  const sets = [...Map.groupBy(answers, ({ asked }) => asked.set)].toSorted(([a], [b]) => a.localeCompare(b))
  return table(
    ["set", "texts", `carbohydrate within ${carbsWithin} g`],
    [...sets, ["all", answers] as const].map(([set, members]) => [set, String(members.length), share(members)])
  )
}
