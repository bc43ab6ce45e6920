import { rowsOf } from "../../language/Knowledge.ts"
import { conceptOf } from "../../language/Lexicon.ts"
import { remembering } from "../../Remembering.ts"
import { ownFacets } from "../FoodFacets.ts"
import { exclusionIds, readIds, withImplied } from "./ExclusionKinds.ts"

/** What a food contains, and what may be in it; of all else it is free. */
export interface Contents {
  readonly contains: ReadonlySet<string>
  readonly unknown: ReadonlySet<string>
  /** what no label takes away: "gluten free" on a packet of wheat is not believed */
  readonly earnest: ReadonlySet<string>
  /** said of this very food or of its group, not of what it is filed under */
  readonly isOwn: boolean
}

const toContents = (contains: string, unknown: string, earnest: string): Contents => {
  const contained = withImplied(readIds(contains))
  return {
    contains: contained,
    unknown: new Set([...withImplied(readIds(unknown))].filter((id) => !contained.has(id))),
    earnest: new Set(readIds(earnest)),
    isOwn: true
  }
}

const byFood: ReadonlyMap<string, Contents> = new Map(
  rowsOf("food-contents").map(({ attributes: [food = "", contains = "", unknown = "", earnest = ""] }) => [
    food,
    toContents(contains, unknown, earnest)
  ])
)

const byGroup: ReadonlyMap<string, Contents> = new Map(
  rowsOf("group-contents").map(({ attributes: [group = "", contains = "", unknown = ""] }) => [
    `g:${group}`,
    toContents(contains, unknown, "")
  ])
)

const nothingKnown: Contents = {
  contains: new Set(),
  unknown: new Set(exclusionIds),
  earnest: new Set(),
  isOwn: false
}

const mergedContents = (all: ReadonlyArray<Contents>, isOwn: boolean): Contents => {
  if (all.length === 0) return nothingKnown
  const contains = new Set(all.flatMap((each) => [...each.contains]))
  const unknown = all.flatMap((each) => [...each.unknown]).filter((id) => !contains.has(id))
  return { contains, unknown: new Set(unknown), earnest: new Set(all.flatMap((each) => [...each.earnest])), isOwn }
}

/** More than the lexicon has. */
const foodsMax = 10_000

/** From here on a food is of a group altogether. */
const wholeWeight = 0.9

/** What may be in it by its groups: of a group that it is only partly in nothing is sure. */
const groupContents = (food: string): ReadonlyArray<Contents> =>
  [...ownFacets(food)].flatMap(([group, weight]) => {
    const known = weight > 0 ? byGroup.get(group) : undefined
    if (known === undefined) return []
    if (weight >= wholeWeight) return [known]
    return [{ ...known, contains: new Set<string>(), unknown: new Set([...known.unknown, ...known.contains]) }]
  })

/** What a food of the lexicon contains, as its row, its groups and what it is filed under say. */
export const contentsOf: (food: string) => Contents = remembering(foodsMax, (food) => {
  const row = byFood.get(food)
  if (row !== undefined) return row
  const above = (conceptOf(food)?.under ?? []).map(contentsOf)
  const groups = groupContents(food)
  return mergedContents([...above, ...groups], groups.length > 0 && above.length === 0)
})

export const isKnownFree = (food: string, id: string): boolean => {
  const { contains, unknown } = contentsOf(food)
  return !contains.has(id) && !unknown.has(id)
}

/** A dish or a made food of which the groups say nothing: every maker has a recipe of his own. */
const isUnsure = (contents: Contents): boolean => contents.contains.size + contents.unknown.size === exclusionIds.length

/** Does it have as many recipes as makers, so that a row about it is about the usual one? */
export const isMadeByRecipe: (food: string) => boolean = remembering(foodsMax, (food) => {
  const groups = groupContents(food)
  if (groups.length > 0) return groups.some(isUnsure)
  const above = conceptOf(food)?.under ?? []
  return above.length === 0 || above.some(isMadeByRecipe)
})

/** Do some of its usual recipes hold it, by a row of its own: walnuts in maamoul? */
export const oftenHolds = (food: string, id: string): boolean => {
  const contents = contentsOf(food)
  return contents.isOwn && contents.unknown.has(id) && !isUnsure(contents)
}
