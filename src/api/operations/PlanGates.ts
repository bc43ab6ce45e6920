import { Effect } from "effect"
import type { Plan } from "../../../domain/key/Plan.ts"
import type { Language } from "../../../domain/language/Language.ts"
import { PlanTooLow } from "../EdgeError.ts"
import { coversAnalysis, coversLanguage } from "../../queries/PlanAccess.ts"

const unless = (isCovered: boolean, detail: string): Effect.Effect<void, PlanTooLow> =>
  isCovered ? Effect.void : Effect.fail(new PlanTooLow({ detail }))

/** For deployments that enforce the languages of plans. */
export const requireLanguage = (plan: Plan, language: Language) =>
  unless(coversLanguage(plan, language), `lang=${language} requires the growth plan or above.`)

/** To be asked before the input is looked at: with a lower plan no correction of it would help. */
export const requireAnalysis = (plan: Plan, minPlan: "growth" | "starter") =>
  unless(coversAnalysis(plan, minPlan), `Meal analysis requires the ${minPlan} plan or above.`)
