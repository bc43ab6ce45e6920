import { energyOf, type MealComponent } from "./MealComponent.ts"
import { ownWeight, weightsFor } from "./FoodWeights.ts"
import type { MealItem } from "./MealItem.ts"
import { mealTokens } from "./MealToken.ts"
import { nutrientsIn } from "./StatedEnergy.ts"
import { tagsOf } from "./Tagger.ts"
import { units } from "../language/quantities/Units.ts"

/** What an answer stands on. */
export interface MealEvidence {
  readonly components: ReadonlyArray<MealComponent>
  readonly unresolved: ReadonlyArray<MealItem>
  /** numbers that nothing explains, as written */
  readonly unexplained: ReadonlyArray<string>
  /** words of the description that nothing explains, as written */
  readonly unread: ReadonlyArray<string>
  /** who told the foods apart: the parser, a model, or the caller who sent them one by one */
  readonly reader: "parser" | "model" | "caller"
}

/**
 * What makes an answer doubtful. Those of components are shares of the energy of the meal, 0 to 1, that come from components
 * of which it is true.
 */
export const doubtNames = [
  "good",
  "loose",
  "unnamed",
  "branded",
  "portion",
  "dishful",
  "default",
  "general",
  "formAssumed",
  "unitAssumed",
  "energyDiffers",
  "parts",
  "without",
  "dropped",
  "unusual",
  "unresolved",
  "unread",
  "unexplained",
  "repeated",
  "many"
] as const
export type DoubtName = (typeof doubtNames)[number]
export type Doubts = Readonly<Record<DoubtName, number>>

const isOf =
  (source: MealComponent["weight"]["source"]) =>
  ({ weight }: MealComponent): boolean =>
    weight.source === source

/** A dish holds what its owner fills in; spoons, cups and pieces are much alike everywhere. */
const isDishful = ({ item: { amount } }: MealComponent): boolean => amount !== null && units[amount.unit].use === "dish"

/** Raw or cooked was not said, and weighs differently. */
const isFormAssumed = ({ item, weight }: MealComponent): boolean =>
  weight.source === "stated" && item.records.length > 1 && item.preparation === null

/** "50 eggs" are read as 50 g: a bare number of what comes in pieces may count them. */
export const isUnitAssumed = ({ facts, item }: MealComponent): boolean =>
  item.amount?.unit === "g" &&
  ownWeight(weightsFor(facts, item), ["whole", "piece"]) !== null &&
  !tagsOf(mealTokens(item.text)).tags.some(({ kind }) => kind === "unit")

/** Times the record's energy, of the same weight. */
const energyRatioMax = 2.5

/** Stated energy so far from the record's is of something else, or of another amount. */
export const isEnergyOdd = ({ facts, statedKcal, weight }: MealComponent): boolean => {
  if (statedKcal === null) return false
  const kcal = nutrientsIn(facts.nutrition, weight.grams, null).calories
  return statedKcal > kcal * energyRatioMax || statedKcal < kcal / energyRatioMax
}

/** So many components, and each more is one more that may be wrong. */
const manyMin = 3
const unreadMax = 3

/** Components that may be the one before them, told again; a caller who sends foods one by one means each. */
export const repeatedIn = ({ components, reader }: MealEvidence): ReadonlyArray<MealComponent> =>
  reader === "caller" ? [] : components.filter(({ facts }, i) => components[i - 1]?.facts.id === facts.id)

/** The doubts about an answer that has components. */
export const doubtsOf = (evidence: MealEvidence): Doubts => {
  const { components, unexplained, unread, unresolved } = evidence
  const energies = components.map(energyOf)
  const total = energies.reduce((sum, energy) => sum + energy, 0)
  const share = (isTrue: (component: MealComponent) => boolean): number =>
    components.reduce(
      (sum, component, i) =>
        isTrue(component) ? sum + (total > 0 ? (energies[i] ?? 0) / total : 1 / components.length) : sum,
      0
    )
  return {
    good: share(({ match }) => match === "good"),
    loose: share(({ match }) => match === "loose"),
    unnamed: share(({ item }) => !item.isNamed),
    branded: share(({ facts }) => !facts.generic && facts.brands !== null),
    portion: share(isOf("portion")),
    dishful: share(isDishful),
    default: share(isOf("default")),
    general: share(({ weight }) => weight.isGeneral === true),
    formAssumed: share(isFormAssumed),
    unitAssumed: evidence.reader === "caller" ? 0 : share(isUnitAssumed),
    energyDiffers: share(isEnergyOdd),
    parts: share(({ item }) => item.parts.length > 0),
    without: share(({ item }) => item.without.length > 0),
    dropped: share(({ dropped }) => dropped.length > 0),
    unusual: share(({ plausibility }) => plausibility !== "usual"),
    unresolved: unresolved.length / (components.length + unresolved.length),
    unread: Math.min(unread.length, unreadMax) / unreadMax,
    unexplained: Math.min(unexplained.length, 1),
    repeated: repeatedIn(evidence).length > 0 ? 1 : 0,
    many: components.length > manyMin ? 1 - manyMin / components.length : 0
  }
}
