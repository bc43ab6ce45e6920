import { Array as Arr, Effect, Layer, Schema } from "effect"
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
import { OpenSearch } from "./OpenSearch.ts"
import { modelIn } from "./product-index/IndexDefinition.ts"
import { coarseVector } from "./product-index/StoredProduct.ts"

const operation = "find the nearest products"

/**
 * How many candidates each shard looks for by the coarse vectors. A question is unlike a product, and a graph of products
 * is left early by what is unlike them: of 148 questions over 12,000 products two missed one of the nearest among 1,000.
 */
const candidates = 3_000
/**
 * So many times as many as are asked for are compared by their exact vectors, because bytes order products that lie close
 * together in another way. By bytes the last of the nearest 150 came 390th at worst, of the same questions.
 */
const comparedPerNeighbour = 4
/**
 * At least so many are compared. Where many products suit alike, bytes hardly tell them apart: when 450 were compared, three
 * of 447 needs by strangers missed one of the nearest 100.
 */
const comparedMin = 1_000
/** After this the server gives up, which is a failure. */
const timeout = "8s"

const Found = Schema.Struct({
  timed_out: Schema.Literal(false),
  _shards: Schema.Struct({ failed: Schema.Literal(0) }),
  hits: Schema.Struct({
    hits: Schema.Array(
      Schema.Struct({
        _id: Schema.String,
        _source: Schema.Struct({ facts: Schema.String, vector: Schema.Uint8ArrayFromBase64 })
      })
    )
  })
})
const decodeFound = Schema.decodeUnknownEffect(Found)
const decodeFacts = Schema.decodeUnknownEffect(Schema.Array(Schema.fromJsonString(ProductFacts)))

const request = (query: Float32Array, limit: number) => ({
  query: { knn: { coarse_vector: { vector: coarseVector(query), k: candidates } } },
  size: Math.max(comparedMin, comparedPerNeighbour * limit),
  track_total_hits: false,
  _source: ["facts", "vector"],
  timeout
})

/** A product that was found, its facts not yet decoded: half of those found are not asked for. */
interface Candidate {
  readonly id: string
  readonly cosine: number
  readonly facts: string
}

const nearestOf = (query: Float32Array, found: typeof Found.Type, limit: number): ReadonlyArray<Candidate> =>
  found.hits.hits
    .map(({ _id, _source: { facts, vector } }) => ({ id: _id, cosine: cosineOf(query, vector), facts }))
    .sort((a, b) => b.cosine - a.cosine || compareIds(a.id, b.id))
    .slice(0, limit)

const withFacts = (nearest: ReadonlyArray<Candidate>) =>
  Effect.map(decodeFacts(nearest.map(({ facts }) => facts)), (decoded): ReadonlyArray<Neighbour> =>
    Arr.zipWith(nearest, decoded, ({ cosine }, facts) => ({ facts, cosine }))
  )

/**
 * The vectors in the documents of the product index. The server finds candidates by bytes; they are compared here, by the
 * same arithmetic as in the embedded tier. A live index with vectors of another model is not asked: a rebuild makes one
 * with those of this model.
 */
export const layer = (alias: string): Layer.Layer<ProductVectors, never, OpenSearch | LiveIndex | Embedder> =>
  Layer.effect(
    ProductVectors,
    Effect.gen(function* () {
      const server = yield* OpenSearch
      const live = yield* LiveIndex
      const { model } = yield* Embedder
      const isOurs = Effect.map(live.readable, (index) => index.model === modelIn(model))
      return ProductVectors.of({
        nearest: Effect.fn("ProductVectors.nearest")(function* (query: Float32Array, limit: number) {
          if (!(yield* isOurs)) return yield* new VectorsIncomplete()
          if (isZero(query)) return []
          const wanted = Math.min(limit, neighboursMax)
          const answer = yield* server.request(operation, {
            method: "POST",
            path: `/${alias}/_search`,
            query: { allow_partial_search_results: false },
            body: request(query, wanted),
            retries: 1
          })
          return yield* decodeFound(answer.body).pipe(
            Effect.map((found) => nearestOf(query, found, wanted)),
            Effect.flatMap(withFacts),
            Effect.mapError((cause) => new StorageUnavailable({ operation, cause }))
          )
        }),
        // what is in the index came with its vector
        coverage: Effect.map(isOurs, (isComplete) => ({ isComplete, due: 0 }))
      })
    })
  )
