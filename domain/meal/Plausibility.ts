import type { ProductFacts } from "../product/ProductFacts.ts"

/**
 * How likely one person eats so much of a food at one time: `usual`, within the range that nearly all reports of it are in;
 * `unusual`, outside of it; `absurd`, what nobody eats.
 */
export type Plausibility = "usual" | "unusual" | "absurd"

/** Grams beyond which one eating is absurd, of food that nothing more is known of. */
const absurdGramsMin = 3_000
const unusualGramsMin = 1_000

/** How plausible `grams` (positive) of a food are, eaten by one person at one time. */
export const plausibility = (_facts: ProductFacts, grams: number): Plausibility => {
  if (grams > absurdGramsMin) return "absurd"
  return grams > unusualGramsMin ? "unusual" : "usual"
}
