import { Record } from "effect"
import type { NutrientRow } from "./NutrientRow.ts"
import { detailNutrients, type DetailNutrient } from "./Nutrients.ts"
import type { Nutrients, Nutrition } from "./Nutrition.ts"
import type { QualityFlag } from "./ProductFacts.ts"
import type { StatedDetail } from "./NutritionGate.ts"
import type { AmountReader } from "./StatedAmount.ts"

type Details = { [Name in DetailNutrient]?: number }

const rows: ReadonlyArray<readonly [DetailNutrient, NutrientRow]> = Record.toEntries(detailNutrients)
const parts = rows.flatMap(([name, { amount }]) =>
  amount.within === undefined ? [] : [[name, amount.within] as const]
)

/** The other nutrients that are stated and can be true; the rest is flagged. */
export const readDetails = (stated: ReadonlyArray<StatedDetail>, read: AmountReader["read"]): Details => {
  const details: Details = {}
  for (const [name, value] of stated) {
    const { max, unit } = detailNutrients[name].amount
    const known = read(name, value, unit, max)
    if (known !== null) details[name] = known
  }
  return details
}

/** Part and whole are rounded apart. In SR Legacy and FNDDS no kind of fat exceeds the fat by more than 0.46 g. */
const toleranceG = 1

/**
 * Leaves out and flags what is more than the whole that it is a part of: saturated fat above fat, `saturated_fat_over_fats`.
 * An unknown whole disproves nothing. `null` when nothing is left.
 */
export const detailsWithin = (details: Details, whole: Nutrition, flags: Array<QualityFlag>): Nutrients | null => {
  if (Object.keys(details).length === 0) return null
  for (const [name, of] of parts) {
    const [part, most] = [details[name], whole[of]]
    if (part === undefined || most === null || part <= most + toleranceG) continue
    flags.push({ field: name, rule: `${name}_over_${of}`, raw: `${part} g` })
    delete details[name]
  }
  return Object.keys(details).length === 0 ? null : details
}
