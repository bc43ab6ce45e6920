import { Effect, Schema } from "effect"
import { existsSync, readdirSync, rmSync, statSync } from "node:fs"
import { join } from "node:path"
import type { Cursor } from "../../domain/EventEnvelope.ts"
import { StorageUnavailable } from "../../domain/ports/StorageUnavailable.ts"
import { ProductId } from "../../domain/product/ProductId.ts"
import type { HeldProduct } from "../../projections/product-search/CompareProducts.ts"
import type { DataPaths } from "./DataDirectory.ts"
import { checksumsOf } from "./page-checksums/PageChecksums.ts"
import { decodeProducts } from "./product-index/StoredFacts.ts"
import { checkedColumns, readProduct } from "./product-index/StoredProduct.ts"
import { openSqlite } from "./Sqlite.ts"
import { loadCheckpoint, loadParked } from "./SqliteCheckpoints.ts"
import { discard, viewsCheckpoint } from "./ViewsFile.ts"

/** A read model in the data directory: `null` is the live one. */
export interface ViewsListing {
  readonly name: string | null
  /** it shows the log up to here */
  readonly place: Cursor
  readonly products: number
  /** streams of which it shows what they were before an event that cannot be read */
  readonly parked: number
  readonly bytes: number
}

const ofName = /^views-(.+)\.db$/
const pageSize = 500

/** The file of a view of its own. */
export const viewsAt = ({ root }: DataPaths, name: string): string => join(root, `views-${name}.db`)

const onDisk = <A>(operation: string, work: () => A) =>
  Effect.try({ try: work, catch: (cause) => new StorageUnavailable({ operation, cause }) })

const Count = Schema.Struct({ products: Schema.Int })
const decodeCount = Schema.decodeUnknownSync(Count)

const look = (path: string, name: string | null) =>
  Effect.scoped(
    Effect.gen(function* () {
      const db = yield* openSqlite({ path, synchronous: "NORMAL", readOnly: true })
      return yield* db.read(`look into ${path}`, (): ViewsListing => {
        const count = db.statement("SELECT count(*) AS products FROM products WHERE facts IS NOT NULL").get()
        return {
          name,
          place: loadCheckpoint(db, viewsCheckpoint),
          products: decodeCount(count).products,
          parked: loadParked(db, viewsCheckpoint).length,
          bytes: statSync(path).size
        }
      })
    })
  )

/** The live one first, the others by name. */
export const listViews = Effect.fnUntraced(function* (paths: DataPaths) {
  const names = yield* onDisk("list the views", () =>
    readdirSync(paths.root)
      .flatMap((file) => ofName.exec(file)?.[1] ?? [])
      .toSorted()
  )
  const live = existsSync(paths.views) ? [yield* look(paths.views, null)] : []
  return [...live, ...(yield* Effect.forEach(names, (name) => look(viewsAt(paths, name), name)))]
})

export const dropView = (paths: DataPaths, name: string) =>
  onDisk(`remove the view ${name}`, () => {
    const path = viewsAt(paths, name)
    rmSync(checksumsOf(path), { force: true })
    discard(path)
  })

/** The products of a views file in the order of ids, page by page. */
export const productsIn = Effect.fnUntraced(function* (path: string) {
  const db = yield* openSqlite({ path, synchronous: "NORMAL", readOnly: true })
  return (after: ProductId | null) =>
    db.read(`read ${path}`, (): ReadonlyArray<HeldProduct> => {
      const products = db
        .statement(
          `SELECT ${checkedColumns} FROM products WHERE id > ? AND facts IS NOT NULL ORDER BY id LIMIT ${pageSize}`
        )
        .all(after ?? "")
        .map(readProduct)
      return decodeProducts(products).flatMap(({ facts, id, version }) =>
        facts === null ? [] : [{ id: ProductId.make(id), version, facts }]
      )
    })
})
