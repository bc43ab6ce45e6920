import { facetsOf, mainGroups } from "./FoodFacets.ts"
import type { Weights } from "./Weights.ts"

/** Groups of foods as they grow, are caught or are milked; the others are made of these. */
const wholeGroups = [
  "water",
  "tea",
  "coffee",
  "milk",
  "yogurt",
  "fermented",
  "cheese",
  "tvorog",
  "egg",
  "meat",
  "fish",
  "seafood",
  "fruit",
  "berry",
  "driedfruit",
  "vegetable",
  "potato",
  "mushroom",
  "legume",
  "nut",
  "seed",
  "grain",
  "rice",
  "porridge",
  "honey"
].map((name) => `g:${name}`)

const madeGroups = [
  "soda",
  "juice",
  "energydrink",
  "drinkmix",
  "alcohol",
  "cookie",
  "cake",
  "candy",
  "chocolate",
  "dessert",
  "icecream",
  "jam",
  "sugar",
  "sweetener",
  "sweetspread",
  "sweet",
  "chips",
  "cracker",
  "popcorn",
  "bar",
  "meal",
  "dish",
  "soup",
  "salad",
  "pizza",
  "dumpling",
  "sandwich",
  "sausage",
  "pickle",
  "sauce",
  "oil",
  "spice",
  "flour",
  "babyfood",
  "supplement"
].map((name) => `g:${name}`)

/** Does the concept name foods as they are: fruit, fish, milk? */
export const isWholeFood = (concept: string): boolean => {
  const groups = mainGroups(concept)
  const facets = facetsOf(concept)
  if (!groups.some((group) => wholeGroups.includes(group))) return false
  return ![...madeGroups, ...done.map(([property]) => property)].some((name) => (facets.get(name) ?? 0) >= 0.3)
}

/** What was done to it: of some of these it is another food, of others nearly the same. */
const done: ReadonlyArray<readonly [property: string, loss: number]> = [
  ["a:powder", 0.5],
  ["a:fried", 0.3],
  ["a:canned", 0.3],
  ["a:salted", 0.2],
  ["a:smoked", 0.2],
  ["a:dried", 0.2],
  ["a:instant", 0.3]
]

const perAddition = 0.25
const asPart = 0.6

/** What is left when the food itself is taken away: nobody who asks for oranges means their peel. */
const part =
  /\bpeel\b|\brind\b|\bzest\b|skin only|\bskin \(|\bbones?\b(?!less)|separable fat|fat only|liquid from|by-products|imitation|\bsubstitutes?\b|имитац|شبيه|\bhusks?\b|кожура|кожиц|цедра|(?<!без )кост[ьи]|обрезь|قشر(?!ه? منزوع)|عظام|بودرة/iu

/** Is it only a part of a food, or made to look like it, by its name? */
export const isPart = (name: string): boolean => part.test(name)

/**
 * How much a product is one plain food, from 0 to 1: of a group of whole foods, nothing made of them, and with nothing
 * added that its name tells of.
 */
export const wholeFoodScoreOf = (groups: Weights, properties: Weights, additions: number, name: string): number => {
  const strongest = (names: ReadonlyArray<string>) =>
    names.reduce((most, name) => Math.max(most, groups.get(name) ?? 0), 0)
  const whole = strongest(wholeGroups)
  if (whole < 0.6) return 0
  let plain = whole - strongest(madeGroups) - perAddition * additions - (isPart(name) ? asPart : 0)
  for (const [property, loss] of done) plain -= loss * Math.max(0, properties.get(property) ?? 0)
  return Math.max(0, plain)
}
