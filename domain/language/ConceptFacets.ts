import { facetLines } from "./Knowledge.ts"
import { conceptOf, isFiledUnder } from "./Lexicon.ts"

/** By food, the facets that stand in its own line, without their weights. */
const ownFacets: ReadonlyMap<string, ReadonlyArray<string>> = new Map(
  facetLines.map((line) => {
    const [id = "", ...facets] = line.split(" ")
    return [id, facets.map((facet) => facet.replace(/\*.*$/, ""))]
  })
)

/** The facets of a food: its own, else those of the foods that it is filed under. */
export const facetsOf = (concept: string): ReadonlyArray<string> => {
  const own = ownFacets.get(concept) ?? []
  return own.length > 0 ? own : (conceptOf(concept)?.under ?? []).flatMap(facetsOf)
}

/** Has the food facets that the one it is filed under has not? Cherry tomatoes are tomatoes in all that the lexicon knows. */
export const isSetApart = (concept: string, above: string): boolean =>
  (ownFacets.get(concept) ?? []).some((facet) => ownFacets.get(above)?.includes(facet) !== true)

/** Is it what other foods are flavoured with? */
export const isFlavouring = (concept: string): boolean =>
  concept === spice || isFiledUnder(concept, spice) || ownFacets.get(concept)?.includes(`g:${spice}`) === true

const spice = "spice"

/** Is it a dish of several foods? */
export const isDishConcept = (concept: string): boolean =>
  isFiledUnder(concept, "dish") || ownFacets.get(concept)?.includes("g:dish") === true
