import { rowsOf } from "./Knowledge.ts"

const properties: ReadonlySet<string> = new Set(
  rowsOf("food-properties").flatMap(({ attributes: [, concepts = ""] }) => concepts.split(" "))
)

/** Is it no food that the lexicon knows by this id, but said of one, as `frozen`? */
export const isProperty = (concept: string): boolean => properties.has(concept)
