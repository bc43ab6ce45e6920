import { Schema } from "effect"
import fitted from "./confidence.json" with { type: "json" }
import { type DoubtName, doubtNames, type Doubts, doubtsOf, type MealEvidence } from "./Doubts.ts"
import { energyOf } from "./MealComponent.ts"
import { type Reason, reasonsOf } from "./Reasons.ts"

export type Confidence = "high" | "medium" | "low"

export interface Judgement {
  readonly confidence: Confidence
  /** what keeps it from being higher, the gravest first */
  readonly reasons: ReadonlyArray<Reason>
}

const Probability = Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1 }))
const NotNegative = Schema.Finite.check(Schema.isGreaterThanOrEqualTo(0))

/**
 * A logistic regression: the logit of the probability that the energy is right is `certainty` less the doubts, each times its
 * weight. No weight is negative, so a doubt never raises the confidence. `quality/confidence/fit.ts` makes it.
 */
export const ConfidenceModel = Schema.Struct({
  certainty: Schema.Finite,
  weights: Schema.Record(Schema.Literals(doubtNames), NotNegative),
  /** from which probability on it is `high`, and `medium` */
  highMin: Probability,
  mediumMin: Probability
})
export type ConfidenceModel = typeof ConfidenceModel.Type

const current = Schema.decodeUnknownSync(ConfidenceModel)(fitted)

/** The probability that the energy of an answer is right. */
export const probabilityOf = ({ certainty, weights }: Pick<ConfidenceModel, "certainty" | "weights">, doubts: Doubts) =>
  1 / (1 + Math.exp(doubtNames.reduce((sum, name) => sum + weights[name] * doubts[name], 0) - certainty))

/** One person at one meal eats less, with few exceptions. */
const mealKcalMax = 4_000
const mealGramsMax = 4_000

const isLargeMeal = ({ components }: MealEvidence): boolean =>
  components.reduce((sum, component) => sum + energyOf(component), 0) > mealKcalMax ||
  components.reduce((sum, { weight }) => sum + weight.grams, 0) > mealGramsMax

/** Whatever the probability says, a doubt of these keeps an answer from being `high`. */
const neverHigh: ReadonlyArray<DoubtName> = [
  "loose",
  "general",
  "unitAssumed",
  "energyDiffers",
  "parts",
  "dropped",
  "unusual",
  "unresolved",
  "unread",
  "unexplained",
  "repeated"
]

/** May an answer be `high`? */
export const mayBeHigh = (evidence: MealEvidence, doubts: Doubts): boolean =>
  !isLargeMeal(evidence) && neverHigh.every((name) => doubts[name] === 0)

/** An amount that nobody eats: whatever else is known, the answer is `low`. */
export const isAbsurd = ({ components }: MealEvidence): boolean =>
  components.some(({ plausibility }) => plausibility === "absurd")

/**
 * How far an answer can be relied on: `high` when its energy is right in 95 of 100 texts, `medium` in 80. An amount that nobody
 * eats makes it `low`. What was not found, not explained or found only loosely keeps it from being `high`.
 */
export const judge = (evidence: MealEvidence): Judgement => ({
  confidence: confidenceOf(evidence),
  reasons: reasonsOf(evidence, isLargeMeal(evidence))
})

const confidenceOf = (evidence: MealEvidence): Confidence => {
  if (evidence.components.length === 0 || isAbsurd(evidence)) return "low"
  const doubts = doubtsOf(evidence)
  const probability = probabilityOf(current, doubts)
  if (probability >= current.highMin && mayBeHigh(evidence, doubts)) return "high"
  return probability >= current.mediumMin ? "medium" : "low"
}
