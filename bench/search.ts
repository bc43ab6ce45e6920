import { Context, Effect, Layer } from "effect"
import { existsSync, mkdtempSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import type { SearchQuery } from "../domain/search/SearchQuery.ts"
import { mergeAll } from "../infra/sqlite/product-index/SegmentMerging.ts"
import { openSqlite, type SqliteDatabase, ViewsDatabase } from "../infra/sqlite/Sqlite.ts"
import * as SqliteProductIndex from "../infra/sqlite/SqliteProductIndex.ts"
import { ProductIndex } from "../projections/ports/ProductIndex.ts"
import { toDocument } from "../projections/product-search/ProductDocument.ts"
import { queryKinds } from "./SearchQueries.ts"
import { mean, quantile } from "./Statistics.ts"
import { syntheticCatalogue } from "./SyntheticCatalogue.ts"
import { searchByWords } from "../src/queries/WordSearch.ts"

// node bin/node.mjs bench/search.ts [products] [--file views.db]
// Times of whole searches (page and exact total), each kind once when its queries are new ("first"; words that others asked
// for are remembered) and once again; behind them the mean of CPU time. A file stays, so that the next run only searches.
// bench/peers.ts compares with other indexes.

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { file: { type: "string" } }
})
const productCount = Number(positionals[0] ?? 20_000)
const batchSize = 1_000
const rounds = 100
/** Of a query that is asked again the least time counts: on a busy machine the others tell what else ran. */
const repeats = 3

type Index = Context.Service.Shape<typeof ProductIndex>

const print = (line: string) => process.stdout.write(`${line}\n`)

const catalogue = syntheticCatalogue(1)

const fill = Effect.fnUntraced(function* (db: SqliteDatabase, index: Index) {
  const started = performance.now()
  for (let first = 0; first < productCount; first += batchSize) {
    const documents = Array.from({ length: batchSize }, (_, i) => toDocument(catalogue.product(first + i), 1))
    yield* index.apply(documents.map((document) => ({ _tag: "Put", document })))
  }
  const filled = performance.now()
  const seconds = (filled - started) / 1000
  print(`${productCount} products in ${seconds.toFixed(1)} s, ${Math.round(productCount / seconds)} a second`)
  yield* mergeAll(db, () => {})
  print(`merged in ${((performance.now() - filled) / 1000).toFixed(1)} s`)
  db.exec("PRAGMA wal_checkpoint(TRUNCATE)")
})

const time = Effect.fnUntraced(function* (index: Index, queries: ReadonlyArray<SearchQuery>, times: number) {
  const least = queries.map(() => Number.POSITIVE_INFINITY)
  const cpuTimes: Array<number> = []
  for (let repeat = 0; repeat < times; repeat++) {
    for (const [i, each] of queries.entries()) {
      const cpu = process.cpuUsage()
      const started = performance.now()
      yield* searchByWords(index, each)
      least[i] = Math.min(least[i] ?? 0, performance.now() - started)
      const { system, user } = process.cpuUsage(cpu)
      cpuTimes.push((system + user) / 1000)
    }
  }
  return [quantile(least, 0.5), quantile(least, 0.99), mean(cpuTimes)]
})

const columnWidth = 23
const row = (cells: ReadonlyArray<string>) => print(cells.map((cell) => cell.padStart(columnWidth)).join(""))
const figures = (numbers: ReadonlyArray<number>) => numbers.map((each) => each.toFixed(2)).join(" / ")

const measure = Effect.fnUntraced(function* (index: Index) {
  row(["p50 / p99 / CPU ms", "first", "again"])
  for (const [kind, make] of Object.entries(queryKinds(catalogue))) {
    const queries = Array.from({ length: rounds }, make)
    const first = yield* time(index, queries, 1)
    row([kind, figures(first), figures(yield* time(index, queries, repeats))])
  }
})

const temporaryFile = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "fooddata-bench-"))
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }))
  return join(folder, "views.db")
}

const program = Effect.gen(function* () {
  const path = values.file ?? temporaryFile()
  const isFilled = existsSync(path)
  const db = yield* openSqlite({ path, synchronous: "NORMAL" })
  const views = Layer.succeed(ViewsDatabase, { current: () => db })
  const layer = SqliteProductIndex.layerUnmerged.pipe(Layer.provide(views))
  const index = Context.get(yield* Layer.build(layer), ProductIndex)
  if (!isFilled) yield* fill(db, index)
  print(`${(statSync(path).size / productCount / 1024).toFixed(2)} KiB a product`)
  yield* measure(index)
})

await Effect.runPromise(Effect.scoped(program))
