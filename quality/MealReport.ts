import { Language } from "../domain/language/Language.ts"
import type { Floor } from "./Floor.ts"
import type { ScoredMeal } from "./Meals.ts"
import { mean } from "./Metrics.ts"
import { figure, table } from "./Report.ts"

/** Shares from 0 to 1; null where nothing has the measure. */
export interface MealFigures {
  readonly energy: number | null
  readonly recall: number | null
  readonly precision: number | null
  readonly refused: number | null
}

const known = (values: ReadonlyArray<number | null>) => values.filter((value) => value !== null)
const ratio = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole)
const sum = (values: ReadonlyArray<number>): number => values.reduce((total, value) => total + value, 0)

/** Recall and precision are over all components of the meals, not means of the meals'. */
export const mealFigures = (all: ReadonlyArray<ScoredMeal>): MealFigures => {
  const meals = all.filter(({ isWithin }) => isWithin !== null)
  const right = sum(meals.map((meal) => meal.right))
  return {
    energy: mean(known(meals.map(({ isWithin }) => isWithin))),
    recall: ratio(right, sum(meals.map(({ expected }) => expected))),
    precision: ratio(right, sum(meals.map(({ returned }) => returned))),
    refused: mean(known(all.map(({ isRefused }) => isRefused)))
  }
}

const groups = (scored: ReadonlyArray<ScoredMeal>): ReadonlyMap<string, ReadonlyArray<ScoredMeal>> =>
  new Map([
    ["all", scored],
    ...Map.groupBy(scored, ({ meal }) => meal.lang),
    ...Map.groupBy(scored, ({ meal }) => meal.kind)
  ])

/** The figures by name, as the floor holds them: `meals ru energy`. */
export const namedMealFigures = (scored: ReadonlyArray<ScoredMeal>): Floor => {
  const named: Record<string, number> = {}
  for (const [group, members] of groups(scored)) {
    for (const [measure, value] of Object.entries(mealFigures(members))) {
      if (value !== null) named[`meals ${group} ${measure}`] = value
    }
  }
  return named
}

const worstMax = 20

/** The tables in Markdown: per language, per kind, and what went wrong. */
export const mealReport = (scored: ReadonlyArray<ScoredMeal>): string => {
  const head = ["energy within range", "recall", "precision", "no meal refused"]
  const row = (name: string, members: ReadonlyArray<ScoredMeal>) => {
    const { energy, precision, recall, refused } = mealFigures(members)
    return [name, String(members.length), figure(energy), figure(recall), figure(precision), figure(refused)]
  }
  const byLanguage = [...Language.literals].map((lang) =>
    row(
      lang,
      scored.filter(({ meal }) => meal.lang === lang)
    )
  )
  return [
    "## Meals",
    table(["language", "texts", ...head], [...byLanguage, row("all", scored)]),
    table(
      ["kind", "texts", ...head],
      [...Map.groupBy(scored, ({ meal }) => meal.kind)].map(([kind, members]) => row(kind, members))
    ),
    failures(scored)
  ].join("\n\n")
}

const failures = (scored: ReadonlyArray<ScoredMeal>): string =>
  table(
    ["text", "kcal", "range", "components", "left out"],
    scored
      .filter(({ expected, isRefused, isWithin, returned, right }) =>
        isRefused === null ? isWithin === 0 || right < expected || right < returned : isRefused === 0
      )
      .slice(0, worstMax)
      .map(({ analysis, energy, meal }) => [
        `${meal.id} ${meal.text}`,
        energy.toFixed(0),
        meal.energy?.join("–") ?? "no meal",
        analysis.components.map(({ facts, weight }) => `${facts.id} ${weight.grams.toFixed(0)} g`).join(" · "),
        analysis.unresolved.map(({ food }) => food).join(" · ")
      ])
  )
