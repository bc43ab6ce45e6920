import { isFiledUnder, type Mention } from "../../language/Lexicon.ts"
import { mainGroups, namesGroup } from "../FoodFacets.ts"
import { contentsOf } from "./FoodContents.ts"

/** Is it the food, a kind of it, or of the group that the food gives its name? */
export const isOf = (food: string, wider: string): boolean =>
  food === wider || isFiledUnder(food, wider) || (namesGroup(wider) && mainGroups(food).includes(`g:${wider}`))

/** Is at least as much known of a food as of the other one? */
const isKnownBetter = (food: string, other: string): boolean =>
  contentsOf(other).contains.isSubsetOf(contentsOf(food).contains) &&
  contentsOf(food).unknown.isSubsetOf(contentsOf(other).unknown)

/** A table of foods puts the wider name first: "Nuts, almonds" are almonds, and hold what nuts are sure to hold. */
export const isNamedCloser = ({ concept: wider }: Mention, mentions: ReadonlyArray<Mention>): boolean =>
  mentions.some(({ concept }) => concept !== wider && isOf(concept, wider) && isKnownBetter(concept, wider))
