import { Effect, Predicate, Schema } from "effect"
import { plans } from "../../../domain/key/Plan.ts"
import type { KeyRecord } from "../../../domain/ports/KeyDirectory.ts"
import { statedItems } from "../contract/MealItems.ts"
import { AnalysisParameters, AnalyzeItemsParameters, AnalyzeTextParameters } from "../contract/Parameters.ts"
import { RequestInvalid } from "../EdgeError.ts"
import { HttpOptions } from "../HttpOptions.ts"
import { valueError } from "../validation/Offences.ts"
import { AnalyzeMeal } from "../../queries/AnalyzeMeal.ts"
import { analysisBody } from "../../queries/MealPresentation.ts"
import { askedBy } from "../../query-threads/Asker.ts"
import { requireAnalysis, requireLanguage } from "./PlanGates.ts"

export const AnalyzeTextInput = Schema.Struct({ ...AnalyzeTextParameters, ...AnalysisParameters })
export const AnalyzeItemsInput = Schema.Struct({ ...AnalyzeItemsParameters, ...AnalysisParameters })
type AnalyzeInput = typeof AnalyzeTextInput.Type | typeof AnalyzeItemsInput.Type

/** Is the meal sent as a list of foods? It decides which of the two inputs a body is decoded as. */
export const hasItems = (sent: unknown): boolean => Predicate.hasProperty(sent, "items")

const nothingRecognised = valueError(
  "no food was recognised; name the foods as a menu or a shopping list would, with amounts where they are known"
)

/** What the analysis of a meal answers, over REST and to tools alike. */
export const analyzeOperation = Effect.gen(function* () {
  const meals = yield* AnalyzeMeal
  const { analyzeMinPlan, enforcePlanLanguages } = yield* HttpOptions

  return {
    /** To be asked before the input is looked at. */
    requirePlan: (key: KeyRecord) => requireAnalysis(plans[key.plan], analyzeMinPlan),
    answer: Effect.fnUntraced(function* (input: AnalyzeInput, key: KeyRecord) {
      if (enforcePlanLanguages) yield* requireLanguage(plans[key.plan], input.lang)
      const asked = "items" in input ? meals.analyzeItems(statedItems(input.items)) : meals.analyze(input.text)
      const analysis = yield* askedBy(key, asked)
      if (analysis.components.length === 0) return yield* Effect.fail(nothingIn(input))
      return {
        body: analysisBody(analysis, input.lang, input.details),
        unresolved: analysis.unresolved.map(({ text }) => text)
      }
    })
  }
})

const nothingIn = (input: AnalyzeInput): RequestInvalid => {
  const [field, sent] = "items" in input ? ["items", input.items] : ["text", input.text]
  return new RequestInvalid({ items: [{ ...nothingRecognised, loc: ["body", field], input: sent }] })
}
