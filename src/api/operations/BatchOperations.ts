import { Effect, Schema } from "effect"
import type { KeyRecord } from "../../../domain/ports/KeyDirectory.ts"
import { BarcodeBatchParameters, LookupParameters, ProductBatchParameters } from "../contract/Parameters.ts"
import { barcodeOperation } from "./BarcodeOperation.ts"
import { productOperation } from "./ProductOperation.ts"

export const ProductBatchInput = Schema.Struct({ ...ProductBatchParameters, ...LookupParameters })
export const BarcodeBatchInput = Schema.Struct({ ...BarcodeBatchParameters, ...LookupParameters })

/** So many items of a batch are looked up at one time: enough for a server far away, and few beside the others. */
const concurrency = 8

/** What each ID is answered alone, in the order asked; null in place of "not found". */
export const productBatchOperation = Effect.map(productOperation, (lookUp) =>
  Effect.fnUntraced(function* ({ details, ids }: typeof ProductBatchInput.Type, key: KeyRecord) {
    const results = yield* Effect.forEach(
      ids,
      (product_id) =>
        Effect.catchTag(lookUp({ product_id, details }, key), "ProductNotFound", () => Effect.succeed(null)),
      { concurrency }
    )
    return { results }
  })
)

/** What each barcode is answered alone, in the order asked. */
export const barcodeBatchOperation = Effect.map(barcodeOperation, (lookUp) =>
  Effect.fnUntraced(function* ({ barcodes, details }: typeof BarcodeBatchInput.Type, key: KeyRecord) {
    const results = yield* Effect.forEach(barcodes, (barcode) => lookUp({ barcode, details }, key), { concurrency })
    return { results }
  })
)
