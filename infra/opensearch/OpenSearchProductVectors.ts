import { Effect, Layer, Schema } from "effect"
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

/** How many candidates each shard looks for by the coarse vectors: the more, the fewer of the nearest it passes by. */
const candidates = 1_000
/** So many of them are compared by the exact vectors. */
const compared = neighboursMax
/** After this the server gives up, which is a failure. */
const timeout = "8s"

const Found = Schema.Struct({
  timed_out: Schema.Literal(false),
  _shards: Schema.Struct({ failed: Schema.Literal(0) }),
  hits: Schema.Struct({
    hits: Schema.Array(
      Schema.Struct({
        _source: Schema.Struct({
          facts: Schema.fromJsonString(ProductFacts),
          vector: Schema.Uint8ArrayFromBase64
        })
      })
    )
  })
})
const decodeFound = Schema.decodeUnknownEffect(Found)

const request = (query: Float32Array) => ({
  query: { knn: { coarse_vector: { vector: coarseVector(query), k: candidates } } },
  size: compared,
  track_total_hits: false,
  _source: ["facts", "vector"],
  timeout
})

const byCosine = (a: Neighbour, b: Neighbour): number => b.cosine - a.cosine || compareIds(a.facts.id, b.facts.id)

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
      const isOurs = Effect.map(live.current, (index) => index.model === modelIn(model))
      return ProductVectors.of({
        nearest: Effect.fn("ProductVectors.nearest")(function* (query: Float32Array, limit: number) {
          if (!(yield* isOurs)) return yield* new VectorsIncomplete()
          if (isZero(query)) return []
          const answer = yield* server.request(operation, {
            method: "POST",
            path: `/${alias}/_search`,
            query: { allow_partial_search_results: false },
            body: request(query),
            retries: 1
          })
          const found = yield* decodeFound(answer.body).pipe(
            Effect.mapError((cause) => new StorageUnavailable({ operation, cause }))
          )
          return found.hits.hits
            .map(({ _source: { facts, vector } }) => ({ facts, cosine: cosineOf(query, vector) }))
            .sort(byCosine)
            .slice(0, Math.min(limit, neighboursMax))
        }),
        // what is in the index came with its vector
        coverage: Effect.map(isOurs, (isComplete) => ({ isComplete, due: 0 }))
      })
    })
  )
