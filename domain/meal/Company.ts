import type { ProductId } from "../product/ProductId.ts"
import { isAddition } from "./CompoundWords.ts"
import type { Draft } from "./Draft.ts"
import { mealFoods } from "./FoodTable.ts"
import type { Amount } from "./MealItem.ts"
import type { MealToken } from "./MealToken.ts"
import { units } from "./Units.ts"

/** How often its usual weight beside another food an addition may weigh. */
const additionFactorMax = 4

const drinks = /^c_(?:coffee|tea|espresso|cappuccino|latte)/

const recordOf = ({ foods }: Draft): ProductId | null =>
  foods.find(({ name }) => name.record !== null)?.name.record ?? null

/**
 * What foods of a meal say about each other. An amount behind a food and its company is the food's, when only it comes in
 * pieces ("dumplings with cherries, 10 pieces"), or when it would be far too much of an addition ("curd with sour cream
 * 200 g"); a large one is that of both. Potatoes beside fast food are fries, and a spoon of sugar in tea is a small one,
 * unless it is called a table spoon.
 */
export const settleCompany = (drafts: ReadonlyArray<Draft>, words: ReadonlyArray<MealToken>): void => {
  for (const [i, draft] of drafts.entries()) {
    const [amount] = draft.amounts
    const { host } = draft
    if (
      host !== null &&
      host.amounts.length === 0 &&
      draft.isComplete &&
      draft.amounts.length === 1 &&
      amount !== undefined
    ) {
      if (isOfHost(amount, recordOf(host) ?? "", recordOf(draft) ?? "")) {
        host.amounts.push(amount)
        draft.amounts = []
      }
    }
    shareOut(draft)
    if (draft.start !== -1) countEggs(drafts[i - 1], draft)
    if (isDecimalOfLitre(draft, words)) asLitres(draft)
    if (isDrink(host) && recordOf(draft) === "c_sugar" && !isTableSpoon(draft, words)) asTeaspoons(draft)
    if (drafts.slice(0, i).some((before) => isFastFood(recordOf(before)))) asFries(draft)
  }
}

/** They hold the whole dish: "soup with noodles, a plate". */
const vessels: ReadonlySet<string> = new Set(["plate", "bowl", "serving"])

const isOfHost = ({ quantity, unit }: Amount, host: string, record: string): boolean => {
  const { factor, kind } = units[unit]
  const foods = mealFoods()
  if (vessels.has(unit)) return true
  if (unit === "piece" || unit === "pc") return foods.get(host)?.own.has("piece") === true
  if (kind !== "mass" && kind !== "volume") return false
  const own = foods.get(record)?.own
  const beside = (drinks.test(host) ? own?.get("drink") : undefined) ?? own?.get("with")
  return isAddition(record) && beside !== undefined && quantity * factor >= additionFactorMax * beside
}

/** From this weight on "rice with chicken 350 g" weighs both together. */
const togetherGramsMin = 250
/** What then is the first one's part. */
const hostShare = 0.6

const shareOut = (draft: Draft): void => {
  const [amount] = draft.amounts
  const { host } = draft
  if (host === null || host.amounts.length > 0 || !draft.isComplete || draft.amounts.length !== 1) return
  if (amount === undefined || units[amount.unit].kind !== "mass" || isDrink(host)) return
  if (amount.quantity * units[amount.unit].factor < togetherGramsMin) return
  host.amounts.push({ ...amount, quantity: amount.quantity * hostShare })
  draft.amounts = [{ ...amount, quantity: amount.quantity * (1 - hostShare) }]
}

/** "Omelette 3 eggs": they are what it is made of. */
const countEggs = (before: Draft | undefined, draft: Draft): void => {
  const isDish =
    before !== undefined && before.end === draft.start && /^c_(?:omelette|egg_)/.test(recordOf(before) ?? "")
  if (!isDish || before.amounts.length > 0 || recordOf(draft) !== "c_egg" || draft.amounts.length === 0) return
  before.amounts.push(...draft.amounts)
  draft.isNegated = true
}

const decimal = /^\p{Nd}[.,٫]\p{Nd}/u

/** "Beer 0.5", "ayran 0,33": what comes in glasses is counted in litres so. */
const isDecimalOfLitre = (draft: Draft, words: ReadonlyArray<MealToken>): boolean => {
  const [amount] = draft.amounts
  const own = mealFoods().get(recordOf(draft) ?? "")?.own
  if (amount?.unit !== "whole" || amount.quantity > litresMax || own === undefined) return false
  const isDrunk = own.has("glass") || own.has("can") || own.has("bottle")
  return isDrunk && words.slice(draft.start, draft.end).some(({ written }) => decimal.test(written))
}

const litresMax = 2.5

const asLitres = (draft: Draft): void => {
  draft.amounts = draft.amounts.map((amount) => ({ ...amount, unit: "l" }))
}

const isDrink = (host: Draft | null): boolean => host !== null && drinks.test(recordOf(host) ?? "")

const isTableSpoon = ({ end, start }: Draft, words: ReadonlyArray<MealToken>): boolean =>
  words.slice(Math.max(0, start), end).some(({ written }) => /^(?:tb|table|ст$|стл|столов|كبير|طعام|سفر)/.test(written))

const asTeaspoons = (draft: Draft): void => {
  draft.amounts = draft.amounts.map((amount) => (amount.unit === "tbsp" ? { ...amount, unit: "tsp" } : amount))
}

const isFastFood = (record: ProductId | null): boolean => record !== null && fastFoods().has(record)

let fast: ReadonlySet<string> | null = null

/** By what they are called in English: their records have ids of FoodData Central. */
const fastFoods = (): ReadonlySet<string> =>
  (fast ??= new Set(
    [...mealFoods().values()].flatMap(({ id, names }) =>
      names.some((name) => /burger$|^(?:big mac|chicken nuggets|hot dog|whopper|fried chicken|shawarma)$/i.test(name))
        ? [id]
        : []
    )
  ))

const asFries = (draft: Draft): void => {
  const [food] = draft.foods
  const record = mealFoods().get("c_french_fries")?.id
  if (record === undefined || food?.name.record !== "c_potato" || draft.preparation !== null) return
  draft.foods = draft.foods.with(0, { ...food, name: { ...food.name, record } })
}
