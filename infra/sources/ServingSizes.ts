import type { ServingSize } from "../../domain/product/Nutrition.ts"
import { numberIn } from "../../domain/product/StatedAmount.ts"

/** A serving is eaten at once: more than 10 kg or l is a mistake. */
const amountMax = 10_000
/** More digits than any source has. */
const digits = 12

/** What one serving weighs or holds; nothing where the amount is no number above zero or its unit is not known. */
export const servingSizeOf = (
  stated: unknown,
  unit: ServingSize["unit"] | null
): { readonly servingSize?: ServingSize } => {
  const number = typeof stated === "string" ? numberIn(stated) : stated
  if (unit === null || typeof number !== "number" || !(number > 0 && number <= amountMax)) return {}
  return { servingSize: { amount: Number(number.toPrecision(digits)), unit } }
}
