import type { Plan } from "../../domain/key/Plan.ts"
import type { Language } from "../../domain/language/Language.ts"

/**
 * Does the feature list of the plan cover the language? Russian and Arabic stand at Growth there; the endpoints name
 * no plan, so whether this is enforced is a setting of the deployment.
 */
export const coversLanguage = (plan: Plan, language: Language): boolean =>
  language === "en" || plan.features.includes("russian_arabic")

/** Analysis is the Growth plan's; a deployment may open it to Starter. */
export const coversAnalysis = (plan: Plan, minPlan: "growth" | "starter"): boolean =>
  plan.aiAnalysis || plan.name === minPlan
