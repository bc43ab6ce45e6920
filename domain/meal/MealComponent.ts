import type { ProductFacts } from "../product/ProductFacts.ts"
import type { MealItem } from "./MealItem.ts"
import type { Plausibility } from "./Plausibility.ts"
import type { RecordMatch } from "./RecordChoice.ts"
import { nutrientsIn } from "./StatedEnergy.ts"
import type { Weight } from "./Weighing.ts"

/** A food of a meal: the record it resolves to, and how much of it. */
export interface MealComponent {
  readonly item: MealItem
  readonly facts: ProductFacts
  readonly match: RecordMatch
  /** forms that were said and that the record does not have, as said */
  readonly dropped: ReadonlyArray<string>
  readonly weight: Weight
  /** the energy that the description states of it, in kilocalories; `null` when the record says what it has */
  readonly statedKcal: number | null
  readonly plausibility: Plausibility
}

/** In kilocalories. */
export const energyOf = ({ facts, statedKcal, weight }: MealComponent): number =>
  nutrientsIn(facts.nutrition, weight.grams, statedKcal).calories
