import { Effect, Schema } from "effect"
import { plans } from "../../domain/key/Plan.ts"
import type { KeyRecord } from "../../domain/ports/KeyDirectory.ts"
import { AnalysisParameters, AnalyzeParameters } from "../http/contract/Parameters.ts"
import { RequestInvalid } from "../http/EdgeError.ts"
import { HttpOptions } from "../http/HttpOptions.ts"
import { valueError } from "../http/validation/Offences.ts"
import { AnalyzeMeal } from "../queries/AnalyzeMeal.ts"
import { analysisBody } from "../queries/MealPresentation.ts"
import { requireAnalysis, requireLanguage } from "./PlanGates.ts"

export const AnalyzeInput = Schema.Struct({ ...AnalyzeParameters, ...AnalysisParameters })

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
    answer: Effect.fnUntraced(function* ({ details, lang, text }: typeof AnalyzeInput.Type, key: KeyRecord) {
      if (enforcePlanLanguages) yield* requireLanguage(plans[key.plan], lang)
      const analysis = yield* meals.analyze(text)
      if (analysis.components.length === 0) {
        return yield* Effect.fail(
          new RequestInvalid({ items: [{ ...nothingRecognised, loc: ["body", "text"], input: text }] })
        )
      }
      return { body: analysisBody(analysis, lang, details), unresolved: analysis.unresolved.map(({ text }) => text) }
    })
  }
})
