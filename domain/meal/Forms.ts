import type { ProductId } from "../product/ProductId.ts"
import { mealFoods } from "./FoodTable.ts"
import { type Amount, type Preparation, preparations } from "./MealItem.ts"
import { units } from "../language/quantities/Units.ts"

/**
 * A named record in the form that is meant, then as named: the form of the stated preparation, else the one in which it
 * is eaten (rice is cooked, an egg boiled). A stated weight too small for a cooked portion is the dry food's (50 g of oats).
 */
export const formsOf = (
  record: ProductId,
  preparation: Preparation | null,
  amount: Amount | null
): ReadonlyArray<ProductId> => {
  const food = mealFoods().get(record)
  if (food === undefined) return [record]
  const dry = food.forms.get("raw")
  if (dry !== undefined && (preparation === "raw" || isDry(amount, food.own.get("dry")))) return [dry, record]
  if (preparation === "raw") return [record]
  const prepared = preparation === null ? undefined : food.forms.get(preparation)
  const eaten = food.forms.get("eaten")
  const form = prepared ?? (isDry(amount, food.own.get("dry")) ? undefined : eaten)
  return form === undefined || form === record ? [record] : [form, record]
}

/** Is the form that a preparation makes of a food a dish whose recipe has its fat already? */
export const isMadeWithFat = (record: ProductId, preparation: Preparation): boolean => {
  const form = mealFoods().get(record)?.forms.get(preparation)
  return form !== undefined && mealFoods().get(form)?.origin === null
}

const isDry = (amount: Amount | null, limit: number | undefined): boolean =>
  amount !== null &&
  limit !== undefined &&
  units[amount.unit].kind === "mass" &&
  amount.quantity * units[amount.unit].factor < limit

let prepared: ReadonlyMap<Preparation, ReadonlySet<ProductId>> | null = null

/** The records that a preparation makes of named foods. */
export const preparedBy = (preparation: Preparation): ReadonlySet<ProductId> =>
  (prepared ??= new Map(
    preparations.map((each) => [each, new Set([...mealFoods().values()].flatMap(({ forms }) => forms.get(each) ?? []))])
  )).get(preparation) ?? noRecords

const noRecords: ReadonlySet<ProductId> = new Set()
