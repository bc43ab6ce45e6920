import { Effect, Schema } from "effect"
import { AccountResponse, PlansResponse } from "../../api/contract/Responses.ts"
import { accountOperation } from "../../api/operations/AccountOperation.ts"
import { plansPage } from "../../queries/PlanPresentation.ts"
import type { KeyedTool, PublicTool } from "../Tool.ts"
import { toolArguments } from "../ToolArguments.ts"
import { inputSchema, outputSchema } from "../ToolSchemas.ts"

const noArguments = inputSchema({}, [])
const decodeNothing = toolArguments(Schema.Struct({}))

export const getFoodApiPlans: PublicTool = {
  access: "public",
  description: {
    name: "get_food_api_plans",
    title: "List the plans",
    description:
      "The plans of this food API: prices, limits and features. -1 is unlimited. Needs no key, costs nothing.",
    inputSchema: noArguments,
    outputSchema: outputSchema(PlansResponse)
  },
  call: (args) => Effect.as(decodeNothing(args), { data: plansPage })
}

export const getFoodApiAccount: KeyedTool = {
  access: "keyed",
  operation: null,
  description: {
    name: "get_food_api_account",
    title: "Where this key stands",
    description: "Plan, features and today's requests of the key in use. Does not count against the quota.",
    inputSchema: noArguments,
    outputSchema: outputSchema(AccountResponse)
  },
  call: (args, caller) => Effect.as(decodeNothing(args), { data: accountOperation(caller) })
}
