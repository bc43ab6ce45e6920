import { Effect } from "effect"
import { LookupParameters, ProductParameters } from "../../api/contract/Parameters.ts"
import { Product } from "../../api/contract/Responses.ts"
import { productOperation, ProductInput } from "../../api/operations/ProductOperation.ts"
import type { KeyedTool } from "../Tool.ts"
import { toolArguments } from "../ToolArguments.ts"
import { inputSchema, outputSchema } from "../ToolSchemas.ts"

const description = {
  name: "get_food_product",
  title: "Get a product by id",
  description:
    "All that is known of one product by its id (from search_food or lookup_barcode): nutrition per 100 g or 100 ml " +
    "with fiber, sugar and sodium (mg); null is unknown or not in the plan. details=true adds other nutrients, not_in_plan, " +
    "names, serving, provenance, the ids of the other products with its barcode.",
  inputSchema: inputSchema({ ...ProductParameters, ...LookupParameters }, ["product_id"]),
  outputSchema: outputSchema(Product)
}

const decode = toolArguments(ProductInput)

export const getFoodProduct = Effect.map(productOperation, (answer): KeyedTool => ({
  access: "keyed",
  operation: "product",
  description,
  call: Effect.fnUntraced(function* (args, { key }) {
    return { data: yield* answer(yield* decode(args), key) }
  })
}))
