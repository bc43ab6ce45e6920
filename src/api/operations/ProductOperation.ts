import { Effect, Option, Schema } from "effect"
import { plans } from "../../../domain/key/Plan.ts"
import type { KeyRecord } from "../../../domain/ports/KeyDirectory.ts"
import { LookupParameters, ProductParameters } from "../contract/Parameters.ts"
import { ProductNotFound } from "../EdgeError.ts"
import { FindByBarcode } from "../../queries/FindByBarcode.ts"
import { FindProduct } from "../../queries/FindProduct.ts"
import { lookupProduct } from "../../queries/ProductPresentation.ts"

export const ProductInput = Schema.Struct({ ...ProductParameters, ...LookupParameters })

/** What a look-up by ID answers, over REST and to tools alike. */
export const productOperation = Effect.gen(function* () {
  const products = yield* FindProduct
  const barcodes = yield* FindByBarcode

  return Effect.fnUntraced(function* ({ details, product_id }: typeof ProductInput.Type, key: KeyRecord) {
    const found = yield* products.find(product_id)
    if (Option.isNone(found)) return yield* Effect.fail(new ProductNotFound())
    const sharing = details ? yield* barcodes.sharing(found.value) : null
    return lookupProduct(found.value, plans[key.plan], sharing)
  })
})
