import { Effect, Layer } from "effect"
import { statSync } from "node:fs"
import { join } from "node:path"
import { openPageChecksums } from "../infra/sqlite/page-checksums/PageChecksums.ts"
import { damageOf } from "../infra/sqlite/page-checksums/ScrubPages.ts"
import { createProductIndex, isCurrentProductIndex } from "../infra/sqlite/product-index/IndexSchema.ts"
import { checkedColumns, readProduct } from "../infra/sqlite/product-index/StoredProduct.ts"
import { openSqlite, type SqliteDatabase, ViewsDatabase } from "../infra/sqlite/Sqlite.ts"
import * as SqliteProductIndex from "../infra/sqlite/SqliteProductIndex.ts"
import { openViews } from "../infra/sqlite/ViewsFile.ts"
import { ProductIndex } from "../projections/ports/ProductIndex.ts"
import { toDocument } from "../projections/product-search/ProductDocument.ts"
import { temporaryFolder } from "../test/support/EmbeddedStores.ts"
import { median } from "./Statistics.ts"
import { syntheticCatalogue } from "./SyntheticCatalogue.ts"

// node bin/node.mjs bench/checksums.ts [batches]
// CPU time of what the checksums of `views.db` cost: writing batches of products and reading rows, in turns with the same
// without them, and comparing the whole file with them.

const batches = Number(process.argv[2] ?? 20)
const batchSize = 200
const rounds = 10

const schema = { create: createProductIndex, complete: () => {}, isCurrent: isCurrentProductIndex }
const catalogue = syntheticCatalogue(1)
const print = (line: string) => process.stdout.write(`${line}\n`)

/** ms */
const cpuOf = <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<number, E, R> =>
  Effect.suspend(() => {
    const before = process.cpuUsage()
    return Effect.map(work, () => {
      const { system, user } = process.cpuUsage(before)
      return (system + user) / 1_000
    })
  })

const indexOn = (db: SqliteDatabase) =>
  Effect.provide(
    ProductIndex.useSync((index) => index),
    SqliteProductIndex.layerUnmerged.pipe(Layer.provide(Layer.succeed(ViewsDatabase, { current: () => db }))),
    { local: true }
  )

const checkedSql = `SELECT ${checkedColumns} FROM products WHERE id = ?`

const program = Effect.gen(function* () {
  const folder = yield* temporaryFolder
  const [checkedPath, plainPath] = [join(folder, "views.db"), join(folder, "plain.db")]
  const checked = yield* openViews(checkedPath, schema)
  const plain = yield* openSqlite({ path: plainPath, synchronous: "NORMAL" })
  yield* plain.write("create", () => createProductIndex(plain))
  const sides = [
    { index: yield* indexOn(plain), times: new Array<number>() },
    { index: yield* indexOn(checked), times: new Array<number>() }
  ]
  for (let batch = 0; batch < batches; batch++) {
    const documents = Array.from({ length: batchSize }, (_, i) =>
      toDocument(catalogue.product(batch * batchSize + i), 1)
    )
    for (const { index, times } of batch % 2 === 0 ? sides : sides.toReversed()) {
      times.push(yield* cpuOf(index.apply(documents.map((document) => ({ _tag: "Put" as const, document })))))
    }
  }
  const [without = 0, withSums = 0] = sides.map(({ times }) => median(times))
  print(`a batch of ${batchSize}: ${withSums.toFixed(1)} ms, ${without.toFixed(1)} without checksums of pages`)

  const read = (find: (id: string) => void) =>
    Effect.map(cpuOf(Effect.sync(() => ids.forEach(find))), (ms) => (1_000 * ms) / ids.length)
  const ids = Array.from({ length: batches * batchSize }, (_, i) => catalogue.product(i).id)
  const [verified, bare] = [new Array<number>(), new Array<number>()]
  for (let round = 0; round < rounds; round++) {
    bare.push(yield* read((id) => checked.statement("SELECT facts FROM products WHERE id = ?").get(id)))
    verified.push(yield* read((id) => readProduct(checked.statement(checkedSql).get(id) ?? {})))
  }
  print(
    `the row of a product: ${median(verified).toFixed(1)} µs, ${median(bare).toFixed(1)} of its facts without a check`
  )

  const pages = openPageChecksums(checkedPath)
  if (pages === null) return yield* Effect.die("the file has no checksums")
  yield* Effect.addFinalizer(() => Effect.sync(pages.close))
  const compared = yield* Effect.replicateEffect(cpuOf(damageOf(pages)), rounds)
  const size = statSync(checkedPath).size
  print(`all pages of ${(size / 1e6).toFixed(0)} MB: ${((median(compared) / size) * 1e9).toFixed(0)} ms a gigabyte`)
})

await Effect.runPromise(Effect.scoped(program))
