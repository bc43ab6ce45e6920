import "effect/schema/SchemaJITCompiler/enable"
import { Context, Effect, Layer, Schedule } from "effect"
import { mkdtempSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { readBundled } from "../data/semantic/BundledModel.ts"
import { plans } from "../domain/key/Plan.ts"
import * as BundledEmbedder from "../infra/embedding/BundledEmbedder.ts"
import { createProductIndex } from "../infra/sqlite/product-index/IndexSchema.ts"
import { openSqlite, ViewsDatabase } from "../infra/sqlite/Sqlite.ts"
import * as SqliteProductVectors from "../infra/sqlite/SqliteProductVectors.ts"
import { Embedder } from "../projections/ports/Embedder.ts"
import { neighboursMax, ProductVectors } from "../projections/ports/ProductVectors.ts"
import { SemanticSearch } from "../src/queries/SemanticSearch.ts"
import { semanticQueries } from "../test/support/SemanticQueries.ts"
import { embedRecallQueries, exactTen, fillMixed, recallOf } from "./MixedVectors.ts"
import { cpuMs, ownMb } from "./ProcessUse.ts"
import { quantile } from "./Statistics.ts"

// node bin/node.mjs bench/semantic.ts [products] [questions of recall]
// How fast products are embedded; then, over so many vectors, how soon a started process answers, what it takes of
// memory, how long a search takes and how much of the exact answer it finds. The vectors are those of the bundled
// catalogue, each mixed with some of another product's, so that they keep the structure that the model gives them.

const productCount = Number(process.argv[2] ?? 200_000)
/** Default all, some 600: their exact ten take a quarter of an hour over a million products. */
const askedMax = Number(process.argv[3] ?? Infinity)
const rounds = 200

const print = (line: string) => process.stdout.write(`${line}\n`)
const secondsSince = (started: number) => (performance.now() - started) / 1_000

const program = Effect.gen(function* () {
  const embedder = yield* Embedder
  const products = yield* Effect.promise(readBundled)
  yield* embedder.embedProducts(products.slice(0, 1_000))
  let started = performance.now()
  const vectors = yield* embedder.embedProducts(products)
  print(`embedding: ${Math.round(products.length / secondsSince(started))} products a second, in the thread`)

  const folder = mkdtempSync(join(tmpdir(), "fooddata-bench-"))
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, "views.db")
  const db = yield* openSqlite({ path, synchronous: "NORMAL" })
  yield* db.write("create", () => createProductIndex(db))
  const open = Layer.build(
    SemanticSearch.layer.pipe(
      Layer.provideMerge(SqliteProductVectors.layerRead),
      Layer.provide(BundledEmbedder.layerMeaning),
      Layer.provide(Layer.succeed(Embedder, embedder)),
      Layer.provide(Layer.succeed(ViewsDatabase, { current: () => db }))
    )
  )
  // makes the tables
  yield* Effect.scoped(open)

  const asked = (yield* embedRecallQueries).slice(0, askedMax)
  const exact = asked.map(exactTen)
  started = performance.now()
  yield* fillMixed(db, { products, vectors }, productCount, (vector) => exact.forEach(({ see }) => see(vector)))
  db.exec("PRAGMA wal_checkpoint(TRUNCATE)")
  print(`${productCount} vectors written in ${secondsSince(started).toFixed(0)} s, exact comparison included`)
  print(`${(statSync(path).size / productCount / 1_024).toFixed(2)} KiB a product with its facts`)

  const before = ownMb()
  started = performance.now()
  const context = yield* open
  const { nearest } = Context.get(context, ProductVectors)
  const { search } = Context.get(context, SemanticSearch)
  const first = yield* embedder.embedQuery("milk")
  yield* nearest(first, 10).pipe(Effect.retry(Schedule.spaced("10 millis")))
  print(`first answer after ${secondsSince(started).toFixed(1)} s; ${(ownMb() - before).toFixed(0)} MB more memory`)

  const scans: Array<number> = []
  const whole: Array<number> = []
  const cpuBefore = cpuMs()
  for (let round = 0; round < rounds; round++) {
    const text = semanticQueries[round % semanticQueries.length] ?? ""
    const query = yield* embedder.embedQuery(text)
    let began = performance.now()
    yield* nearest(query, neighboursMax)
    scans.push(performance.now() - began)
    began = performance.now()
    yield* search(text, 10, plans.business)
    whole.push(performance.now() - began)
  }
  const times = (all: ReadonlyArray<number>) =>
    `${quantile(all, 0.5).toFixed(1)} / ${quantile(all, 0.99).toFixed(1)} ms`
  print(`the nearest ${neighboursMax}: p50 / p99 ${times(scans)}`)
  print(`whole search:    p50 / p99 ${times(whole)}; ${(ownMb() - before).toFixed(0)} MB more memory`)
  print(`CPU of all threads: ${((cpuMs() - cpuBefore) / rounds / 2).toFixed(1)} ms a search`)

  const found = yield* Effect.forEach(asked, (query) =>
    Effect.map(nearest(query, 10), (answer) => answer.map(({ cosine }) => cosine))
  )
  const recall = recallOf(
    found,
    exact.map(({ best }) => best)
  )
  print(
    `recall@10 of ${asked.length} queries against an exact comparison of the unrounded vectors: ${recall.toFixed(4)}`
  )
})

await Effect.runPromise(Effect.scoped(program).pipe(Effect.provide(BundledEmbedder.layer)))
