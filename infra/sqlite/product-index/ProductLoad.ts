import { Effect } from "effect"
import type { StorageUnavailable } from "../../../domain/ports/StorageUnavailable.ts"
import type { SqliteDatabase } from "../Sqlite.ts"
import type { LoadedProduct } from "./LoadedProduct.ts"
import { loadedTables } from "./LoadedTables.ts"

/** A load of an empty product index, which nobody reads before it is finished. */
export interface ProductLoad {
  /** Takes products that were not added before. */
  readonly add: (products: ReadonlyArray<LoadedProduct>) => Effect.Effect<void, StorageUnavailable>
  /** Makes the indexes of the tables, and one segment of all words. */
  readonly finish: Effect.Effect<void, StorageUnavailable>
}

/** Begins to load. Words are sorted in memory, run by run, and the runs merged at the end; ids and barcodes are sorted once. */
export const startLoad = Effect.fnUntraced(function* (db: SqliteDatabase) {
  const tables = loadedTables(db)
  yield* db.write("prepare the product index for a load", tables.begin)
  const load: ProductLoad = {
    add: (products) => db.write("load products", () => tables.add(products)),
    finish: Effect.gen(function* () {
      yield* db.write("sort what was loaded", tables.end)
      while (yield* db.write("merge what was loaded", tables.merge)) yield* Effect.yieldNow
    })
  }
  return load
})
