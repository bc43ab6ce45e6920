import type { ProductFeatures } from "./ProductFeatures.ts"

/** From here on a concept of a product's text is what the product is, rather than something in it. */
const wholeWeight = 1

/** The concepts of a product's names and labels that weigh so much, with their weights: what the product is. */
export const productConcepts = (
  { text }: ProductFeatures,
  least: number = wholeWeight
): ReadonlyArray<readonly [concept: string, weight: number]> =>
  [...text].flatMap(([name, weight]) =>
    weight >= least && name.startsWith("c:") ? [[name.slice(2), weight] as const] : []
  )
