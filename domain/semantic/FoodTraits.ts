import { rowsOf } from "../language/Knowledge.ts"

/** What the name of a food says little of: `food-traits.tsv` explains each. */
type FoodTrait = "any" | "vague" | "wide" | "flavour"

const rows = rowsOf("food-traits").map(({ attributes: [concept = "", traits = ""] }) => ({
  concept,
  traits: traits.split(" ")
}))

/** The foods that have a trait. */
export const foodsWith = (trait: FoodTrait): ReadonlySet<string> =>
  new Set(rows.filter(({ traits }) => traits.includes(trait)).map(({ concept }) => concept))
