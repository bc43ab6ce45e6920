import { byStem, wordClassesOf } from "../language/WordClasses.ts"
import type { ProductId } from "../product/ProductId.ts"
import type { ItemBuilder } from "./ItemBuilder.ts"
import { foodHasRole, hasRole } from "./FoodRoles.ts"
import { mealFoods } from "./FoodTable.ts"
import type { Amount } from "./MealItem.ts"
import type { MealToken } from "./MealToken.ts"
import { units } from "../language/quantities/Units.ts"

/** How often its usual weight beside another food an addition may weigh. */
const additionFactorMax = 4

const recordOf = ({ foods }: ItemBuilder): ProductId | null =>
  foods.find(({ name }) => name.record !== null)?.name.record ?? null

/**
 * What foods of a meal say about each other. An amount behind a food and its company is the food's, when only it comes in
 * pieces ("dumplings with cherries, 10 pieces"), or when it would be far too much of an addition ("curd with sour cream
 * 200 g"); a large one is that of both. Potatoes beside fast food are fries, and a spoon of sugar in tea is a small one,
 * unless it is called a table spoon.
 */
export const settleAcrossItems = (builders: ReadonlyArray<ItemBuilder>, words: ReadonlyArray<MealToken>): void => {
  for (const [i, item] of builders.entries()) {
    const [amount] = item.amounts
    const { host } = item
    if (
      host !== null &&
      host.amounts.length === 0 &&
      item.isComplete &&
      item.amounts.length === 1 &&
      amount !== undefined
    ) {
      if (isOfHost(amount, recordOf(host) ?? "", recordOf(item) ?? "")) {
        host.amounts.push(amount)
        item.amounts = []
      }
    }
    shareTotal(builders, i)
    if (host !== null && item.amounts.length > 0 && item.foods.some((food) => foodHasRole(food, words, "cooking-fat")))
      host.isFatCounted = true
    shareOut(builders, item)
    if (item.start !== -1) countEggs(builders[i - 1], item)
    if (isDecimalOfLitre(item, words)) asLitres(item)
    if (isHotDrink(host) && hasRole(recordOf(item), "sugar") && !isTableSpoon(item, words)) asTeaspoons(item)
    if (builders.some((other) => hasRole(recordOf(other), "fast-food"))) asFries(item)
  }
}

const isOfHost = ({ quantity, unit }: Amount, host: string, record: string): boolean => {
  const { factor, kind, use } = units[unit]
  const foods = mealFoods()
  if (use === "dish") return true
  if (unit === "piece" || unit === "pc") return foods.get(host)?.own.has("piece") === true
  if (kind !== "mass" && kind !== "volume") return false
  const own = foods.get(record)?.own
  const beside = (hasRole(host, "hot-drink") ? own?.get("drink") : undefined) ?? own?.get("with")
  return hasRole(record, "addition") && beside !== undefined && quantity * factor >= additionFactorMax * beside
}

/** From this weight on "rice with chicken 350 g" weighs both together. */
const togetherGramsMin = 250
/** What then is the first one's part, beside one food and beside more. */
const hostShare = { besideOne: 0.6, besideMore: 0.5 }

/** "Lettuce, tomatoes and cucumber, 300 g in total": all that have no amount of their own weigh alike. */
const shareTotal = (builders: ReadonlyArray<ItemBuilder>, i: number): void => {
  const item = builders[i]
  const [amount] = item?.amounts ?? []
  if (item?.isTotal !== true || item.amounts.length !== 1 || amount === undefined || units[amount.unit].kind !== "mass")
    return
  const measured = builders.slice(0, i).findLastIndex(({ amounts }) => amounts.length > 0)
  const sharers = [...builders.slice(measured + 1, i), item].filter((each) => !each.isNegated)
  for (const each of sharers) each.amounts = [{ ...amount, quantity: amount.quantity / sharers.length }]
}

const shareOut = (builders: ReadonlyArray<ItemBuilder>, item: ItemBuilder): void => {
  const [amount] = item.amounts
  const { host } = item
  if (host === null || host.amounts.length > 0 || !item.isComplete || item.amounts.length !== 1) return
  if (amount === undefined || units[amount.unit].kind !== "mass" || isHotDrink(host)) return
  if (amount.quantity * units[amount.unit].factor < togetherGramsMin) return
  const beside = builders.filter((each) => each.host === host && !each.isNegated && each.amounts.length === 0)
  const share = beside.length === 0 ? hostShare.besideOne : hostShare.besideMore
  const rest = (amount.quantity * (1 - share)) / (beside.length + 1)
  host.amounts.push({ ...amount, quantity: amount.quantity * share })
  for (const each of [...beside, item]) each.amounts = [{ ...amount, quantity: rest }]
}

/** "Omelette 3 eggs", "omelette with 3 eggs": they are what it is made of. */
const countEggs = (before: ItemBuilder | undefined, item: ItemBuilder): void => {
  const isBeside = before !== undefined && (before.end === item.start || item.host === before)
  if (
    !isBeside ||
    !hasRole(recordOf(before), "egg-dish") ||
    before.amounts.length > 0 ||
    !hasRole(recordOf(item), "plain-egg") ||
    item.amounts.length === 0
  )
    return
  before.amounts.push(...item.amounts)
  item.isNegated = true
}

const decimal = /^\p{Nd}[.,٫]\p{Nd}/u

/** "Beer 0.5", "ayran 0,33": what comes in glasses is counted in litres so. */
const isDecimalOfLitre = (item: ItemBuilder, words: ReadonlyArray<MealToken>): boolean => {
  const [amount] = item.amounts
  const own = mealFoods().get(recordOf(item) ?? "")?.own
  if (amount?.unit !== "whole" || amount.quantity > litresMax || own === undefined) return false
  const isDrunk = own.has("glass") || own.has("can") || own.has("bottle")
  return isDrunk && words.slice(item.start, item.end).some(({ written }) => decimal.test(written))
}

const litresMax = 2.5

const asLitres = (item: ItemBuilder): void => {
  item.amounts = item.amounts.map((amount) => ({ ...amount, unit: "l" }))
}

const isHotDrink = (host: ItemBuilder | null): boolean => host !== null && hasRole(recordOf(host), "hot-drink")

const cues = wordClassesOf("meal-cues", byStem)

const isTableSpoon = ({ end, start }: ItemBuilder, words: ReadonlyArray<MealToken>): boolean =>
  words.slice(Math.max(0, start), end).some(({ stem }) => cues("table-spoon").has(stem))

const asTeaspoons = (item: ItemBuilder): void => {
  item.amounts = item.amounts.map((amount) => (amount.unit === "tbsp" ? { ...amount, unit: "tsp" } : amount))
}

const asFries = (item: ItemBuilder): void => {
  const [food] = item.foods
  const record = mealFoods()
    .get(food?.name.record ?? "")
    ?.forms.get("beside-fast-food")
  if (record === undefined || food === undefined || item.preparation !== null) return
  item.foods = item.foods.with(0, { ...food, name: { ...food.name, record } })
}
