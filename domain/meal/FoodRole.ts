/** What foods do in a meal beside others: `data/portions/food-roles.tsv` says what each role means, and who has it. */
const foodRoles = [
  "hot-drink",
  "milk-drink",
  "milk",
  "sugar",
  "water",
  "cooking-medium",
  "addition",
  "cooking-fat",
  "egg",
  "plain-egg",
  "egg-dish",
  "fast-food",
  "eaten-cooked",
  "bread",
  "sandwich",
  "hot-cereal",
  "salad",
  "dish",
  "composite",
  "filled",
  "soup",
  "ingredient",
  "filling",
  "topping",
  "soup-filling",
  "mixed",
  "side",
  "drink",
  "blend",
  "set-meal",
  "set-side",
  "flavoured"
] as const
export type FoodRole = (typeof foodRoles)[number]

const known: ReadonlySet<string> = new Set(foodRoles)
export const isFoodRole = (text: string): text is FoodRole => known.has(text)
