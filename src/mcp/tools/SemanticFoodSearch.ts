import { Effect } from "effect"
import { SemanticSearchParameters } from "../../api/contract/Parameters.ts"
import { SemanticSearchResponse } from "../../api/contract/Responses.ts"
import {
  requireSemanticSearch,
  SemanticSearchInput,
  semanticSearchOperation
} from "../../api/operations/SemanticSearchOperation.ts"
import type { KeyedTool } from "../Tool.ts"
import { toolArguments } from "../ToolArguments.ts"
import { inputSchema, outputSchema } from "../ToolSchemas.ts"

/** So many results are within what a model can read; it may ask for more. */
const limit = 5

const description = {
  name: "semantic_food_search",
  title: "Search foods by need",
  description:
    "Find foods by what they should be, in a sentence: 'high protein snack without sugar'. Understands nutrition claims, " +
    "negation and meal occasions in English, Russian and Arabic. For a known name use search_food. Needs the growth plan.",
  inputSchema: inputSchema(SemanticSearchParameters, ["q"], { limit }),
  outputSchema: outputSchema(SemanticSearchResponse)
}

const decode = toolArguments(SemanticSearchInput, { limit: String(limit) })

const nothingFound =
  "No food or wish was recognised: say what kind of food it should be, or use search_food for a name."

export const semanticFoodSearch = Effect.map(semanticSearchOperation, (answer): KeyedTool => ({
  access: "keyed",
  operation: "semantic-search",
  description,
  call: Effect.fnUntraced(function* (args, { key }) {
    yield* requireSemanticSearch(key)
    const data = yield* answer(yield* decode(args), key)
    return data.results.length > 0 ? { data } : { data, hint: nothingFound }
  })
}))
