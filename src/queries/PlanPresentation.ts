import { type Plan, publicPlans } from "../../domain/key/Plan.ts"

/** How the interface writes a quota that has no end. */
export const unlimited = -1

const present = (plan: Plan) => ({
  name: plan.name,
  price_usd_per_month: plan.priceUsdPerMonth ?? 0,
  requests_per_day: plan.requestsPerDay ?? unlimited,
  burst_per_hour: plan.requestsPerHour,
  burst_per_second: plan.requestsPerSecond,
  features: plan.features
})

/** The plans on sale, as REST and tools list them. */
export const plansPage = { plans: publicPlans.map(present) }
