import { rowsOf } from "../language/Knowledge.ts"
import { put, readWeights, type Weights } from "./Weights.ts"

/** Foods of a `whole` group are as they grow, are caught or milked; those of a `made` group are made of these. */
type Origin = "whole" | "made"

const rows = rowsOf("food-groups").map(({ attributes: [name = "", wider = "", origin = ""] }) => ({
  group: `g:${name}`,
  wider: readWeights(wider),
  origin
}))

/** The food groups in the order of their dimensions, as `g:soup`. */
export const groups: ReadonlyArray<string> = rows.map(({ group }) => group)

const widerByGroup: ReadonlyMap<string, Weights> = new Map(rows.map(({ group, wider }) => [group, wider]))

export const groupsOfOrigin = (origin: Origin): ReadonlyArray<string> =>
  rows.filter((row) => row.origin === origin).map(({ group }) => group)

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
