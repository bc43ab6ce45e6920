import { Context, Effect, Layer } from "effect"
import type { Plan } from "../../domain/key/Plan.ts"
import type { StorageUnavailable } from "../../domain/ports/StorageUnavailable.ts"
import { type FoundProduct, foundProduct } from "../../domain/product/FoundProduct.ts"
import { Embedder, type EmbeddingUnavailable } from "../../projections/ports/Embedder.ts"
import { neighboursMax, ProductVectors, type VectorsIncomplete } from "../../projections/ports/ProductVectors.ts"
import { QueryMeaning } from "../../projections/ports/QueryMeaning.ts"
import type { QuestionGivenUp } from "./QuestionGivenUp.ts"

/** Products that answer a question, best first. */
export interface SemanticPage {
  readonly found: ReadonlyArray<{ readonly cosine: number; readonly product: FoundProduct }>
}

/** Products by meaning: the nearest to the question, in the order in which they meet what it asks for. */
export class SemanticSearch extends Context.Service<
  SemanticSearch,
  {
    readonly search: (
      text: string,
      limit: number,
      plan: Plan
    ) => Effect.Effect<SemanticPage, EmbeddingUnavailable | VectorsIncomplete | StorageUnavailable | QuestionGivenUp>
  }
>()("fooddata/queries/SemanticSearch") {
  static readonly layer = Layer.effect(
    SemanticSearch,
    Effect.gen(function* () {
      const { embedQuery } = yield* Embedder
      const search = yield* searchByMeaning
      return SemanticSearch.of({
        search: (text, limit, plan) => search(text, embedQuery(text), Math.min(limit, plan.searchResultsMax))
      })
    })
  )
}

/** The first `wanted` products that answer the text, whose vector it is told. */
export const searchByMeaning = Effect.gen(function* () {
  const vectors = yield* ProductVectors
  const meaning = yield* QueryMeaning
  return Effect.fnUntraced(function* <E>(text: string, vector: Effect.Effect<Float32Array, E>, wanted: number) {
    const { atFirst, language, needed, order } = meaning.understand(text)
    const query = yield* vector
    const most = Math.min(needed(wanted), neighboursMax)
    const first = Math.min(atFirst(wanted), most)
    const nearest = yield* vectors.nearest(query, first)
    const ordered = order(nearest)
    const isEnough = ordered.length >= wanted || nearest.length < first || first === most
    const found = isEnough ? ordered : order(yield* vectors.nearest(query, most))
    const page: SemanticPage = {
      found: found.slice(0, wanted).map(({ cosine, facts }) => ({ cosine, product: foundProduct(facts, language) }))
    }
    return page
  })
})
