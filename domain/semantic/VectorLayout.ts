import { groups } from "./Groups.ts"
import { exclusionIds } from "./exclusions/ExclusionKinds.ts"
import { facts } from "./FoodFacts.ts"
import { sources } from "./FoodSources.ts"
import { nutrients } from "./NutrientLevels.ts"

/** Properties of foods, each a dimension. */
export const properties = [
  "canned",
  "frozen",
  "dried",
  "powder",
  "instant",
  "smoked",
  "fried",
  "baked",
  "boiled",
  "raw",
  "fresh",
  "spicy",
  "salted",
  "crunchy",
  "sour",
  "carbonated",
  "organic",
  "vegan",
  "vegetarian",
  "wholegrain",
  "halal",
  "kids",
  "fermented",
  "decaf",
  "alcoholfree",
  "glutenfree",
  "lactosefree",
  "plain",
  "fortified"
].map((name) => `a:${name}`)

/** Of each nutrient how much there is of it, and how much for a food of its group; of some whether it is free of it. */
const nutrition = [
  ...nutrients.map((nutrient) => `n:${nutrient}:abs`),
  ...nutrients.map((nutrient) => `n:${nutrient}:rel`),
  ...["sugar", "fat", "salt", "kcal"].map((nutrient) => `n:${nutrient}:free`)
]

export const dimensions = 512

/**
 * A product's blocks have fixed lengths, and the first dimension completes it to a unit vector; in a query that
 * dimension is 0 and the blocks may have any length. So the cosine is a weighted match of the blocks, and any nearest
 * neighbour search serves it.
 */
const groupsAt = 1
const propertiesAt = groupsAt + groups.length
const nutritionAt = propertiesAt + properties.length
const sourcesAt = nutritionAt + nutrition.length
const factsAt = sourcesAt + sources.length
const freeAt = factsAt + facts.length
export const textAt = freeAt + exclusionIds.length
export const textDimensions = dimensions - textAt

/** They keep nearly every product within the unit ball. */
export const blockScale = {
  group: 0.28,
  property: 0.19,
  nutrition: 0.165,
  source: 0.14,
  free: 0.09,
  fact: 0.14,
  text: 0.59
} as const

const placed = (names: ReadonlyArray<string>, offset: number) => names.map((name, i) => [name, offset + i] as const)

const places: ReadonlyMap<string, number> = new Map([
  ...placed(groups, groupsAt),
  ...placed(properties, propertiesAt),
  ...placed(nutrition, nutritionAt),
  ...placed(sources, sourcesAt),
  ...placed(facts, factsAt),
  ...placed(
    exclusionIds.map((id) => `x:${id}`),
    freeAt
  )
])

/** The dimension of a group, property, nutrient, known source, fact or exclusion (`x:milk`: how far it is free of it); `undefined` for what has none. */
export const dimensionOf = (name: string): number | undefined => places.get(name)

/** The scale of the block that a name belongs to. */
export const scaleOf = (name: string): number => {
  if (name.startsWith("g:")) return blockScale.group
  if (name.startsWith("v:")) return blockScale.source
  return name.startsWith("a:") ? blockScale.property : blockScale.nutrition
}

/** Gives a part of a vector the length, unless it is zero. */
export const setLength = (vector: Float32Array, from: number, to: number, length: number): void => {
  let sum = 0
  for (let i = from; i < to; i++) sum += (vector[i] ?? 0) ** 2
  if (sum === 0) return
  const factor = length / Math.sqrt(sum)
  for (let i = from; i < to; i++) vector[i] = (vector[i] ?? 0) * factor
}
