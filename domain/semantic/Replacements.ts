import { rowsOf } from "../language/Knowledge.ts"
import { listedOf } from "./FiledUnder.ts"
import { isProperty } from "./FoodFacets.ts"
import type { Segment } from "./Segments.ts"
import { readWeights, type Weights } from "./Weights.ts"

const listed: ReadonlyMap<string, Weights> = new Map(
  rowsOf("replacements").map(({ attributes: [concept = "", facets = ""] }) => [concept, readWeights(facets)])
)

/** The foods of which it is known what takes their place. */
export const replacedFoods: Iterable<readonly [concept: string, instead: Weights]> = listed

/** "instead of the usual white rice": so many words may stand between. */
const wordsBetweenMax = 3

const isFood = (segment: Segment): boolean => segment.mention !== null && !isProperty(segment.mention.concept)

/** The food that a word of replacement stands by: "instead of butter", "butter alternative". */
const foodBeside = (segments: ReadonlyArray<Segment>, k: number): Segment | undefined => {
  const word = segments[k]
  if (word === undefined) return undefined
  const where = new Set(word.phrases.flatMap(({ kind, value }) => (kind === "replacement" ? [value] : [])))
  const before = segments[k - 1]
  if ((where.has("after") || where.has("both")) && before !== undefined && before.end === word.start && isFood(before))
    return before
  if (!where.has("before") && !where.has("both")) return undefined
  return segments.slice(k + 1).find((next) => next.start - word.end <= wordsBetweenMax && isFood(next))
}

/** The foods of a question that something else is wanted for, and what that is. */
export const readReplacements = (segments: ReadonlyArray<Segment>): ReadonlyMap<Segment, Weights> => {
  const replaced = new Map<Segment, Weights>()
  for (const k of segments.keys()) {
    const food = foodBeside(segments, k)
    const instead = food?.mention ? listedOf(listed, food.mention.concept) : null
    if (food !== undefined && instead !== null) replaced.set(food, instead)
  }
  return replaced
}
