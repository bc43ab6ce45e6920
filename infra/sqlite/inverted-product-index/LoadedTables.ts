import type { SearchableProduct } from "../../../domain/search/SearchableProduct.ts"
import { Run } from "../../inverted-index/Run.ts"
import type { SqliteDatabase } from "../Sqlite.ts"
import { createIndexes, dropIndexes } from "./IndexTables.ts"
import { insertProductSql, productParameters, type ProductRow } from "./ProductRow.ts"
import { chunksOf, listSegment, takeSegmentNumber } from "./SegmentStore.ts"

/** A product as it is loaded; `null`: it is withdrawn, and so found by nothing. */
export interface LoadedProduct extends ProductRow {
  readonly searchable: SearchableProduct | null
}

/**
 * The tables of an empty index while they are loaded; each step is for the inside of a write transaction. Words are
 * sorted in memory, run by run, each of which becomes a segment.
 */
export const loadedTables = (db: SqliteDatabase) => {
  let number = 0
  const run = new Run()
  const writeRun = (): void => {
    if (run.size === 0) return
    const segment = takeSegmentNumber(db)
    const { products } = run.write(chunksOf(db), segment)
    listSegment(db, { segment, products, deleted: 0 })
  }
  return {
    begin: () => dropIndexes(db),
    add: (products: ReadonlyArray<LoadedProduct>): void => {
      for (const { searchable, ...row } of products) {
        number++
        db.statement(insertProductSql).run(...productParameters(row, number))
        if (searchable !== null) run.add(searchable, number)
      }
      if (run.isFull) writeRun()
    },
    end: (): void => {
      writeRun()
      createIndexes(db)
    }
  }
}
