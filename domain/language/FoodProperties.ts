import { rowsOf } from "./Knowledge.ts"

const conceptsOf = (isMeant: (aspect: string) => boolean): ReadonlySet<string> =>
  new Set(
    rowsOf("food-properties").flatMap(({ attributes: [aspect = "", concepts = ""] }) =>
      isMeant(aspect) ? concepts.split(" ") : []
    )
  )

const properties = conceptsOf(() => true)
const brands = conceptsOf((aspect) => aspect === "brand")

/** Is it no food that the lexicon knows by this id, but said of one, as `frozen`? */
export const isProperty = (concept: string): boolean => properties.has(concept)

/** Is it a brand of several foods? One of a single food is filed under that. */
export const isBrandOfFoods = (concept: string): boolean => brands.has(concept)
