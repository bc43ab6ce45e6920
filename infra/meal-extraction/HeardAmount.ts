import type { Amount } from "../../domain/meal/MealItem.ts"
import { parseMeal } from "../../domain/meal/MealParser.ts"
import { mealTokens } from "../../domain/meal/MealToken.ts"
import { tagsOf } from "../../domain/meal/Tagger.ts"
import { units } from "../../domain/language/quantities/Units.ts"

const isClose = (one: number, other: number): boolean => Math.abs(one - other) <= 1e-6 * Math.max(one, other)

/** Is a quantity one of the numbers, or the product, sum or middle of two of them ("2 x 40 g", "2 to 3")? */
const isMadeOf = (quantity: number, numbers: ReadonlyArray<number>): boolean =>
  numbers.some((one, i) =>
    [one, ...numbers.slice(i + 1).flatMap((other) => [one * other, one + other, (one + other) / 2])].some((value) =>
      isClose(value, quantity)
    )
  )

/**
 * The amount of an item: what a model says, if the words that it quotes bear it out, else what the parser reads in them. The
 * quantity has to be made of their numbers, or be one of a piece or measure; a unit has to be theirs, where they have one. So
 * an amount that nobody stated is not believed.
 */
export const heardAmount = (claimed: Amount | null, quote: string): Amount | null => {
  const { tags } = tagsOf(mealTokens(quote))
  const numbers = tags.flatMap((tag) =>
    tag.kind === "number" ? [tag.value] : tag.kind === "unit" ? [1 + tag.extra] : []
  )
  const named = tags.flatMap((tag) => (tag.kind === "unit" ? [tag.unit] : []))
  const read = parseMeal(quote).items[0]?.amount ?? null
  if (claimed === null) return read
  const isPiece = units[claimed.unit].kind === "count"
  const isTheirUnit = named.length === 0 ? isPiece : named.includes(claimed.unit)
  const isOne = claimed.quantity === 1 && isPiece
  return isTheirUnit && (isOne || isMadeOf(claimed.quantity, numbers)) ? claimed : read
}
