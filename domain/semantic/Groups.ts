import { groupLines } from "./words/Groups.ts"
import { put, type Weights } from "./Weights.ts"

const lines: ReadonlyArray<ReadonlyArray<string>> = groupLines
  .split("\n")
  .map((line) => line.trim())
  .filter((line) => line !== "" && !line.startsWith("#"))
  .map((line) => line.split(/\s+/))

/** The food groups in the order of their dimensions, as `g:soup`. */
export const groups: ReadonlyArray<string> = lines.map(([group]) => `g:${group}`)

const wider: ReadonlyMap<string, Weights> = new Map(
  lines.map(([group, ...parents]) => [
    `g:${group}`,
    new Map(
      parents.map((parent) => {
        const [name, weight] = parent.split("*")
        return [`g:${name}`, Number(weight ?? 1)]
      })
    )
  ])
)

const none: Weights = new Map()

/** The wider groups of a group, and how much of each it is. */
export const widerGroups = (group: string): Weights => wider.get(group) ?? none

/** How many groups lie above it, and itself: the higher, the more a group says. */
export const depthOf = (group: string): number => 1 + (wider.get(group)?.size ?? 0)

/** The same weights with the wider groups of each group. */
export const withWiderGroups = (weights: Weights): Weights => {
  const all = new Map(weights)
  for (const [name, weight] of weights)
    for (const [parent, share] of wider.get(name) ?? []) if (weight > 0) put(all, parent, weight * share)
  return all
}
