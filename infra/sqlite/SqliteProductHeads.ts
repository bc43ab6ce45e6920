import { Effect, Layer, Schema } from "effect"
import { type ProductHead, ProductHeads } from "../../domain/ports/ProductHeads.ts"
import { Product } from "../../domain/product/Product.ts"
import { idPrefixOf, ProductId } from "../../domain/product/ProductId.ts"
import { EventsDatabase } from "./Sqlite.ts"

const HeadRow = Schema.Struct({
  version: Schema.Int,
  status: Schema.Literals(["listed", "withdrawn"]),
  fingerprint: Schema.String
})
const decodeHead = Schema.decodeUnknownSync(HeadRow)

const decodeId = Schema.decodeUnknownSync(ProductId)

const absent: ProductHead = { version: 0, state: Product.initial }

/** Product heads in `events.db`, written by the append itself. */
export const layer: Layer.Layer<ProductHeads, never, EventsDatabase> = Layer.effect(
  ProductHeads,
  Effect.gen(function* () {
    const db = yield* EventsDatabase
    const headOf = (productId: string): ProductHead => {
      const row = db
        .statement("SELECT version, status, fingerprint FROM product_heads WHERE product_id = ?")
        .get(productId)
      if (row === undefined) return absent
      const { version, ...state } = decodeHead(row)
      return { version, state }
    }
    return ProductHeads.of({
      of: Effect.fn("ProductHeads.of")((ids) => db.read("read product heads", () => ids.map(headOf))),
      listed: Effect.fn("ProductHeads.listed")((source, after, limit) =>
        db.read("read the listed products", () =>
          db
            .statement(
              `SELECT product_id FROM product_heads
               WHERE product_id > ? AND product_id < ? AND status = 'listed' ORDER BY product_id LIMIT ?`
            )
            .all(after ?? idPrefixOf(source), `${idPrefixOf(source)}~`, limit)
            .map((row) => decodeId(row["product_id"]))
        )
      )
    })
  })
)
