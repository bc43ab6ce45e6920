import { PgClient } from "@effect/sql-pg"
import { Effect, Option, Schema, Stream } from "effect"
import { createHash } from "node:crypto"
import { type Cursor, productOfStream, productStreamPrefix } from "../../domain/EventEnvelope.ts"
import type { StorageUnavailable } from "../../domain/ports/StorageUnavailable.ts"
import type { ProductId } from "../../domain/product/ProductId.ts"
import type { IndexDigest } from "../../projections/ports/ProductIndex.ts"
import { toOrder } from "./EventRows.ts"
import { query } from "./Postgres.ts"

/** What the log says of a product at some place. */
export interface ProductVersion {
  readonly id: ProductId
  readonly version: number
  readonly isWithdrawn: boolean
}

/** `.` follows `-`, so this is past every stream of products. */
const pastStreams = "product."
const pageSize = 10_000

/**
 * The heads are of now, so what came after the place is taken off. What the log holds up to a place that was read does
 * not change any more, so each page may see the database at a moment of its own. Ordered by bytes, as the search index
 * orders ids, whatever the collation of the database.
 */
const versionsPage = `
  WITH page AS (
    SELECT h.stream_id, h.version, h.status FROM stream_heads AS h
    WHERE h.stream_id COLLATE "C" > $1 AND h.stream_id COLLATE "C" < '${pastStreams}'
    ORDER BY h.stream_id COLLATE "C" LIMIT ${pageSize}
  ), later AS (
    SELECT e.stream_id, min(e.stream_version) - 1 AS version FROM events AS e
    WHERE e.category = 'product' AND (e.epoch, e.tx, e.position) > ($2::smallint, $3::text::xid8, $4::bigint)
    GROUP BY e.stream_id
  )
  SELECT page.stream_id, coalesce(later.version, page.version) AS version,
    CASE WHEN later.version IS NULL THEN page.status = 'withdrawn'
      ELSE coalesce((SELECT e.type = 'ProductWithdrawn' FROM events AS e
        WHERE e.stream_id = page.stream_id AND e.stream_version = later.version), false)
    END AS withdrawn
  FROM page LEFT JOIN later ON later.stream_id = page.stream_id
  ORDER BY page.stream_id COLLATE "C"`

const decodePage = Schema.decodeUnknownSync(
  Schema.Array(Schema.Struct({ stream_id: Schema.String, version: Schema.Int, withdrawn: Schema.Boolean }))
)

/** Pages of the products that the log knows up to the place, in the order of ids. */
export const versionsAt = (
  place: Cursor
): Stream.Stream<ReadonlyArray<ProductVersion>, StorageUnavailable, PgClient.PgClient> =>
  Stream.paginate(
    productStreamPrefix,
    Effect.fnUntraced(function* (after: string) {
      const client = yield* PgClient.PgClient
      const rows = decodePage(
        yield* query(client, "read the versions of products", versionsPage, [after, ...toOrder(place)])
      )
      // a product whose first event is past the place has version 0 there
      const versions = rows
        .filter(({ version }) => version > 0)
        .map(({ stream_id, version, withdrawn }): ProductVersion => ({
          id: productOfStream(stream_id),
          version,
          isWithdrawn: withdrawn
        }))
      const last = rows.length === pageSize ? rows.at(-1) : undefined
      return [[versions], last === undefined ? Option.none() : Option.some(last.stream_id)] as const
    })
  )

export interface VersionsSummary {
  readonly digest: IndexDigest
  /** some of the products, each as likely as any other */
  readonly samples: ReadonlyArray<ProductVersion>
}

/**
 * What an index that holds the log up to the place must answer as its digest. The place must have been read from the
 * log. `instead`: what it holds of products that it does not follow so far, `null` for nothing. `onPage` is told the number of products
 * of each page.
 */
export const summaryAt = Effect.fn("PostgresProductVersions.summaryAt")(function* <E, R>(
  place: Cursor,
  samplesMax: number,
  instead: ReadonlyMap<string, ProductVersion | null>,
  onPage: (products: number) => Effect.Effect<void, E, R>
) {
  const hash = createHash("sha256")
  const samples: Array<ProductVersion> = []
  let products = 0
  let withdrawn = 0
  const add = (product: ProductVersion): void => {
    hash.update(`${product.id} ${product.version}\n`)
    if (product.isWithdrawn) withdrawn++
    else products++
    // reservoir sampling: Vitter, "Random Sampling with a Reservoir", algorithm R
    const seen = products + withdrawn
    const slot = seen <= samplesMax ? seen - 1 : Math.floor(Math.random() * seen)
    if (slot < samplesMax) samples[slot] = product
  }
  yield* Stream.runForEach(versionsAt(place), (page) => {
    for (const product of page) {
      const held = instead.get(product.id)
      if (held !== null) add(held ?? product)
    }
    return onPage(page.length)
  })
  const summary: VersionsSummary = { digest: { products, withdrawn, checksum: hash.digest("hex") }, samples }
  return summary
})
