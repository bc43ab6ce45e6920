import { foodHasRole, hasRole } from "./FoodRoles.ts"
import { extend, settleNumber } from "./ItemBuilder.ts"
import type { OpenItems } from "./OpenItems.ts"
import type { Place } from "./ReadAmounts.ts"
import type { FoodTag } from "./Tags.ts"

/** A food behind "of" or "in" describes the one before it, counts it (an omelette of two eggs), or has an amount of its own. */
export const readJoined = (tag: FoodTag, { items, words }: Place): void => {
  const { item } = items
  item.isJoining = false
  settleNumber(item, false)
  const added = item.amounts.splice(item.joinedAt)
  // "whey in water": nobody counts it
  if (added.length === 0 && hasRole(tag.name.record, "water")) return extend(item, tag)
  // "cream in my coffee"
  if (added.length === 0 && item.amounts.length > 0 && foodHasRole(tag, words, "hot-drink")) {
    items.close()
    return items.addFood(tag)
  }
  if (added.length === 0 && !foodHasRole(tag, words, "cooking-fat")) return items.addUnknown(tag)
  if (hasRole(tag.name.record, "egg")) {
    if (item.amounts.length === 0) item.amounts.push(...added)
    return extend(item, tag)
  }
  // fried in oil, which is eaten with it
  if (item.preparation === "boiled") item.preparation = "fried"
  items.startBeside("with")
  items.item.amounts.push(...added)
  items.addFood(tag)
}

/** The next food is joined to the one that is read. */
export const join = ({ item }: OpenItems, isJoining: boolean): void => {
  // "in 1 tsp of butter": the second word joins nothing new
  if (item.isJoining && isJoining) return
  item.isJoining = isJoining
  item.joinedAt = item.amounts.length
}
