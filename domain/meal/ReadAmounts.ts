import type { FoodRole } from "./FoodRole.ts"
import { hasRole } from "./FoodRoles.ts"
import { extend, isWeighed, settleNumber } from "./ItemBuilder.ts"
import { units } from "../language/quantities/Units.ts"
import type { MealToken } from "./MealToken.ts"
import type { OpenItems } from "./OpenItems.ts"
import type { ScopedTag } from "./ScopedTag.ts"
import { isBehind } from "./TagPatterns.ts"

/** Where a meal is being read, and what has been read so far. */
export interface Place {
  readonly items: OpenItems
  readonly tags: ReadonlyArray<ScopedTag>
  readonly words: ReadonlyArray<MealToken>
  readonly text: string
  /** the tag that is read */
  readonly i: number
}

const belongsBehind = ({ i, items, tags }: Place): boolean =>
  !items.hasFood() || items.isInBrackets || isBehind(tags, i)

/** A unit without a number stands for one: "cup of tea". */
export const readUnit = (tag: ScopedTag & { readonly kind: "unit" }, place: Place): void => {
  const { items } = place
  if (items.item.number === null && !belongsBehind(place)) items.close()
  const { item } = items
  item.amounts.push({ quantity: (item.number ?? 1) + tag.extra, unit: tag.unit })
  item.number = null
  extend(item, tag)
  if (items.hasFood() && !item.isJoining) item.isComplete = true
}

/** A number becomes an amount with its unit, or when it is known to have none. */
export const readNumber = (tag: ScopedTag & { readonly kind: "number" }, place: Place): void => {
  const { i, items, tags } = place
  if (!items.item.isJoining && !items.item.isEach && !belongsBehind(place)) items.close()
  const { item } = items
  // "half of a 300 g steak"
  if (item.number !== null && item.number < 1 && !items.hasFood()) item.share *= item.number
  else if (item.number !== null && item.number !== 1) settleNumber(item, items.hasFood())
  item.number = tag.value
  extend(item, tag)
  const next = tags[i + 1]
  if (items.hasFood() && next?.kind !== "unit" && next?.kind !== "times" && next?.kind !== "size") {
    settleNumber(item, true)
    if (!item.isJoining) item.isComplete = true
  }
}

/** Does a mass, a volume or a measure stand behind the food at this tag? */
export const isMeasuredBehind = (tags: ReadonlyArray<ScopedTag>, food: number): boolean => {
  const [number, unit] = tags.slice(food + 1).filter(({ kind }) => kind !== "fat")
  return number?.kind === "number" && unit?.kind === "unit" && units[unit.unit].kind !== "count"
}

/** Is the next tag a food with this role? */
export const nextFoodIs = (tags: ReadonlyArray<ScopedTag>, i: number, role: FoodRole): boolean => {
  const next = tags[i + 1]
  return next?.kind === "food" && hasRole(next.name.record, role)
}

/** "35 g peanut butter *25 g": in a chat a star marks what should have been written. */
export const isAmountAgain = ({ i, items, tags }: Place): boolean => {
  const unit = tags[i + 2]
  return (
    items.hasFood() &&
    items.item.amounts.some(isWeighed) &&
    tags[i - 1]?.kind === "food" &&
    unit?.kind === "unit" &&
    units[unit.unit].kind !== "count"
  )
}
