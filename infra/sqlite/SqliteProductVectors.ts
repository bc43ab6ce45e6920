import { Context, Effect, Layer, Predicate, Scope, Semaphore } from "effect"
import { StorageUnavailable } from "../../domain/ports/StorageUnavailable.ts"
import { compareIds } from "../../domain/search/Ranking.ts"
import { Embedder } from "../../projections/ports/Embedder.ts"
import {
  type Neighbour,
  neighboursMax,
  ProductVectors,
  VectorsIncomplete
} from "../../projections/ports/ProductVectors.ts"
import { isZero } from "../../projections/product-vectors/StoredVector.ts"
import { startThread, type Thread } from "../threads/Thread.ts"
import { decodeProducts } from "./product-index/StoredFacts.ts"
import { checkedColumns, readProduct } from "./product-index/StoredProduct.ts"
import { keepFilled } from "./product-vectors/FillVectors.ts"
import type { ScanAnswer } from "./product-vectors/NearestVectors.ts"
import type { ScanQuestion } from "./product-vectors/ScanThread.ts"
import { ensureProductVectors, fileOf } from "./product-vectors/VectorSchema.ts"
import { isComplete, readCoverage } from "./product-vectors/VectorWrites.ts"
import { pathOf, type SqliteDatabase, ViewsDatabase } from "./Sqlite.ts"
import { UnnoticedDamage } from "./UnnoticedDamage.ts"

const operation = "find the nearest products"
/** Facts are read and decoded in slices of so many, between which other requests have their turn. */
const factsPerSlice = 64
/** How often the thread takes in what was written, so that a question need not wait for it. */
const followInterval = "1 second"

/** What `ScanThread.ts` answers. */
export const isScanAnswer = (value: unknown): value is ScanAnswer =>
  Predicate.hasProperty(value, "file") &&
  Predicate.isString(value.file) &&
  Predicate.hasProperty(value, "numbers") &&
  value.numbers instanceof Float64Array &&
  Predicate.hasProperty(value, "cosines") &&
  value.cosines instanceof Float64Array

/** A thread that is started when it is first needed, and again after it has ended. */
const scanThread = Effect.gen(function* () {
  const scope = yield* Effect.scope
  let thread: Thread | null = null
  return Effect.suspend(() => {
    if (thread?.isAlive() === true) return Effect.succeed(thread)
    return startThread("vector-scan", new URL("product-vectors/ScanThread.ts", import.meta.url)).pipe(
      Effect.provideService(Scope.Scope, scope),
      Effect.tap((started) => Effect.sync(() => (thread = started)))
    )
  })
})

/** Finds the nearest products by number, in the live views; the thread may be another one than the caller's. */
export class VectorScan extends Context.Service<
  VectorScan,
  { readonly scan: (query: Float32Array, limit: number) => Effect.Effect<ScanAnswer, StorageUnavailable> }
>()("fooddata/infra/sqlite/SqliteProductVectors/VectorScan") {}

/** Prepares the tables of each file that becomes live, and scans its vectors in a thread. The file must be one on disk. */
const scanning: Layer.Layer<VectorScan, StorageUnavailable, ViewsDatabase | Embedder> = Layer.effect(
  VectorScan,
  Effect.gen(function* () {
    const views = yield* ViewsDatabase
    const { model } = yield* Embedder
    const thread = yield* scanThread
    // one question at a time: who gives up waiting has then not been computed for
    const oneAtATime = yield* Semaphore.make(1)
    let held: SqliteDatabase | null = null
    const prepared = Effect.suspend(() => {
      const db = views.current()
      if (held === db) return Effect.succeed(db)
      return db.write("prepare the vectors of products", () => {
        ensureProductVectors(db, model)
        held = db
        return db
      })
    })
    yield* prepared

    const scan = (question: Omit<ScanQuestion, "path">) =>
      Effect.flatMap(prepared, (db) =>
        thread.pipe(
          Effect.flatMap(({ ask }) => ask({ ...question, path: pathOf(db) })),
          oneAtATime.withPermits(1),
          Effect.filterOrFail(isScanAnswer, () => new Error("the thread answered something else")),
          Effect.mapError((cause) => new StorageUnavailable({ operation, cause }))
        )
      )

    yield* scan({ query: null, limit: 0, most: 0 }).pipe(
      Effect.catchCause((cause) => Effect.logDebug("the vectors could not be followed", cause)),
      // not at once: reading all of them would take its time from a service that is just starting
      Effect.delay(followInterval),
      Effect.forever,
      Effect.forkScoped
    )
    return VectorScan.of({ scan: (query, limit) => scan({ query, limit, most: neighboursMax }) })
  })
)

/** The vectors in `views.db`, which `VectorScan` has prepared, with the facts of what it finds. */
export const layerFound: Layer.Layer<ProductVectors, never, ViewsDatabase | VectorScan> = Layer.effect(
  ProductVectors,
  Effect.gen(function* () {
    const views = yield* ViewsDatabase
    const { scan } = yield* VectorScan

    const nearest = Effect.fnUntraced(function* (query: Float32Array, limit: number) {
      const db = views.current()
      if (!(yield* db.read(operation, () => isComplete(db)))) return yield* new VectorsIncomplete()
      if (isZero(query)) return []
      const wanted = Math.min(limit, neighboursMax)
      const answer = yield* scan(query, wanted)
      const file = yield* db.read(operation, () => fileOf(db))
      if (answer.file === file) return (yield* withFacts(db, answer)).slice(0, wanted)
      return yield* new StorageUnavailable({ operation, cause: new Error("another file took the place of this one") })
    })

    return ProductVectors.of({
      nearest: Effect.fn("ProductVectors.nearest")(function* (query: Float32Array, limit: number) {
        return yield* nearest(query, limit)
      }),
      coverage: Effect.suspend(() => {
        const db = views.current()
        return db.read("count the vectors of products", () => readCoverage(db))
      })
    })
  })
)

/** The vectors in `views.db`, without what makes them: see `layer`. */
export const layerRead: Layer.Layer<ProductVectors | VectorScan, StorageUnavailable, ViewsDatabase | Embedder> =
  layerFound.pipe(Layer.provideMerge(scanning))

const factsSql = `
  SELECT ${checkedColumns} FROM products WHERE number IN (SELECT value FROM json_each(?))`

/** The products of these numbers; a withdrawn one keeps its row. */
const readNumbered = (db: SqliteDatabase, numbers: ReadonlyArray<number>) => {
  const rows = db.statement(factsSql).all(JSON.stringify(numbers))
  if (rows.length < numbers.length) throw new UnnoticedDamage("a vector, which is of no product,")
  return rows.map(readProduct)
}

const byCosine = (a: Neighbour, b: Neighbour): number => b.cosine - a.cosine || compareIds(a.facts.id, b.facts.id)

/** A product that was withdrawn in this moment is left out. Decoding many at once costs half of one by one. */
const withFacts = Effect.fnUntraced(function* (db: SqliteDatabase, { cosines, numbers }: ScanAnswer) {
  const found: Array<Neighbour> = []
  for (let first = 0; first < numbers.length; first += factsPerSlice) {
    const slice = Array.from(numbers.subarray(first, first + factsPerSlice))
    const rows = yield* db.read(operation, () => readNumbered(db, slice))
    const cosineOf = new Map(slice.map((number, i) => [number, cosines[first + i] ?? 0]))
    for (const { facts, number } of decodeProducts(rows)) {
      if (facts !== null) found.push({ facts, cosine: cosineOf.get(number) ?? 0 })
    }
    yield* Effect.yieldNow
  }
  return found.sort(byCosine)
})

/** The vectors in `views.db` as the service runs them: kept up with the products in the background. */
export const layer: Layer.Layer<ProductVectors | VectorScan, StorageUnavailable, ViewsDatabase | Embedder> =
  Layer.merge(
    layerRead,
    Layer.effectDiscard(Effect.flatMap(ViewsDatabase, (views) => Effect.forkScoped(keepFilled(() => views.current()))))
  )
