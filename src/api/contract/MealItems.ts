import { Schema } from "effect"
import type { Amount } from "../../../domain/meal/MealItem.ts"
import { carriesAmount, type StatedItem } from "../../../domain/meal/StatedItems.ts"
import { unitOf } from "../../../domain/meal/UnitNames.ts"
import { unitIds, units } from "../../../domain/language/quantities/Units.ts"

const itemsMax = 50
/** Heavier things are no meal. */
const gramsMax = 100_000

const Food = Schema.String.check(
  Schema.isMinCodePoints(1),
  Schema.isMaxCodePoints(200),
  Schema.isPattern(/^[^\u0000]*$/u)
)
  .annotate({
    description: "One food as a menu names it, with its preparation, without an amount.",
    examples: ["chicken breast, grilled"]
  })
  .check(
    Schema.makeFilter((food: string) => !carriesAmount(food), {
      message: "the food carries an amount; put that into grams, or into amount and unit"
    })
  )

const Quantity = Schema.Finite.check(Schema.isGreaterThan(0), Schema.isLessThanOrEqualTo(gramsMax))

/** A unit by its id, or by one of its names in the three languages. */
const Unit = Schema.String.check(Schema.isMaxCodePoints(40), Schema.isPattern(/^[^\u0000]*$/u))
  .annotate({
    description: "Of `amount`: g, ml, cup, tbsp, piece, slice or another, also by its name in en, ru, ar.",
    examples: ["slice"]
  })
  .check(
    Schema.makeFilter((unit: string) => unitOf(unit) !== null, {
      message: `unknown unit; there are ${unitIds.join(", ")}, and their names in en, ru and ar`
    })
  )

const ItemFields = Schema.Struct({
  food: Food,
  grams: Schema.optionalKey(Quantity.annotate({ description: "Weight in grams.", examples: [150] })),
  amount: Schema.optionalKey(Quantity.annotate({ description: "How many of `unit`.", examples: [2] })),
  unit: Schema.optionalKey(Unit)
})
type ItemFields = typeof ItemFields.Type

/** The one amount of an item; `null` when it states none, half of one, or two. */
const amountOf = ({ amount, grams, unit: name }: ItemFields): Amount | null => {
  if (grams !== undefined) return amount === undefined && name === undefined ? { quantity: grams, unit: "g" } : null
  const unit = name === undefined ? null : unitOf(name)
  return amount === undefined || unit === null ? null : { quantity: amount, unit }
}

const isWithinLimit = (item: ItemFields): boolean => {
  const amount = amountOf(item)
  if (amount === null) return true
  const { factor, kind } = units[amount.unit]
  return (kind !== "mass" && kind !== "volume") || amount.quantity * factor <= gramsMax
}

const MealItemInput = ItemFields.check(
  Schema.makeFilter((item: ItemFields) => amountOf(item) !== null, {
    message: "an item has either grams, or amount and unit",
    toJsonSchema: () => ({ oneOf: [{ required: ["grams"] }, { required: ["amount", "unit"] }] })
  }),
  Schema.makeFilter(isWithinLimit, { message: `the amount is more than ${gramsMax} g or ml` })
)

/** The foods of a meal with their amounts, for a caller who has split it already. */
export const MealItems = Schema.Array(MealItemInput)
  .check(Schema.isMinLength(1), Schema.isMaxLength(itemsMax))
  .annotate({
    description: "In place of `text`: foods with grams, or with amount and unit.",
    examples: [
      [
        { food: "rye bread", amount: 2, unit: "slice" },
        { food: "butter", grams: 10 }
      ]
    ]
  })

export const statedItems = (items: typeof MealItems.Type): ReadonlyArray<StatedItem> =>
  items.flatMap((item) => {
    const amount = amountOf(item)
    return amount === null ? [] : [{ food: item.food, amount }]
  })
