import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Cause, Effect, Option, Predicate, Schema } from "effect"
import { CliError, Command, Flag } from "effect/cli"
import { readFile, writeFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import { bundledFiles, readCatalogue } from "./Catalogue.ts"
import { type Answer, engine, searchByWords } from "./Engine.ts"
import { BelowFloor, belowFloor, Floor, floorOf, FloorOfOthers, namedFigures, raised } from "./Floor.ts"
import { mealReport, namedMealFigures } from "./MealReport.ts"
import { type AnalyzedMeal, analyzeMeal, readMeals, scoreMeal } from "./Meals.ts"
import { readQueries } from "./Queries.ts"
import { report, score } from "./Report.ts"

const here = (file: string) => fileURLToPath(new URL(file, import.meta.url))
const floorPath = here("floor.json")
const decodeFloor = Schema.decodeSync(Schema.fromJsonString(Floor))

const limitMax = 50

const kinds = ["words", "meals", "all"] as const

const flags = {
  kind: Flag.Literals("kind", kinds).pipe(
    Flag.withDescription("what to measure: search by words, meals, or both"),
    Flag.withDefault("all" as const)
  ),
  meals: Flag.File("meals").pipe(Flag.withDescription("meals to analyse instead of our own"), Flag.optional),
  catalogue: Flag.File("catalogue").pipe(
    Flag.withDescription("products to search instead of the bundled ones: Open Food Facts, FDC zip or our own format"),
    Flag.atLeast(0)
  ),
  queries: Flag.File("queries").pipe(Flag.withDescription("queries to ask instead of our own"), Flag.optional),
  limit: Flag.Int("limit").pipe(
    Flag.withSchema(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: limitMax }))),
    Flag.withDescription("results of each query; the measures look at the first 10"),
    Flag.withDefault(10)
  ),
  json: Flag.String("json").pipe(Flag.withDescription("write every answer to this file"), Flag.optional),
  floor: Flag.Boolean("floor").pipe(
    Flag.withDescription("fail when a figure is below floor.json"),
    Flag.withDefault(false)
  ),
  raise: Flag.Boolean("raise").pipe(
    Flag.withDescription("write figures that have risen to floor.json"),
    Flag.withDefault(false)
  )
}

const quality = Command.make(
  "quality",
  flags,
  Effect.fn(function* ({ catalogue, floor, json, kind, limit, meals, queries, raise }) {
    const isOurOwn = catalogue.length === 0 && Option.isNone(queries) && Option.isNone(meals)
    if ((floor || raise) && !isOurOwn) return yield* new FloorOfOthers()
    const products = yield* readCatalogue(catalogue.length === 0 ? bundledFiles : catalogue)
    // who brings queries or meals wants no figures of ours beside them
    const asks = (suite: "words" | "meals") =>
      kind === suite || (kind === "all" && Option.isNone(suite === "words" ? meals : queries))
    const asked = asks("words") ? yield* readQueries(Option.getOrElse(queries, () => here("words.jsonl"))) : []
    const described = asks("meals") ? yield* readMeals(Option.getOrElse(meals, () => here("meals.jsonl"))) : []
    const { analyzed, answers } = yield* Effect.all({
      answers: Effect.forEach(asked, (query) => searchByWords(query, limit)),
      analyzed: Effect.forEach(described, analyzeMeal)
    }).pipe(Effect.provide(engine(products)))
    if (Option.isSome(json)) {
      const path = json.value
      const lines = [...answers.map(toJson), ...analyzed.map(mealJson)]
      yield* Effect.promise(() => writeFile(path, `${JSON.stringify(lines, null, 1)}\n`))
    }
    const scored = score(answers)
    const mealsScored = analyzed.map(scoreMeal)
    if (scored.length > 0) process.stdout.write(`${report("Words", scored)}\n`)
    if (mealsScored.length > 0) process.stdout.write(`${mealReport(mealsScored)}\n`)
    const known = new Set<string>(products.map(({ id }) => id))
    const missing = [
      ...asked.flatMap(({ grades }) => Object.keys(grades ?? {})),
      ...described.flatMap(({ components }) => (components ?? []).flat())
    ].filter((id) => !known.has(id))
    if (missing.length > 0) process.stderr.write(`${missing.length} judged products are not in the catalogue\n`)
    if (!floor && !raise) return
    const figures = { ...namedFigures("words", scored), ...namedMealFigures(mealsScored) }
    yield* holdFloor(figures, (["words", "meals"] as const).filter(asks), { floor, raise })
  })
)

/** An answer as a machine reads it. */
const toJson = ({ products, query, total }: Answer) => ({
  id: query.id,
  lang: query.lang,
  kind: query.kind,
  query: query.query,
  total,
  results: products.map((facts) => ({
    id: facts.id,
    name: facts.names[query.lang]?.[0] ?? facts.names[facts.mainLanguage]?.[0] ?? "",
    grade: query.grades?.[facts.id] ?? 0
  }))
})

const mealJson = ({ analysis, meal }: AnalyzedMeal) => ({
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
  unresolved: analysis.unresolved.map(({ food }) => food)
})

const holdFloor = Effect.fnUntraced(function* (
  figures: Floor,
  suites: ReadonlyArray<string>,
  { floor, raise }: { readonly floor: boolean; readonly raise: boolean }
) {
  const held = decodeFloor(yield* Effect.promise(() => readFile(floorPath, "utf8")))
  const below = belowFloor(figures, floorOf(suites, held))
  if (floor && below.length > 0) return yield* new BelowFloor({ figures: below })
  if (raise) {
    yield* Effect.promise(() => writeFile(floorPath, `${JSON.stringify(raised(figures, held), null, 2)}\n`))
  }
})

/** What went wrong, in one line beside the tables; a mistake of ours with everything that helps to find it. */
const reportFailure = <E>(cause: Cause.Cause<E>): Effect.Effect<void> =>
  Effect.sync(() => {
    const error = Cause.squash(cause)
    if (CliError.isCliError(error)) return
    const isExpected = Cause.hasFails(cause) && Predicate.isError(error)
    process.stderr.write(isExpected ? `quality: ${error.message}\n` : `${Cause.pretty(cause)}\n`)
  })

Command.run(quality, { version: "1" }).pipe(
  Effect.provide(NodeServices.layer),
  Effect.tapCause(reportFailure),
  NodeRuntime.runMain({ disableErrorReporting: true })
)
