import { rowsOf } from "../language/Knowledge.ts"
import { put, readWeights, type Weights } from "./Weights.ts"

/** What a group is like: `food-groups.tsv` explains each. */
type GroupTrait =
  | "whole"
  | "made"
  | "ingredient"
  | "seldom"
  | "meat"
  | "meat-kind"
  | "other-meat"
  | "dish"
  | "sugary"
  | "flavoured"
  | "flavour"
  | "wet"
  | "pinch"
  | "energyless"
  | "fatshare"
  | "kin"

const rows = rowsOf("food-groups").map(({ attributes: [name = "", wider = "", traits = ""] }) => ({
  group: `g:${name}`,
  wider: readWeights(wider),
  traits: traits.split(" ")
}))

/** The food groups in the order of their dimensions, as `g:soup`. */
export const groups: ReadonlyArray<string> = rows.map(({ group }) => group)

const widerByGroup: ReadonlyMap<string, Weights> = new Map(rows.map(({ group, wider }) => [group, wider]))

/** The groups that have a trait. */
export const groupsWith = (trait: GroupTrait): ReadonlySet<string> =>
  new Set(rows.filter(({ traits }) => traits.includes(trait)).map(({ group }) => group))

const none: Weights = new Map()

/** The wider groups of a group, and how much of each it is. */
export const widerGroups = (group: string): Weights => widerByGroup.get(group) ?? none

/** How many groups lie above it, and itself: the higher, the more a group says. */
export const depthOf = (group: string): number => 1 + widerGroups(group).size

/** The same weights with the wider groups of each group. */
export const withWiderGroups = (weights: Weights): Weights => {
  const all = new Map(weights)
  for (const [name, weight] of weights)
    for (const [parent, share] of widerGroups(name)) if (weight > 0) put(all, parent, weight * share)
  return all
}
