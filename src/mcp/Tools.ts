import { Effect } from "effect"
import { annotations, type Tool } from "./Tool.ts"
import { analyzeMeal } from "./tools/AnalyzeMealTool.ts"
import { compareFoods } from "./tools/CompareFoods.ts"
import { getFoodApiAccount, getFoodApiPlans } from "./tools/AccountTools.ts"
import { getFoodProduct } from "./tools/GetFoodProduct.ts"
import { lookupBarcode } from "./tools/LookupBarcode.ts"
import { searchFood } from "./tools/SearchFood.ts"
import { semanticFoodSearch } from "./tools/SemanticFoodSearch.ts"

/** The tools by name, in the order they are listed in. */
export const tools = Effect.map(
  Effect.all([searchFood, semanticFoodSearch, lookupBarcode, getFoodProduct, compareFoods, analyzeMeal]),
  (products): ReadonlyMap<string, Tool> =>
    new Map([...products, getFoodApiPlans, getFoodApiAccount].map((tool) => [tool.description.name, tool]))
)

/** What `tools/list` answers: it never changes while the process runs. */
export const toolList = (all: ReadonlyMap<string, Tool>) => ({
  tools: [...all.values()].map(({ description }) => ({ ...description, annotations }))
})
