import { Effect, Schema } from "effect"
import { plans } from "../../../domain/key/Plan.ts"
import type { KeyRecord } from "../../../domain/ports/KeyDirectory.ts"
import { SemanticSearchParameters } from "../contract/Parameters.ts"
import { PlanTooLow } from "../EdgeError.ts"
import { semanticItem } from "../../queries/ProductPresentation.ts"
import { SemanticSearch } from "../../queries/SemanticSearch.ts"
import { askedBy } from "../../query-threads/Asker.ts"

export const SemanticSearchInput = Schema.Struct(SemanticSearchParameters)

/** To be asked before the input is looked at: with a lower plan no correction of it would help. */
export const requireSemanticSearch = (key: KeyRecord): Effect.Effect<void, PlanTooLow> =>
  plans[key.plan].semanticSearch
    ? Effect.void
    : Effect.fail(new PlanTooLow({ detail: "Semantic search requires the growth plan or above." }))

/** What a search by meaning answers, over REST and to tools alike. */
export const semanticSearchOperation = Effect.map(SemanticSearch, (products) =>
  Effect.fnUntraced(function* ({ limit, q }: typeof SemanticSearchInput.Type, key: KeyRecord) {
    const { found } = yield* askedBy(key, products.search(q, limit, plans[key.plan]))
    return { results: found.map(({ cosine, product }) => semanticItem(cosine, product)), total: found.length, query: q }
  })
)
