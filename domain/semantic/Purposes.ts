import { phrasesOf, rowsOf } from "../language/Knowledge.ts"
import type { Token } from "../language/Tokenizer.ts"
import { listedOf } from "./FiledUnder.ts"
import { isProperty } from "./FoodFacets.ts"
import { arabicPurpose, particles } from "./Particles.ts"
import type { Segment } from "./Segments.ts"
import { readWeights, type Weights } from "./Weights.ts"

/** What is used for a dish, by the dish: the phrases of uses that begin with `@`. */
const usedFor: ReadonlyMap<string, Weights> = new Map(
  rowsOf("food-uses").flatMap((row) => {
    const dishes = phrasesOf(row).filter((phrase) => phrase.startsWith("@"))
    return dishes.map((phrase) => [phrase.slice(1), readWeights(row.attributes[0] ?? "")] as const)
  })
)

/** The dishes of which it is known what they are made of or eaten with. */
export const dishesWithUses: Iterable<string> = usedFor.keys()

/** "for my homemade pizza" */
const wordsBetweenMax = 2

const targetWords = particles("target")
/** "instead of eggs in a cake": where something is replaced, not what is looked for. */
const targetsAndPlaces: ReadonlySet<string> = new Set([...targetWords, ...particles("place")])

const isFood = ({ mention }: Segment): boolean => mention !== null && !isProperty(mention.concept)
const isUse = ({ phrases }: Segment): boolean => phrases.some((phrase) => phrase.isUse)

/** Does a word of purpose stand before the food, with nothing between but words that describe it? */
const isPurpose = (
  segment: Segment,
  previous: Segment | undefined,
  tokens: ReadonlyArray<Token>,
  words: ReadonlySet<string>
): boolean => {
  if (arabicPurpose.test(tokens[segment.start]?.written ?? "")) return true
  const from = Math.max(previous?.end ?? 0, segment.start - 1 - wordsBetweenMax)
  return tokens.slice(from, segment.start).some(({ written }) => words.has(written))
}

/** What a question says of a food that it names as the purpose: what is used for it, or nothing more than was said. */
export type Purpose = Weights

const nothingMore: Purpose = new Map()
const share = { first: 1, afterFood: 0.5, afterUse: 0.3 } as const

const scaled = (weights: Weights, factor: number): Weights =>
  new Map([...weights].map(([name, weight]) => [name, weight * factor]))

/** A second use says what the first is for ("cold cuts for sandwiches") and counts this much. */
export const furtherUse = share.afterUse

/** The foods of a question that it wants something for: "for a green salad", "to bake a cake", للبيتزا. */
export const readPurposes = (
  tokens: ReadonlyArray<Token>,
  segments: ReadonlyArray<Segment>,
  replaced: ReadonlyMap<Segment, Weights>
): ReadonlyMap<Segment, Purpose> => {
  const purposes = new Map<Segment, Purpose>()
  let use: Segment | undefined
  let food: Segment | undefined
  for (const [k, segment] of segments.entries()) {
    if (isUse(segment)) {
      use = segment
      continue
    }
    if (segment.mention === null || !isFood(segment)) continue
    const previous = segments.slice(0, k).findLast((each) => each.mention === null || isFood(each))
    if (use !== undefined && segment.start - use.end <= wordsBetweenMax) {
      purposes.set(segment, nothingMore)
      continue
    }
    if (replaced.size > 0 && !replaced.has(segment) && isPurpose(segment, previous, tokens, targetsAndPlaces)) {
      purposes.set(segment, nothingMore)
      continue
    }
    const needed = isPurpose(segment, previous, tokens, targetWords) ? listedOf(usedFor, segment.mention.concept) : null
    if (needed === null) food = segment
    else
      purposes.set(segment, scaled(needed, food !== undefined ? share.afterFood : use ? share.afterUse : share.first))
  }
  return purposes
}
