import { Effect } from "effect"
import { AnalysisParameters, AnalyzeParameters } from "../../http/contract/Parameters.ts"
import { AnalysisResponse } from "../../http/contract/Responses.ts"
import { AnalyzeInput, analyzeOperation } from "../../operations/AnalyzeOperation.ts"
import { plainText } from "../PlainText.ts"
import type { KeyedTool } from "../Tool.ts"
import { toolArguments } from "../ToolArguments.ts"
import { inputSchema, outputSchema } from "../ToolSchemas.ts"

const description = {
  name: "analyze_meal",
  title: "Analyze a meal",
  description:
    "Total nutrition (kcal, grams) of a meal described in English, Russian or Arabic, with each part's weight. State " +
    "amounts where known; else usual portions are taken and confidence drops. Needs the growth plan.",
  inputSchema: inputSchema({ ...AnalyzeParameters, ...AnalysisParameters }, ["text"]),
  outputSchema: outputSchema(AnalysisResponse)
}

const decode = toolArguments(AnalyzeInput)

const leftOut = (texts: ReadonlyArray<string>): string =>
  `Not recognised, so not in the totals: ${texts.map(plainText).join("; ")}. ` +
  "Name these foods in plainer words, or look them up with search_food."

export const analyzeMeal = Effect.map(analyzeOperation, ({ answer, requirePlan }): KeyedTool => ({
  access: "keyed",
  operation: "analyze",
  description,
  call: Effect.fnUntraced(function* (args, { key }) {
    yield* requirePlan(key)
    const { body, unresolved } = yield* answer(yield* decode(args), key)
    return unresolved.length === 0 ? { data: body } : { data: body, hint: leftOut(unresolved) }
  })
}))
