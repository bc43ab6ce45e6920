import { Effect } from "effect"
import { SearchParameters } from "../../api/contract/Parameters.ts"
import { SearchResponse } from "../../api/contract/Responses.ts"
import { searchOperation, SearchInput } from "../../api/operations/SearchOperation.ts"
import type { KeyedTool } from "../Tool.ts"
import { toolArguments } from "../ToolArguments.ts"
import { inputSchema, outputSchema } from "../ToolSchemas.ts"

/** So many results are within what a model can read; it may ask for more. */
const limit = 5

const description = {
  name: "search_food",
  title: "Search foods by name",
  description:
    "Find foods and packaged products by name or brand, in English, Russian or Arabic. " +
    "Best first: what has every word, then what is the food itself. Nutrition is per 100 g or 100 ml (kcal, grams). " +
    "Use the id with get_food_product for all nutrients.",
  inputSchema: inputSchema(SearchParameters, ["q"], { limit }),
  outputSchema: outputSchema(SearchResponse)
}

const decode = toolArguments(SearchInput, { limit: String(limit) })

const nothingFound =
  "Nothing was found. Try a more general name of the food, another spelling or another language; " +
  "leave region and source out. For a need rather than a name use semantic_food_search."

const beyondTheLast = (total: number) => `There are only ${total} results: use a smaller offset.`

export const searchFood = Effect.map(searchOperation, (answer): KeyedTool => ({
  access: "keyed",
  operation: "search",
  description,
  call: Effect.fnUntraced(function* (args, { key }) {
    const { body: data } = yield* answer(yield* decode(args), key)
    if (data.results.length > 0) return { data }
    return { data, hint: data.total === 0 ? nothingFound : beyondTheLast(data.total) }
  })
}))
