import { Effect, Option, Schema } from "effect"
import {
  CompareInput,
  compareOperation,
  CompareParameters,
  CompareResponse
} from "../../api/operations/CompareOperation.ts"
import { plainText } from "../PlainText.ts"
import type { KeyedTool } from "../Tool.ts"
import { toolArguments } from "../ToolArguments.ts"
import { inputSchema, outputSchema } from "../ToolSchemas.ts"

const description = {
  name: "compare_foods",
  title: "Compare foods",
  description:
    "2 to 10 foods side by side: every nutrient that one of them states, per 100 g or 100 ml, and how each differs from the first. " +
    "Takes ids (from search_food) or barcodes. Null is unknown, or in not_in_plan. Each food counts as one request.",
  inputSchema: inputSchema(CompareParameters, ["foods"]),
  outputSchema: outputSchema(CompareResponse)
}

const decode = toolArguments(CompareInput)
const decodeInput = Schema.decodeUnknownOption(CompareInput)

const hintOf = (unknown: ReadonlyArray<string>, bases: ReadonlySet<string>): string =>
  [
    ...(unknown.length === 0
      ? []
      : [`No product has this id or barcode: ${unknown.map(plainText).join("; ")}. Look for it with search_food.`]),
    ...(bases.size < 2 ? [] : ["Some are per 100 g, some per 100 ml: basis says which."])
  ].join(" ")

export const compareFoods = Effect.map(compareOperation, (answer): KeyedTool => ({
  access: "keyed",
  operation: "product",
  description,
  usesOf: (args) => Option.match(decodeInput(args), { onNone: () => 1, onSome: ({ foods }) => foods.length }),
  call: Effect.fnUntraced(function* (args, { key }) {
    const data = yield* answer(yield* decode(args), key)
    const hint = hintOf(data.unknown, new Set(data.foods.map(({ basis }) => basis)))
    return hint === "" ? { data } : { data, hint }
  })
}))
