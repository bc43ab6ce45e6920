import { isProperty } from "./FoodFacets.ts"
import { factsOf, factsOfProperty } from "./FoodFacts.ts"
import type { FoodMention } from "./FoodWeights.ts"
import { put, type Weights } from "./Weights.ts"

/** From here on a name is about the food. */
const mainWeight = 0.9
/** What only the label says of a product counts less than what its name says. */
const labelShare = 0.7
/** From here on a product has a property. */
const propertyMin = 0.6

/** What is known of a product by what it is: by its name, or by its label where the name says nothing. */
export class FactCollector {
  private readonly byName = new Map<string, number>()
  private readonly byLabel = new Map<string, number>()

  /** Adds the foods of a name. The first name that says anything decides: салат is lettuce as well as any salad. */
  addName(foods: ReadonlyArray<FoodMention>): void {
    if (this.byName.size > 0) return
    for (const { concept, negated, weight } of foods) {
      if (negated || weight < mainWeight || isProperty(concept)) continue
      for (const [fact, level] of factsOf(concept)) put(this.byName, fact, level)
    }
  }

  addLabel(concept: string, weight: number): void {
    for (const [fact, level] of factsOf(concept)) put(this.byLabel, fact, labelShare * weight * level)
  }

  /** The names only say what the product tastes of. */
  dropNames(): void {
    this.byName.clear()
  }

  /** The facts, with what properties make of any food; facts that are properties themselves are called `a:…`. */
  facts(properties: Weights): Weights {
    const facts = new Map(this.byName.size > 0 ? this.byName : this.byLabel)
    for (const [property, weight] of properties)
      if (weight >= propertyMin) for (const [fact, level] of factsOfProperty(property)) facts.set(fact, level)
    return facts
  }
}
