import type { MealComponent } from "../../domain/meal/MealComponent.ts"
import type { MealAnalysis } from "../../src/queries/AnalyzeMeal.ts"

/** A component about which nothing is doubtful: so many grams of a record, as stated; a test states only what it is about. */
export const component = (
  item: MealComponent["item"],
  facts: MealComponent["facts"],
  grams: number,
  changes: Partial<MealComponent> = {}
): MealComponent => ({
  item,
  facts,
  match: "exact",
  dropped: [],
  weight: { grams, source: "stated", how: `stated: ${grams} g` },
  statedKcal: null,
  plausibility: "usual",
  ...changes
})

/** An analysis by the parser, with nothing against it. */
export const analysisOf = (components: ReadonlyArray<MealComponent>): MealAnalysis => ({
  components,
  unresolved: [],
  unexplained: [],
  unread: [],
  confidence: "high",
  reasons: [],
  reader: "parser",
  modelFailure: null
})
