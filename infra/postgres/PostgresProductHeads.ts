import { PgClient } from "@effect/sql-pg"
import { Effect, Layer, Schema } from "effect"
import { productStream } from "../../domain/EventEnvelope.ts"
import { type ProductHead, ProductHeads } from "../../domain/ports/ProductHeads.ts"
import { Product } from "../../domain/product/Product.ts"
import { idPrefixOf, ProductId } from "../../domain/product/ProductId.ts"
import { query } from "./Postgres.ts"

const HeadRow = Schema.Struct({
  stream_id: Schema.String,
  version: Schema.Int,
  status: Schema.NullOr(Schema.Literals(["listed", "withdrawn"])),
  fingerprint: Schema.NullOr(Schema.String)
})
const decodeRows = Schema.decodeUnknownSync(Schema.Array(HeadRow))

const ListedRow = Schema.Struct({ product_id: ProductId })
const decodeListed = Schema.decodeUnknownSync(Schema.Array(ListedRow))

const absent: ProductHead = { version: 0, state: Product.initial }

const toHead = ({ fingerprint, status, version }: typeof HeadRow.Type): ProductHead =>
  status === null || fingerprint === null
    ? { version, state: Product.initial }
    : { version, state: { status, fingerprint } }

/** Product heads, written by the append itself. */
export const layer: Layer.Layer<ProductHeads, never, PgClient.PgClient> = Layer.effect(
  ProductHeads,
  Effect.gen(function* () {
    const client = yield* PgClient.PgClient
    return ProductHeads.of({
      of: Effect.fn("ProductHeads.of")(function* (ids) {
        const rows = yield* query(
          client,
          "read product heads",
          `SELECT stream_id, version, status, fingerprint FROM stream_heads
           WHERE stream_id = ANY (ARRAY(SELECT json_array_elements_text($1::json)))`,
          [JSON.stringify(ids.map(productStream))]
        )
        const heads = new Map(decodeRows(rows).map((row) => [row.stream_id, toHead(row)]))
        return ids.map((id) => heads.get(productStream(id)) ?? absent)
      }),
      listed: Effect.fn("ProductHeads.listed")(function* (source, after, limit) {
        const prefix = `product-${idPrefixOf(source)}`
        const rows = yield* query(
          client,
          "read the listed products",
          `SELECT substr(stream_id, 9) AS product_id FROM stream_heads
           WHERE stream_id > $1 AND stream_id < $2 AND status = 'listed' ORDER BY stream_id LIMIT $3`,
          [after === null ? prefix : productStream(after), `${prefix}~`, limit]
        )
        return decodeListed(rows).map(({ product_id }) => product_id)
      })
    })
  })
)
