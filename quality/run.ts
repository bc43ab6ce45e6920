import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Effect, Option, Schema } from "effect"
import { Command, Flag } from "effect/cli"
import { readFile, writeFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import { bundledPaths, ownCatalogue, readBundledAs, readCatalogue } from "./Catalogue.ts"
import { BelowFloor, belowFloor, Floor, floorOf, FloorOfOthers, raised } from "./Floor.ts"
import { lotReport, lotsPath, measureLots, readLots } from "./Lots.ts"
import { reportFailure } from "./ReportFailure.ts"
import { ownFile, type Suite, suiteNames, suites } from "./Suites.ts"

const floorPath = fileURLToPath(new URL("floor.json", import.meta.url))
const decodeFloor = Schema.decodeSync(Schema.fromJsonString(Floor))

const limitMax = 50

const flags = {
  kind: Flag.Literals("kind", suiteNames).pipe(
    Flag.withDescription(
      "search by words, by meaning, wordings of one need, or meals; without it all, or what --queries and --meals are for"
    ),
    Flag.optional
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
    const products = yield* isOurOwn
      ? readBundledAs(ownCatalogue)
      : readCatalogue(catalogue.length === 0 ? bundledPaths : catalogue)
    const known = new Set<string>(products.map(({ id }) => id))
    const chosen = Option.match(kind, { onNone: () => implied(queries, meals), onSome: (name) => [name] })
    const lines: Array<object> = []
    const figures: Record<string, number> = {}
    for (const name of chosen) {
      const file = Option.getOrElse(name === "meals" ? meals : queries, () => ownFile(name))
      const measured = yield* suites[name](products, file, limit)
      if (measured.report !== "") process.stdout.write(`${measured.report}\n\n`)
      // judgements of products that this catalogue does not have count as answers that were not found
      const strays = measured.judged.filter((id) => !known.has(id))
      if (strays.length > 0) process.stderr.write(`${strays.length} judged products are not in the catalogue\n`)
      Object.assign(figures, measured.figures)
      lines.push(...measured.lines)
    }
    if (isOurOwn && chosen.includes("words")) {
      const lots = yield* measureLots(yield* readLots(lotsPath))
      process.stdout.write(`${lotReport(lots)}\n\n`)
    }
    if (Option.isSome(json)) {
      const path = json.value
      yield* Effect.promise(() => writeFile(path, `${JSON.stringify(lines, null, 1)}\n`))
    }
    if (floor || raise) yield* holdFloor(figures, { suites: chosen, floor, raise })
  })
)

/** Who brings queries or meals wants no figures of ours beside them. */
const implied = (queries: Option.Option<string>, meals: Option.Option<string>): ReadonlyArray<Suite> => {
  if (Option.isNone(queries) && Option.isNone(meals)) return suiteNames
  return [
    ...(Option.isSome(queries) ? (["words"] as const) : []),
    ...(Option.isSome(meals) ? (["meals"] as const) : [])
  ]
}

interface FloorOptions {
  readonly suites: ReadonlyArray<Suite>
  readonly floor: boolean
  readonly raise: boolean
}

const holdFloor = Effect.fnUntraced(function* (figures: Floor, { floor, raise, suites }: FloorOptions) {
  const held = decodeFloor(yield* Effect.promise(() => readFile(floorPath, "utf8")))
  const below = belowFloor(figures, floorOf(suites, held))
  if (floor && below.length > 0) return yield* new BelowFloor({ figures: below })
  if (raise) {
    yield* Effect.promise(() => writeFile(floorPath, `${JSON.stringify(raised(figures, held), null, 2)}\n`))
  }
})

Command.run(quality, { version: "1" }).pipe(
  Effect.provide(NodeServices.layer),
  Effect.tapCause(reportFailure("quality")),
  NodeRuntime.runMain({ disableErrorReporting: true })
)
