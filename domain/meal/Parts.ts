import type { FoodRole } from "./FoodRole.ts"
import { foodHasRole } from "./FoodRoles.ts"
import { type HostLink, isArticle, type ItemBuilder } from "./ItemBuilder.ts"
import type { MealToken } from "./MealToken.ts"
import type { FoodTag } from "./Tags.ts"
import { units } from "../language/quantities/Units.ts"

type Words = ReadonlyArray<MealToken>

/** What foods of a role are made of, whose own record so has it already. */
const parts: ReadonlyArray<readonly [host: FoodRole, parts: ReadonlyArray<FoodRole>]> = [
  ["composite", ["ingredient", "topping"]],
  ["filled", ["ingredient", "filling"]],
  ["soup", ["ingredient", "soup-filling"]],
  ["milk-drink", ["milk"]],
  ["egg-dish", ["milk"]],
  ["set-meal", ["set-side"]]
]

/** Is a food that comes with another one a part of it, by what both are? A sandwich is on bread, and dumplings are in soup. */
export const isPartOf = (food: FoodTag, host: ReadonlyArray<FoodTag>, link: HostLink, words: Words): boolean => {
  const isHost = (role: FoodRole): boolean => host.some((each) => foodHasRole(each, words, role))
  const is = (role: FoodRole): boolean => foodHasRole(food, words, role)
  // "on rye"
  if (link === "on") return isHost("composite")
  if (is("bread")) return link === "in" && isHost("composite")
  return parts.some(([role, own]) => isHost(role) && own.some(is))
}

/** An amount behind a dish and its part is that of the dish, unless it weighs no more than this. */
const partGramsMax = 60

/**
 * Foods that are only in another one are its parts, and are not counted: what it is filled or flavoured with, what its own record
 * has in it, and what a weight before it weighs as well ("250 g of pasta with meat"). What has an amount of its own is counted,
 * but for the milk of a drink: that is how much there was of it.
 */
export const settleParts = (builders: ReadonlyArray<ItemBuilder>, words: Words): void => {
  for (const item of builders) {
    const { foods, host, isNegated, link } = item
    const food = foods.at(-1)
    if (host === null || isNegated || food === undefined) continue
    const whole = wholeOf(item, food, words)
    if (whole === null && link !== "in") {
      // on toast lies as much of it as is eaten otherwise
      if (link === "on") item.host = null
      continue
    }
    settlePart(item, whole ?? host, food, words)
  }
  // what comes with a part comes with the whole
  for (const item of builders) while (item.host?.isNegated === true) item.host = item.host.host
}

/** The food that it is a part of, among those that it comes with. */
const wholeOf = ({ host, link }: ItemBuilder, food: FoodTag, words: Words): ItemBuilder | null => {
  for (let whole = host; whole !== null; whole = whole.host)
    if (isPartOf(food, whole.foods, link, words) || isWeighedWith(food, whole, words)) return whole
  return null
}

const isWeighedWith = (food: FoodTag, { amounts, foods, isComplete }: ItemBuilder, words: Words): boolean =>
  !isComplete &&
  amounts.some(({ unit }) => units[unit].kind === "mass") &&
  foods.some((each) => foodHasRole(each, words, "mixed")) &&
  !foodHasRole(food, words, "side")

const settlePart = (item: ItemBuilder, whole: ItemBuilder, food: FoodTag, words: Words): void => {
  if (whole.amounts.length === 0 && isOfHost(item, foodHasRole(food, words, "milk"))) {
    whole.amounts = item.amounts
    whole.end = Math.max(whole.end, item.end)
    item.amounts = []
  }
  // "on a bun", "with a tomato sauce": nobody counts these
  const isUncounted = item.link === "in" || foodHasRole(food, words, "bread") || foodHasRole(food, words, "topping")
  if (item.amounts.length > 0 && !(isUncounted && item.amounts.every(isArticle))) return
  whole.parts.push(item.words)
  item.isNegated = true
}

const isOfHost = ({ amounts, isComplete }: ItemBuilder, isMilk: boolean): boolean =>
  amounts.some(({ quantity, unit }) => {
    const { factor, kind } = units[unit]
    if (kind === "volume" && isMilk) return true
    return isComplete && (kind === "mass" || kind === "volume" ? quantity * factor > partGramsMax : true)
  })
