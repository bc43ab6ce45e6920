import { Array as Arr, Effect, Exit, Layer, Schema } from "effect"
import { StorageUnavailable } from "../../domain/ports/StorageUnavailable.ts"
import { ProductFacts } from "../../domain/product/ProductFacts.ts"
import { compareIds } from "../../domain/search/Ranking.ts"
import { Embedder } from "../../projections/ports/Embedder.ts"
import {
  type Neighbour,
  neighboursMax,
  ProductVectors,
  VectorsIncomplete
} from "../../projections/ports/ProductVectors.ts"
import { cosineOf, isZero } from "../../projections/product-vectors/StoredVector.ts"
import { LiveIndex } from "./LiveIndex.ts"
import { OpenSearch, type OpenSearchServer } from "./OpenSearch.ts"
import { modelIn } from "./product-index/IndexDefinition.ts"
import { coarseVector } from "./product-index/StoredProduct.ts"

const operation = "find the nearest products"

/**
 * Up to so many products every coarse vector is compared, so what is found does not hang on how the segments came about.
 * It takes the server 0.25 to 0.5 µs of CPU a product (ADR 52): a quarter of a second at most.
 */
const scannedMax = 500_000
/** How many candidates each shard looks for in the graphs of its segments, where there are more: the server's limit. */
const candidates = 10_000
/** How long the number of products is gone by. */
const countedFor = "1 minute"
/**
 * So many times as many as are asked for are compared by their exact vectors, because bytes order products that lie close
 * together in another way: of 105,618 products the last of the nearest 100 came 293rd by bytes at worst, that of the
 * nearest 600 1,798th. Where that may not suffice, it is done once more with as many times the number.
 */
const comparedPerNeighbour = 4
const comparedMin = 400
const comparedMax = 10_000
/** After this the server gives up, which is a failure. */
const timeout = "8s"

const Found = Schema.Struct({
  timed_out: Schema.Literal(false),
  _shards: Schema.Struct({ failed: Schema.Literal(0) }),
  hits: Schema.Struct({
    hits: Schema.Array(
      Schema.Struct({
        _id: Schema.String,
        _score: Schema.Finite,
        _source: Schema.Struct({ facts: Schema.String, vector: Schema.Uint8ArrayFromBase64 })
      })
    )
  })
})
const decodeFound = Schema.decodeUnknownEffect(Found)
const decodeCount = Schema.decodeUnknownEffect(
  Schema.Struct({ count: Schema.Int, _shards: Schema.Struct({ failed: Schema.Literal(0) }) })
)
const decodeFacts = Schema.decodeUnknownEffect(Schema.Array(Schema.fromJsonString(ProductFacts)))

const unreadable = (cause: unknown) => new StorageUnavailable({ operation, cause })

/** How the server finds candidates, and which cosine of the coarse vectors a score of it says. */
interface Way {
  readonly query: (coarse: ReadonlyArray<number>) => object
  readonly cosine: (score: number) => number
}

const field = "coarse_vector"

const everyVector: Way = {
  query: (coarse) => ({
    script_score: {
      query: { exists: { field } },
      script: {
        lang: "knn",
        source: "knn_score",
        params: { field, query_value: coarse, space_type: "cosinesimil" }
      }
    }
  }),
  cosine: (score) => score - 1
}

const graph: Way = {
  query: (coarse) => ({ knn: { [field]: { vector: coarse, k: candidates } } }),
  cosine: (score) => 2 * score - 1
}

const request = (way: Way, query: Float32Array, size: number) => ({
  query: way.query(coarseVector(query)),
  size,
  track_total_hits: false,
  _source: ["facts", "vector"],
  timeout
})

/** A product that was found, its facts not yet decoded: half of those found are not asked for. */
interface Candidate {
  readonly id: string
  readonly cosine: number
  readonly coarse: number
  readonly facts: string
}

/** All that were compared, nearest first. */
const inOrder = (way: Way, query: Float32Array, found: typeof Found.Type): ReadonlyArray<Candidate> =>
  found.hits.hits
    .map(({ _id, _score, _source: { facts, vector } }) => ({
      id: _id,
      cosine: cosineOf(query, vector),
      coarse: way.cosine(_score),
      facts
    }))
    .sort((a, b) => b.cosine - a.cosine || compareIds(a.id, b.id))

/**
 * Can what was not compared be among the nearest `limit`? Not if even the worst that bytes did to one that was compared
 * would not bring it there: none of it is nearer by bytes than any of these.
 */
const mayMiss = (compared: ReadonlyArray<Candidate>, limit: number): boolean => {
  const last = compared[limit - 1]
  if (last === undefined) return false
  const lowest = compared.reduce((least, { coarse }) => Math.min(least, coarse), Infinity)
  const error = compared.reduce((most, { coarse, cosine }) => Math.max(most, cosine - coarse), -Infinity)
  return lowest + error >= last.cosine
}

const withFacts = (nearest: ReadonlyArray<Candidate>) =>
  Effect.map(decodeFacts(nearest.map(({ facts }) => facts)), (decoded): ReadonlyArray<Neighbour> =>
    Arr.zipWith(nearest, decoded, ({ cosine }, facts) => ({ facts, cosine }))
  )

/** The nearest of the index that the alias means. */
const nearestIn = Effect.fnUntraced(function* (server: OpenSearchServer, alias: string) {
  const count = yield* server
    .request(operation, {
      method: "POST",
      path: `/${alias}/_count`,
      body: { query: { exists: { field } } },
      retries: 1
    })
    .pipe(
      Effect.flatMap(({ body }) => Effect.mapError(decodeCount(body), unreadable)),
      Effect.map(({ count }) => count),
      // several questions may wait for it: not all of them end when one is given up
      Effect.uninterruptible,
      Effect.cachedWithTTL((exit) => (Exit.isSuccess(exit) ? countedFor : 0))
    )
  const compared = Effect.fnUntraced(function* (way: Way, query: Float32Array, size: number) {
    const { body } = yield* server.request(operation, {
      method: "POST",
      path: `/${alias}/_search`,
      query: { allow_partial_search_results: false },
      body: request(way, query, size),
      retries: 1
    })
    return inOrder(way, query, yield* Effect.mapError(decodeFound(body), unreadable))
  })
  return Effect.fnUntraced(function* (query: Float32Array, limit: number) {
    const way = (yield* count) > scannedMax ? graph : everyVector
    const size = Math.max(comparedMin, comparedPerNeighbour * limit)
    const first = yield* compared(way, query, size)
    const isDone = first.length < size || !mayMiss(first, limit)
    const all = isDone ? first : yield* compared(way, query, Math.min(comparedPerNeighbour * size, comparedMax))
    return yield* Effect.mapError(withFacts(all.slice(0, limit)), unreadable)
  })
})

/**
 * The vectors in the documents of the product index. The server finds candidates by bytes; they are compared here, by the
 * same arithmetic as in the embedded tier. A live index with vectors of another model is not asked: a rebuild makes one
 * with those of this model.
 */
export const layer = (alias: string): Layer.Layer<ProductVectors, never, OpenSearch | LiveIndex | Embedder> =>
  Layer.effect(
    ProductVectors,
    Effect.gen(function* () {
      const nearest = yield* nearestIn(yield* OpenSearch, alias)
      const live = yield* LiveIndex
      const { model } = yield* Embedder
      const isOurs = Effect.map(live.readable, (index) => index.model === modelIn(model))
      return ProductVectors.of({
        nearest: Effect.fn("ProductVectors.nearest")(function* (query: Float32Array, limit: number) {
          if (!(yield* isOurs)) return yield* new VectorsIncomplete()
          if (isZero(query)) return []
          return yield* nearest(query, Math.min(limit, neighboursMax))
        }),
        // what is in the index came with its vector
        coverage: Effect.map(isOurs, (isComplete) => ({ isComplete, due: 0 }))
      })
    })
  )
