import { Context, Effect, Layer } from "effect"
import { existsSync, mkdtempSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import type { SearchQuery } from "../domain/search/SearchQuery.ts"
import { compact } from "../infra/sqlite/product-index/Compaction.ts"
import { openSqlite, type SqliteDatabase, ViewsDatabase } from "../infra/sqlite/Sqlite.ts"
import * as SqliteProductIndex from "../infra/sqlite/SqliteProductIndex.ts"
import { ProductIndex } from "../projections/ports/ProductIndex.ts"
import { toDocument } from "../projections/product-search/ProductDocument.ts"
import { queryKinds } from "./SearchQueries.ts"
import { mean, quantile } from "./Statistics.ts"
import { syntheticCatalogue } from "./SyntheticCatalogue.ts"
import { searchByWords } from "../src/queries/WordSearch.ts"

// node bin/node.mjs bench/search.ts [products] [--file views.db] [--sort-all 100,300]
// Times of whole searches (page and exact total), each kind once as the service runs and once "first", with everything
// forgotten that was remembered of the index; behind them the mean of CPU time. "naive" fetches all matches of some of
// the same queries and sorts them, in the same run: ratios survive a busy machine; not beyond a million products, where it
// takes seconds. A file stays, so that the next run only searches.

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { file: { type: "string" }, "sort-all": { type: "string", default: "" } }
})
const productCount = Number(positionals[0] ?? 20_000)
const thresholds = values["sort-all"].split(",").filter(Boolean).map(Number)
const batchSize = 1_000
const rounds = 100
const naiveRounds = 5
const naiveProductsMax = 1_000_000
/** Of a query the least time counts: on a busy machine the others tell what else ran. */
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
  yield* compact(db)
  print(`compacted in ${((performance.now() - filled) / 1000).toFixed(1)} s`)
  db.exec("PRAGMA wal_checkpoint(TRUNCATE)")
})

const time = Effect.fnUntraced(function* (
  index: Index,
  queries: ReadonlyArray<SearchQuery>,
  before: Effect.Effect<void, unknown>
) {
  const times = queries.map(() => Number.POSITIVE_INFINITY)
  const cpuTimes: Array<number> = []
  for (let repeat = 0; repeat < repeats; repeat++) {
    for (const [i, each] of queries.entries()) {
      yield* before
      const cpu = process.cpuUsage()
      const started = performance.now()
      yield* searchByWords(index, each)
      times[i] = Math.min(times[i] ?? 0, performance.now() - started)
      const { system, user } = process.cpuUsage(cpu)
      cpuTimes.push((system + user) / 1000)
    }
  }
  return [quantile(times, 0.5), quantile(times, 0.99), mean(cpuTimes)]
})

const columnWidth = 23
const row = (cells: ReadonlyArray<string>) => print(cells.map((cell) => cell.padStart(columnWidth)).join(""))
const figures = (numbers: ReadonlyArray<number>) => numbers.map((each) => each.toFixed(2)).join(" / ")

const compare = Effect.fnUntraced(function* (services: ReadonlyArray<readonly [string, Index]>, naive: Index | null) {
  row([
    "p50 / p99 / CPU ms",
    ...services.flatMap(([name]) => [name, `${name} first`]),
    ...(naive === null ? [] : ["naive"])
  ])
  for (const [kind, make] of Object.entries(queryKinds(catalogue))) {
    const queries = Array.from({ length: rounds }, make)
    const cells = [kind]
    for (const [, index] of services) {
      const first = yield* time(index, queries, index.apply([]))
      cells.push(figures(yield* time(index, queries, Effect.void)), figures(first))
    }
    if (naive !== null) cells.push(figures(yield* time(naive, queries.slice(0, naiveRounds), Effect.void)))
    row(cells)
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
  const open = (layer: Layer.Layer<ProductIndex, unknown, ViewsDatabase>) =>
    Layer.build(layer.pipe(Layer.provide(views))).pipe(Effect.map((context) => Context.get(context, ProductIndex)))
  const service = yield* open(SqliteProductIndex.layerWith())
  if (!isFilled) yield* fill(db, service)
  print(`${(statSync(path).size / productCount / 1024).toFixed(2)} KiB a product`)
  const others = yield* Effect.forEach(thresholds, (sortAllMax) =>
    Effect.map(
      open(SqliteProductIndex.layerWith({ sortAllMax: () => sortAllMax })),
      (index) => [`≤${sortAllMax}`, index] as const
    )
  )
  const naive =
    productCount > naiveProductsMax
      ? null
      : yield* open(SqliteProductIndex.layerWith({ sortAllMax: () => productCount }))
  yield* compare([["service", service], ...others], naive)
})

await Effect.runPromise(Effect.scoped(program))
