import { Array as Arr, Effect, Layer, Predicate, Schema, Scope, Semaphore } from "effect"
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
import { decodeAllFacts } from "./product-index/StoredFacts.ts"
import { keepFilled } from "./product-vectors/FillVectors.ts"
import type { ScanAnswer, ScanQuestion } from "./product-vectors/ScanThread.ts"
import { ensureProductVectors, fileOf } from "./product-vectors/VectorSchema.ts"
import { isComplete, readCoverage } from "./product-vectors/VectorWrites.ts"
import { pathOf, type SqliteDatabase, ViewsDatabase } from "./Sqlite.ts"

const operation = "find the nearest products"
/** Facts are read and decoded in slices of so many, between which other requests have their turn. */
const factsPerSlice = 64
/** How often the thread takes in what was written, so that a question need not wait for it. */
const followInterval = "1 second"

const isAnswer = (value: unknown): value is ScanAnswer =>
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

/** The vectors in `views.db`, without what makes them: see `layer`. The file must be one on disk. */
export const layerRead: Layer.Layer<ProductVectors, StorageUnavailable, ViewsDatabase | Embedder> = Layer.effect(
  ProductVectors,
  Effect.gen(function* () {
    const views = yield* ViewsDatabase
    const { model } = yield* Embedder
    const thread = yield* scanThread
    // one question at a time: who gives up waiting has then not been computed for
    const oneAtATime = yield* Semaphore.make(1)
    let held: { readonly db: SqliteDatabase; readonly file: string } | null = null
    const prepared = Effect.suspend(() => {
      const db = views.current()
      if (held?.db === db) return Effect.succeed(held)
      return db.write("prepare the vectors of products", () => {
        ensureProductVectors(db, model)
        held = { db, file: fileOf(db) }
        return held
      })
    })
    yield* prepared

    const scan = (question: ScanQuestion) =>
      thread.pipe(
        Effect.flatMap(({ ask }) => ask(question)),
        oneAtATime.withPermits(1),
        Effect.filterOrFail(isAnswer, () => new Error("the thread answered something else")),
        Effect.mapError((cause) => new StorageUnavailable({ operation, cause }))
      )

    const follow = Effect.flatMap(prepared, ({ db }) => scan({ path: pathOf(db), query: null, limit: 0, most: 0 }))
    yield* follow.pipe(
      Effect.catchCause((cause) => Effect.logDebug("the vectors could not be followed", cause)),
      // not at once: reading all of them would take its time from a service that is just starting
      Effect.delay(followInterval),
      Effect.forever,
      Effect.forkScoped
    )

    const nearest = Effect.fnUntraced(function* (query: Float32Array, limit: number) {
      const { db, file } = yield* prepared
      if (!(yield* db.read(operation, () => isComplete(db)))) return yield* new VectorsIncomplete()
      if (isZero(query)) return []
      const wanted = Math.min(limit, neighboursMax)
      const found = yield* scan({ path: pathOf(db), query, limit: wanted, most: neighboursMax })
      if (found.file === file) return (yield* withFacts(db, found)).slice(0, wanted)
      return yield* new StorageUnavailable({ operation, cause: new Error("another file took the place of this one") })
    })

    return ProductVectors.of({
      nearest: Effect.fn("ProductVectors.nearest")(function* (query: Float32Array, limit: number) {
        return yield* nearest(query, limit)
      }),
      coverage: Effect.flatMap(prepared, ({ db }) => db.read("count the vectors of products", () => readCoverage(db)))
    })
  })
)

const factsSql = `
  SELECT number, facts FROM products WHERE number IN (SELECT value FROM json_each(?)) AND facts IS NOT NULL`
const decodeRows = Schema.decodeUnknownSync(Schema.Array(Schema.Struct({ number: Schema.Int, facts: Schema.String })))

const byCosine = (a: Neighbour, b: Neighbour): number => b.cosine - a.cosine || compareIds(a.facts.id, b.facts.id)

/** A product that was withdrawn in this moment is left out. Decoding many at once costs half of one by one. */
const withFacts = Effect.fnUntraced(function* (db: SqliteDatabase, { cosines, numbers }: ScanAnswer) {
  const found: Array<Neighbour> = []
  for (let first = 0; first < numbers.length; first += factsPerSlice) {
    const slice = Array.from(numbers.subarray(first, first + factsPerSlice))
    const rows = yield* db.read(operation, () => decodeRows(db.statement(factsSql).all(JSON.stringify(slice))))
    const facts = decodeAllFacts(`[${rows.map((row) => row.facts).join(",")}]`)
    const cosineOf = new Map(slice.map((number, i) => [number, cosines[first + i] ?? 0]))
    found.push(...Arr.zipWith(rows, facts, ({ number }, facts) => ({ facts, cosine: cosineOf.get(number) ?? 0 })))
    yield* Effect.yieldNow
  }
  return found.sort(byCosine)
})

/** The vectors in `views.db` as the service runs them: kept up with the products in the background. */
export const layer: Layer.Layer<ProductVectors, StorageUnavailable, ViewsDatabase | Embedder> = Layer.merge(
  layerRead,
  Layer.effectDiscard(Effect.flatMap(ViewsDatabase, (views) => Effect.forkScoped(keepFilled(() => views.current()))))
)
