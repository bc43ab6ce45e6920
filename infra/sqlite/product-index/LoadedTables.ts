import { ChunkBudget } from "../../inverted-index/ChunkCache.ts"
import { Merge } from "../../inverted-index/Merge.ts"
import { Run } from "../../inverted-index/Run.ts"
import { openSegment } from "../../inverted-index/Segment.ts"
import type { SqliteDatabase } from "../Sqlite.ts"
import { createIndexes, dropIndexes } from "./IndexSchema.ts"
import { noticing } from "./OpenIndex.ts"
import type { LoadedProduct } from "./LoadedProduct.ts"
import { insertProductSql, productParameters } from "./ProductRow.ts"
import { chunksOf, dropTemporaryChunks, listSegment, takeSegmentNumber, temporaryChunks } from "./SegmentStore.ts"

/** What a merge of the runs holds of them in memory, bytes. */
const mergeBudget = 16_777_216

/**
 * The tables of an empty index while they are loaded; each step is for the inside of a write transaction. Words are
 * sorted in memory, run by run. The runs lie in a temporary file and are merged into the one segment of the index.
 */
export const loadedTables = (db: SqliteDatabase) => {
  const runs = temporaryChunks(db)
  const run = new Run()
  let number = 0
  let runCount = 0
  let merging: { readonly merge: Merge; readonly segment: number } | null = null

  const writeRun = (): void => {
    if (run.size > 0) run.write(runs, ++runCount)
  }
  const beginToMerge = () => {
    const budget = new ChunkBudget(mergeBudget)
    const sources = Array.from({ length: runCount }, (_, i) => openSegment(runs, budget, i + 1, null))
    const segment = takeSegmentNumber(db)
    return { merge: new Merge(sources, chunksOf(db), segment), segment }
  }
  return {
    begin: () => dropIndexes(db),
    add: (products: ReadonlyArray<LoadedProduct>): void => {
      for (const { terms, ...row } of products) {
        number++
        db.statement(insertProductSql).run(...productParameters(row, number))
        if (terms === null || row.rank === null) continue
        if (terms.startsRun) writeRun()
        run.addNumbered({ key: row.rank, id: row.id, number }, terms)
      }
    },
    end: (): void => {
      writeRun()
      createIndexes(db)
    },
    /** Merges a little more of the runs; false: all is done. */
    merge: (): boolean =>
      noticing(() => {
        if (runCount === 0) return false
        merging ??= beginToMerge()
        const { merge, segment } = merging
        if (merge.step()) return true
        listSegment(db, { segment, products: merge.header?.products ?? 0, deleted: 0 })
        dropTemporaryChunks(db)
        return false
      })
  }
}
