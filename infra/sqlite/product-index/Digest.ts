import { Effect, Schema } from "effect"
import { createHash } from "node:crypto"
import type { StorageUnavailable } from "../../../domain/ports/StorageUnavailable.ts"
import type { IndexDigest } from "../../../projections/ports/ProductIndex.ts"
import type { SqliteDatabase } from "../Sqlite.ts"

/** Read at once; between two pages other work has its turn, so the index must not be written meanwhile. */
const pageSize = 10_000

const decodePage = Schema.decodeUnknownSync(
  Schema.Array(Schema.Struct({ id: Schema.String, version: Schema.Int, listed: Schema.Int }))
)
const pageSql =
  "SELECT id, version, rank IS NOT NULL AS listed FROM products WHERE id > ? ORDER BY id LIMIT " + String(pageSize)

/** Counts, and SHA-256 over a line `id version` for everything held, in the order of ids. */
export const digestOf = Effect.fnUntraced(function* (
  db: SqliteDatabase
): Effect.fn.Return<IndexDigest, StorageUnavailable> {
  const hash = createHash("sha256")
  let products = 0
  let withdrawn = 0
  let after: string | undefined = ""
  while (after !== undefined) {
    const from: string = after
    const rows = yield* db.read("digest the product index", () => decodePage(db.statement(pageSql).all(from)))
    for (const { id, listed, version } of rows) {
      hash.update(`${id} ${version}\n`)
      products += listed
      withdrawn += 1 - listed
    }
    after = rows.at(-1)?.id
    yield* Effect.yieldNow
  }
  return { products, withdrawn, checksum: hash.digest("hex") }
})
