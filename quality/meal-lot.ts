import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Console, Effect, Option, Schema } from "effect"
import { Command, Flag } from "effect/cli"
import { readFile, writeFile } from "node:fs/promises"
import { gunzipSync } from "node:zlib"
import { analysisBody } from "../src/queries/MealPresentation.ts"
import { bundledPaths, readCatalogue } from "./Catalogue.ts"
import { type AnalyzedText, byParser } from "./Engine.ts"
import { isRight, LotMeal, mealLotReport, PublishedMeal, publishedReport } from "./MealLot.ts"
import { reportFailure } from "./ReportFailure.ts"

const flags = {
  lot: Flag.File("lot").pipe(
    Flag.withDescription("descriptions of meals with ranges of energy, as their author froze them"),
    Flag.atLeast(0)
  ),
  published: Flag.File("published").pipe(
    Flag.withDescription("descriptions with published totals: JSON lines of set, text and carbs_g, also gzipped"),
    Flag.optional
  ),
  json: Flag.String("json").pipe(Flag.withDescription("write every answer to the lot to this file"), Flag.optional)
}

const gzipMagic = 0x1f

const linesOf = async (path: string): Promise<ReadonlyArray<string>> => {
  const bytes = await readFile(path)
  const text = bytes[0] === gzipMagic ? gunzipSync(bytes) : bytes
  return text
    .toString("utf8")
    .split("\n")
    .filter((line) => line.trim() !== "")
}

const read = <A>(schema: Schema.Codec<A, unknown>, path: string) => {
  const decode = Schema.decodeUnknownSync(Schema.fromJsonString(schema))
  return Effect.promise(async () => (await linesOf(path)).map((line) => decode(line)))
}

/** Answers over the whole bundled catalogue, which the service has. */
const analyzed = <A extends { readonly text: string }>(asked: ReadonlyArray<A>) =>
  Effect.flatMap(readCatalogue(bundledPaths), (products) => byParser(products, asked))

const answerLine = (answer: AnalyzedText<LotMeal>) => ({
  ...answer.asked,
  isRight: isRight(answer),
  answer: analysisBody(answer.analysis, answer.asked.lang, true)
})

const mealLot = Command.make(
  "meal-lot",
  flags,
  Effect.fn(function* ({ json, lot, published }) {
    if (lot.length > 0) {
      const meals = (yield* Effect.forEach(lot, (path) => read(LotMeal, path))).flat()
      const answers = yield* analyzed(meals)
      yield* Console.log(mealLotReport(answers))
      if (Option.isSome(json)) {
        const path = json.value
        const lines = answers.map((answer) => `${JSON.stringify(answerLine(answer))}\n`).join("")
        yield* Effect.promise(() => writeFile(path, lines))
      }
    }
    if (Option.isSome(published)) {
      yield* Console.log(publishedReport(yield* analyzed(yield* read(PublishedMeal, published.value))))
    }
  })
)

Command.run(mealLot, { version: "1" }).pipe(
  Effect.provide(NodeServices.layer),
  Effect.tapCause(reportFailure("meal-lot")),
  NodeRuntime.runMain({ disableErrorReporting: true })
)
