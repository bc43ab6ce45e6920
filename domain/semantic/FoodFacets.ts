import { facetLines } from "../language/Knowledge.ts"
import { conceptOf } from "../language/Lexicon.ts"
import { withWiderGroups } from "./Groups.ts"
import { put, readWeights, type Weights } from "./Weights.ts"

const own: ReadonlyMap<string, Weights> = new Map(
  facetLines.map((line) => {
    const [id = "", ...facets] = line.split(" ")
    return [id, readWeights(facets.join(" "))]
  })
)

/** Is it one of our own foods, rather than only a node of a taxonomy? */
export const isOurOwn = (concept: string): boolean => own.has(concept)

const none: Weights = new Map()
const inheritedShare = 0.95
const remembered = new Map<string, Weights>()

const isGroup = (name: string): boolean => name.startsWith("g:")
const isNutrient = (name: string): boolean => name.startsWith("n:")

/** The facets that a food has in the lexicon itself, without inherited ones. */
export const ownFacets = (concept: string): Weights => own.get(concept) ?? none

/** Does it say how a food is, not which (`frozen`, `organic`)? */
export const isProperty = (concept: string): boolean => {
  const facets = ownFacets(concept)
  return facets.size > 0 && [...facets.keys()].every((name) => !isGroup(name))
}

const collect = (concept: string, path: ReadonlySet<string>): Weights => {
  const known = remembered.get(concept)
  if (known !== undefined || path.has(concept)) return known ?? none
  const facets = new Map(withWiderGroups(ownFacets(concept)))
  if (![...ownFacets(concept).keys()].some(isGroup) && !isProperty(concept))
    for (const above of conceptOf(concept)?.under ?? [])
      for (const [name, weight] of collect(above, new Set([...path, concept])))
        if (!isNutrient(name)) put(facets, name, weight * inheritedShare)
  remembered.set(concept, facets)
  return facets
}

/** Groups and properties of a food: its own, the wider groups of those, and what it has from the foods it is under. */
export const facetsOf = (concept: string): Weights => remembered.get(concept) ?? collect(concept, new Set())

/** The groups that a food is altogether in. */
export const mainGroups = (concept: string): ReadonlyArray<string> =>
  [...facetsOf(concept)].filter(([name, weight]) => isGroup(name) && weight >= 0.9).map(([name]) => name)

/** Is it the food that gives its group the name (fruit, cheese), rather than one of many in it? */
export const namesGroup = (concept: string): boolean => mainGroups(concept).includes(`g:${concept}`)

/** Is it the same kind of food as the other, or a narrower kind? */
export const specialises = (concept: string, other: string): boolean => {
  const facets = facetsOf(concept)
  const of = mainGroups(other)
  return of.length > 0 && of.every((group) => (facets.get(group) ?? 0) >= 0.7)
}
