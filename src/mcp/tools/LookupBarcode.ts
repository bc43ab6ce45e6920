import { Effect } from "effect"
import { BarcodeParameters, LookupParameters } from "../../api/contract/Parameters.ts"
import { BarcodeResponse } from "../../api/contract/Responses.ts"
import { barcodeOperation, BarcodeInput } from "../../api/operations/BarcodeOperation.ts"
import type { KeyedTool } from "../Tool.ts"
import { toolArguments } from "../ToolArguments.ts"
import { inputSchema, outputSchema } from "../ToolSchemas.ts"

const description = {
  name: "lookup_barcode",
  title: "Look a product up by barcode",
  description:
    "Find a packaged product by the digits of its barcode (EAN-13, EAN-8, UPC-A, UPC-E, GTIN-14) or by a USDA FDC id " +
    "(fdc:171265). All forms of one code find the same product. Nutrition is per 100 g or 100 ml; sodium in mg.",
  inputSchema: inputSchema({ ...BarcodeParameters, ...LookupParameters }, ["barcode"]),
  outputSchema: outputSchema(BarcodeResponse)
}

const decode = toolArguments(BarcodeInput)

const notFound =
  "No product has this barcode. Check that all digits are there, in one row without spaces or dashes; " +
  "or look for the product's name and brand with search_food."

export const lookupBarcode = Effect.map(barcodeOperation, (answer): KeyedTool => ({
  access: "keyed",
  operation: "barcode",
  description,
  call: Effect.fnUntraced(function* (args, { key }) {
    const data = yield* answer(yield* decode(args), key)
    return data.found ? { data } : { data, hint: notFound }
  })
}))
