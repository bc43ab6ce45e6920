import { Context, Effect, Layer, Option } from "effect"
import type { StorageUnavailable } from "../../domain/ports/StorageUnavailable.ts"
import { type MalformedBarcode, parseBarcode } from "../../domain/product/Barcode.ts"
import type { ProductFacts } from "../../domain/product/ProductFacts.ts"
import type { ProductId } from "../../domain/product/ProductId.ts"
import { ProductIndex } from "../../projections/ports/ProductIndex.ts"

/** The product of a barcode as a caller states it: every form the code can mean is tried, then the FDC ID. */
export class FindByBarcode extends Context.Service<
  FindByBarcode,
  {
    readonly find: (text: string) => Effect.Effect<Option.Option<ProductFacts>, MalformedBarcode | StorageUnavailable>
    /** All products with the barcode of this one, first the one that `find` finds; none for one without a barcode. */
    readonly sharing: (product: ProductFacts) => Effect.Effect<ReadonlyArray<ProductId>, StorageUnavailable>
  }
>()("fooddata/queries/FindByBarcode") {
  static readonly layer = Layer.effect(
    FindByBarcode,
    Effect.map(ProductIndex, (index) =>
      FindByBarcode.of({
        find: Effect.fnUntraced(function* (text) {
          const { barcodes, usdaId } = yield* Effect.fromResult(parseBarcode(text))
          for (const barcode of barcodes) {
            const found = yield* index.findByBarcode(barcode)
            if (Option.isSome(found)) return found
          }
          return usdaId === null ? Option.none<ProductFacts>() : yield* index.findById(usdaId)
        }),
        sharing: ({ barcode }) => (barcode === null ? Effect.succeed([]) : index.idsOfBarcode(barcode))
      })
    )
  )
}
