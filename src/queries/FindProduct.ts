import { Context, Effect, Layer, Option } from "effect"
import type { StorageUnavailable } from "../../domain/ports/StorageUnavailable.ts"
import type { ProductFacts } from "../../domain/product/ProductFacts.ts"
import { parseProductId } from "../../domain/product/ProductId.ts"
import { ProductIndex } from "../../projections/ports/ProductIndex.ts"

/** One product by its ID as a caller states it, aliases included; none for an ID of no known form. */
export class FindProduct extends Context.Service<
  FindProduct,
  { readonly find: (text: string) => Effect.Effect<Option.Option<ProductFacts>, StorageUnavailable> }
>()("fooddata/queries/FindProduct") {
  static readonly layer = Layer.effect(
    FindProduct,
    Effect.map(ProductIndex, (index) =>
      FindProduct.of({
        find: (text) =>
          Option.match(parseProductId(text), { onNone: () => Effect.succeedNone, onSome: (id) => index.findById(id) })
      })
    )
  )
}
