import { productConcepts } from "./ProductConcepts.ts"
import type { ProductFeatures } from "./ProductFeatures.ts"

/** Of one food so many records may stand together. */
const alikeMax = 2

/** The food that a product is, by the concepts of its names; `null` when no list knows it. */
export const foodOf = (features: ProductFeatures): string | null => {
  let most = 0
  let food: string | null = null
  for (const [concept, weight] of productConcepts(features))
    if (weight > most) {
      most = weight
      food = concept
    }
  return food
}

interface Ranked {
  readonly score: number
  readonly food: string | null
}

/**
 * The same in an order of more variety: each record of a food beyond the second costs `cost` more than the one before it.
 * Foods that were asked for by name are not counted: of breads any number may stand together for "bread".
 */
export const withVariety = <A extends Ranked>(
  ordered: ReadonlyArray<A>,
  asked: ReadonlySet<string>,
  cost: number
): ReadonlyArray<A> => {
  const count = new Map<string, number>()
  const scores = new Map<A, number>()
  for (const each of ordered) {
    const { food, score } = each
    const before = food === null ? 0 : (count.get(food) ?? 0)
    if (food !== null) count.set(food, before + 1)
    const isFree = food === null || asked.has(food) || before < alikeMax
    scores.set(each, isFree ? score : score - cost * (before + 1 - alikeMax))
  }
  return ordered.toSorted((a, b) => (scores.get(b) ?? 0) - (scores.get(a) ?? 0))
}
