import { Context, Effect, Layer } from "effect"
import { mkdtempSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { SearchQuery } from "../domain/search/SearchQuery.ts"
import { compact } from "../infra/sqlite/product-index/Compaction.ts"
import { openSqlite, ViewsDatabase } from "../infra/sqlite/Sqlite.ts"
import * as SqliteProductIndex from "../infra/sqlite/SqliteProductIndex.ts"
import { ProductIndex } from "../projections/ports/ProductIndex.ts"
import { toDocument } from "../projections/product-search/ProductDocument.ts"
import { seededRandom, syntheticCatalogue } from "./SyntheticCatalogue.ts"

// node bin/node.mjs bench/search.ts [products] [sortAllMax …]
// Times of whole searches (page and exact total), each kind once with totals counted anew and once as the service runs.
// "naive" fetches all matches of the same query and sorts them, in the same run: ratios survive a busy machine.

const productCount = Number(process.argv[2] ?? 20_000)
const thresholds = process.argv.slice(3).map(Number)
const batchSize = 1_000
const rounds = 100

type Index = Context.Service.Shape<typeof ProductIndex>

const print = (line: string) => process.stdout.write(`${line}\n`)

const build = Effect.fnUntraced(function* (index: Index) {
  const catalogue = syntheticCatalogue(1)
  const started = performance.now()
  for (let first = 0; first < productCount; first += batchSize) {
    const documents = Array.from({ length: batchSize }, (_, i) => toDocument(catalogue.product(first + i), 1))
    yield* index.apply(documents.map((document) => ({ _tag: "Put", document })))
  }
  const seconds = (performance.now() - started) / 1000
  print(`${productCount} products in ${seconds.toFixed(1)} s, ${Math.round(productCount / seconds)} a second`)
  return catalogue
})

const query = (text: string, more: Partial<SearchQuery> = {}): SearchQuery => ({
  text,
  language: "en",
  region: null,
  source: null,
  limit: 10,
  offset: 0,
  ...more
})

const transliterated = ["moloko", "tvorog", "grechka", "smetana", "kolbasa", "halib", "dajaj", "шоколат", "чикен"]
const retyped = ["vjkjrj", "cvtnfyf", "ьшдл", "срщсщдфеу", "pgdf", ",fyfy", "[kt,"]

const queryKinds = (common: ReadonlyArray<string>, rare: ReadonlyArray<string>) => {
  const random = seededRandom(2)
  const long = common.filter((word) => word.length >= 4)
  const oneOf = (list: ReadonlyArray<string>) => list[Math.floor(random() * list.length)] ?? ""
  const misspelt = (word: string) => {
    const at = 1 + Math.floor(random() * (word.length - 2))
    return word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2)
  }
  return {
    "common word": () => query(oneOf(common)),
    "rare word": () => query(oneOf(rare)),
    "two words": () => query(`${oneOf(common)} ${oneOf(common)}`),
    "common and rare": () => query(`${oneOf(common)} ${oneOf(rare)}`),
    "prefix of 2": () => query(oneOf(common).slice(0, 2)),
    "prefix of 3": () => query(oneOf(common).slice(0, 3)),
    "prefix of 5": () => query(oneOf(common).slice(0, 5)),
    typo: () => query(misspelt(oneOf(long))),
    "typo of two": () => query(`${oneOf(common)} ${misspelt(oneOf(long))}`),
    "other script": () => query(oneOf(transliterated)),
    "other layout": () => query(oneOf(retyped)),
    unknown: () => query(`${oneOf(["ququ", "wolpet", "xanthor", "мыфрик", "жубаркель"])}${Math.floor(random() * 9)}ra`),
    "rare typo": () => query(misspelt(oneOf(rare))),
    region: () => query(oneOf(common), { region: "gcc" }),
    source: () => query(oneOf(common), { source: "curated" }),
    "other language": () => query(oneOf(common), { language: "ar" }),
    "offset 1,000": () => query(oneOf(common), { offset: 1_000, limit: 50 }),
    "offset 10,000": () => query(oneOf(common), { offset: 10_000, limit: 50 })
  }
}

const quantile = (sorted: ReadonlyArray<number>, q: number) => sorted[Math.floor(q * (sorted.length - 1))] ?? Number.NaN

const time = Effect.fnUntraced(function* (
  index: Index,
  queries: ReadonlyArray<SearchQuery>,
  before: Effect.Effect<void, unknown>
) {
  const times: Array<number> = []
  for (const each of queries) {
    yield* before
    const started = performance.now()
    yield* index.search(each)
    times.push(performance.now() - started)
  }
  times.sort((a, b) => a - b)
  return { p50: quantile(times, 0.5), p99: quantile(times, 0.99) }
})

const column = (text: string) => text.padStart(16)
const both = ({ p50, p99 }: { readonly p50: number; readonly p99: number }) =>
  column(`${p50.toFixed(2)} / ${p99.toFixed(2)}`)

const compare = Effect.fnUntraced(function* (
  indexes: ReadonlyArray<readonly [string, Index]>,
  kinds: ReturnType<typeof queryKinds>
) {
  print(column("p50 / p99 ms") + indexes.map(([name]) => column(name) + column(`${name} cold`)).join(""))
  for (const [kind, make] of Object.entries(kinds)) {
    const queries = Array.from({ length: rounds }, make)
    let line = column(kind)
    for (const [, index] of indexes) {
      const cold = yield* time(index, queries, index.apply([]))
      line += both(yield* time(index, queries, Effect.void)) + both(cold)
    }
    print(line)
  }
})

const folder = mkdtempSync(join(tmpdir(), "fooddata-bench-"))
process.on("exit", () => rmSync(folder, { recursive: true, force: true }))
const path = join(folder, "views.db")

const program = Effect.gen(function* () {
  const db = yield* openSqlite({ path, synchronous: "NORMAL" })
  const views = Layer.succeed(ViewsDatabase, { current: () => db })
  const open = (layer: Layer.Layer<ProductIndex, unknown, ViewsDatabase>) =>
    Layer.build(layer.pipe(Layer.provide(views))).pipe(Effect.map((context) => Context.get(context, ProductIndex)))
  const service = yield* open(SqliteProductIndex.layerWith())
  const catalogue = yield* build(service)
  const started = performance.now()
  yield* compact(db)
  print(`compacted in ${((performance.now() - started) / 1000).toFixed(1)} s`)
  db.exec("PRAGMA wal_checkpoint(TRUNCATE)")
  print(`${(statSync(path).size / productCount / 1024).toFixed(2)} KiB a product`)
  const others = yield* Effect.forEach(thresholds, (sortAllMax) =>
    Effect.map(
      open(SqliteProductIndex.layerWith({ sortAllMax: () => sortAllMax })),
      (index) => [`≤${sortAllMax}`, index] as const
    )
  )
  const naive = yield* open(SqliteProductIndex.layerWith({ sortAllMax: () => productCount }))
  yield* compare([["service", service], ...others, ["naive", naive]], queryKinds(catalogue.common, catalogue.rare))
})

await Effect.runPromise(Effect.scoped(program))
