import { Effect, Layer, Schema } from "effect"
import { productOfStream, productStream, productStreamPrefix } from "../../domain/EventEnvelope.ts"
import { type ProductHead, ProductHeads } from "../../domain/ports/ProductHeads.ts"
import { Product } from "../../domain/product/Product.ts"
import { idPrefixOf, type ProductId } from "../../domain/product/ProductId.ts"
import { EventsDatabase, type SqliteDatabase } from "./Sqlite.ts"

/** Tells a withdrawn product from a listed one without a look at its newest event. */
export const headsSchema = `
  CREATE INDEX IF NOT EXISTS events_withdrawn ON events (stream_id, stream_version) WHERE type = 'ProductWithdrawn';
`

/** An event that is damaged has no fingerprint, so that whatever its product is listed with next is a change. */
const fingerprintSql = "CASE WHEN json_valid(data) THEN CAST(data ->> '$.fingerprint' AS TEXT) END AS fingerprint"

const newestSql = `
  SELECT stream_version AS version, type = 'ProductWithdrawn' AS withdrawn, ${fingerprintSql} FROM events
  WHERE stream_id = ? ORDER BY stream_version DESC LIMIT 1`

const newestFactsSql = `
  SELECT ${fingerprintSql} FROM events
  WHERE stream_id = ? AND type <> 'ProductWithdrawn' ORDER BY stream_version DESC LIMIT 1`

// of each stream the newest version, if that did not withdraw the product; without a look at a row of the log
const listedSql = `
  SELECT stream_id FROM events AS newest
  WHERE stream_id > ? AND stream_id < ?
    AND NOT EXISTS (
      SELECT 1 FROM events WHERE stream_id = newest.stream_id AND stream_version > newest.stream_version
    )
    AND NOT EXISTS (
      SELECT 1 FROM events INDEXED BY events_withdrawn
      WHERE type = 'ProductWithdrawn' AND stream_id = newest.stream_id AND stream_version = newest.stream_version
    )
  ORDER BY stream_id LIMIT ?`

const Fingerprint = Schema.NullOr(Schema.String)
const decodeNewest = Schema.decodeUnknownSync(
  Schema.Struct({ version: Schema.Int, withdrawn: Schema.Literals([0, 1]), fingerprint: Fingerprint })
)
const decodeFacts = Schema.decodeUnknownSync(Schema.UndefinedOr(Schema.Struct({ fingerprint: Fingerprint })))

const absent: ProductHead = { version: 0, state: Product.initial }

const headOf = (db: SqliteDatabase, productId: ProductId): ProductHead => {
  const streamId = productStream(productId)
  const row = db.statement(newestSql).get(streamId)
  if (row === undefined) return absent
  const { fingerprint, version, withdrawn } = decodeNewest(row)
  if (withdrawn === 0) return { version, state: { status: "listed", fingerprint: fingerprint ?? "" } }
  const facts = decodeFacts(db.statement(newestFactsSql).get(streamId))
  return { version, state: { status: "withdrawn", fingerprint: facts?.fingerprint ?? "" } }
}

/** Ids of one prefix, from the one after `after` on. */
const listedIds = (db: SqliteDatabase, prefix: string, after: string, limit: number): ReadonlyArray<ProductId> =>
  db
    .statement(listedSql)
    .all(`${productStreamPrefix}${after}`, `${productStreamPrefix}${prefix}~`, limit)
    .map((row) => productOfStream(String(row["stream_id"])))

/** Product heads in `events.db`, read from the newest event of each product. */
export const layer: Layer.Layer<ProductHeads, never, EventsDatabase> = Layer.effect(
  ProductHeads,
  Effect.gen(function* () {
    const db = yield* EventsDatabase
    return ProductHeads.of({
      of: Effect.fn("ProductHeads.of")((ids) => db.read("read product heads", () => ids.map((id) => headOf(db, id)))),
      listed: Effect.fn("ProductHeads.listed")((source, after, limit) =>
        db.read("read the listed products", () => {
          const prefix = idPrefixOf(source)
          return listedIds(db, prefix, after ?? prefix, limit)
        })
      )
    })
  })
)
