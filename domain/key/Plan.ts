import { Schema } from "effect"

export const PlanName = Schema.Literals(["sandbox", "developer", "starter", "growth", "business"])
export type PlanName = typeof PlanName.Type

/** What a plan allows. `null` requests a day is unlimited. Prices are USD a month; `null`: not for sale. */
export interface Plan {
  readonly name: PlanName
  readonly priceUsdPerMonth: number | null
  readonly requestsPerDay: number | null
  readonly requestsPerHour: number
  readonly requestsPerSecond: number
  /** results of one page at the most */
  readonly searchResultsMax: number
  readonly fullNutrients: boolean
  readonly aiAnalysis: boolean
  readonly semanticSearch: boolean
  /** what `GET /v1/me` and `GET /v1/plans` list */
  readonly features: ReadonlyArray<string>
}

/** The plan table of the service; ordered from the least to the most. */
export const plans: { readonly [Name in PlanName]: Plan } = {
  sandbox: {
    name: "sandbox",
    priceUsdPerMonth: null,
    requestsPerDay: 10,
    requestsPerHour: 10,
    requestsPerSecond: 2,
    searchResultsMax: 3,
    fullNutrients: false,
    aiAnalysis: false,
    semanticSearch: false,
    features: ["search", "barcode"]
  },
  developer: {
    name: "developer",
    priceUsdPerMonth: 0,
    requestsPerDay: 1_000,
    requestsPerHour: 100,
    requestsPerSecond: 10,
    searchResultsMax: 50,
    fullNutrients: false,
    aiAnalysis: false,
    semanticSearch: false,
    features: ["search", "barcode"]
  },
  starter: {
    name: "starter",
    priceUsdPerMonth: 29,
    requestsPerDay: 50_000,
    requestsPerHour: 5_000,
    requestsPerSecond: 10,
    searchResultsMax: 50,
    fullNutrients: true,
    aiAnalysis: false,
    semanticSearch: false,
    features: ["search", "barcode", "full_nutrients"]
  },
  growth: {
    name: "growth",
    priceUsdPerMonth: 99,
    requestsPerDay: 500_000,
    requestsPerHour: 50_000,
    requestsPerSecond: 50,
    searchResultsMax: 50,
    fullNutrients: true,
    aiAnalysis: true,
    semanticSearch: true,
    features: ["search", "barcode", "full_nutrients", "ai_analysis", "russian_arabic", "semantic_search"]
  },
  business: {
    name: "business",
    priceUsdPerMonth: 299,
    requestsPerDay: null,
    requestsPerHour: 200_000,
    requestsPerSecond: 100,
    searchResultsMax: 50,
    fullNutrients: true,
    aiAnalysis: true,
    semanticSearch: true,
    features: [
      "search",
      "barcode",
      "full_nutrients",
      "ai_analysis",
      "russian_arabic",
      "semantic_search",
      "availability_99_9",
      "support"
    ]
  }
}

/** The plans on sale, cheapest first, as `GET /v1/plans` lists them. */
export const publicPlans: ReadonlyArray<Plan> = [plans.developer, plans.starter, plans.growth, plans.business]
