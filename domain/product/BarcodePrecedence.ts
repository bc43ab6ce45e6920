import { isComplete, type Nutrition } from "./Nutrition.ts"
import type { ProductFacts } from "./ProductFacts.ts"
import { idPrefixOf, type ProductSource, sourceOf } from "./ProductId.ts"

/** Names the rule below: read models keep its numbers, and are built again for another. */
export const barcodePrecedenceVersion = 1

/**
 * Which of the products that share a barcode stands for it, as one integer below 2^53; the highest does, of equals the
 * first by id. In this order:
 *
 * 1. curated, then partners, then all others;
 * 2. all four core values known, then some value, then none;
 * 3. the newer by `modifiedOn`; one without a day is older than any with one;
 * 4. the higher FDC number, which a later version of a food gets; Open Food Facts after USDA.
 *
 * It depends on the product alone, so whichever way a read model came to hold a set of products, it has the same first.
 */
export const barcodePrecedence = (facts: ProductFacts): number => {
  const standing = sources[sourceOf(facts.id)] * knowledgeCount + knowledgeOf(facts.nutrition)
  return (standing * dayCount + dayNumber(facts.modifiedOn)) * fdcNumberCount + fdcNumber(facts)
}

const sources: Readonly<Record<ProductSource, number>> = { curated: 2, partner: 1, off: 0, usda: 0 }

const knowledgeCount = 3

const knowledgeOf = (nutrition: Nutrition): number => {
  if (isComplete(nutrition)) return 2
  return Object.values(nutrition).some((amount) => amount !== null) ? 1 : 0
}

const firstYear = 1970
/** As if every month had 31 days: numbers of days are only compared. Enough for the years to 2099. */
const dayCount = 130 * 12 * 31 + 1

const dayNumber = (day: string | undefined): number => {
  if (day === undefined) return 0
  const [year = firstYear, month = 1, dayOfMonth = 1] = day.split("-").map(Number)
  return ((year - firstYear) * 12 + month - 1) * 31 + dayOfMonth
}

const fdcNumberCount = 2 ** 31

const fdcNumber = ({ id }: ProductFacts): number =>
  sourceOf(id) === "usda" ? Math.min(Number(id.slice(idPrefixOf("usda").length)), fdcNumberCount - 1) : 0
