import { Effect } from "effect"
import { AnalysisParameters, AnalyzeParameters } from "../../api/contract/Parameters.ts"
import { AnalysisResponse } from "../../api/contract/AnalysisResponse.ts"
import {
  AnalyzeItemsInput,
  analyzeOperation,
  AnalyzeTextInput,
  hasItems
} from "../../api/operations/AnalyzeOperation.ts"
import { plainText } from "../PlainText.ts"
import type { KeyedTool } from "../Tool.ts"
import { toolArguments } from "../ToolArguments.ts"
import { inputSchema, outputSchema } from "../ToolSchemas.ts"

const fields = { ...AnalyzeParameters, ...AnalysisParameters }

const description = {
  name: "analyze_meal",
  title: "Analyze a meal",
  description:
    "Nutrition (kcal, grams) of a meal, in total and by part. Send text (English, Russian or Arabic) or items, not both. " +
    "Items read best: one food each, named as on a menu, with grams. Without amounts usual portions are taken and " +
    "confidence drops. Needs the growth plan.",
  inputSchema: inputSchema(fields, []),
  outputSchema: outputSchema(AnalysisResponse)
}

const decodeText = toolArguments(AnalyzeTextInput, {}, Object.keys(fields))
const decodeItems = toolArguments(AnalyzeItemsInput, {}, Object.keys(fields))

const leftOut = (texts: ReadonlyArray<string>): string =>
  `Not recognised, so not in the totals: ${texts.map(plainText).join("; ")}. ` +
  "Name these foods in plainer words, or look them up with search_food."

export const analyzeMeal = Effect.map(analyzeOperation, ({ answer, requirePlan }): KeyedTool => ({
  access: "keyed",
  operation: "analyze",
  description,
  call: Effect.fnUntraced(function* (args, { key }) {
    yield* requirePlan(key)
    const { body, unresolved } = yield* answer(yield* (hasItems(args) ? decodeItems : decodeText)(args), key)
    return unresolved.length === 0 ? { data: body } : { data: body, hint: leftOut(unresolved) }
  })
}))
