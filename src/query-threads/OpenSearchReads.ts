import { Effect, Layer, Redacted } from "effect"
import * as OpenSearch from "../../infra/opensearch/OpenSearch.ts"
import * as OpenSearchProductIndex from "../../infra/opensearch/OpenSearchProductIndex.ts"
import type { OpenSearchTier } from "./Questions.ts"
import { ThreadState } from "./ThreadState.ts"

const state = Layer.succeed(
  ThreadState,
  ThreadState.of({ during: (question) => question, readAhead: Effect.void, addWords: () => {} })
)

/** The read models on OpenSearch, over a client of this thread. */
export const openSearchReads = (tier: OpenSearchTier) => {
  const { alias, authorization, ca, replicas, shards, url } = tier
  const server = OpenSearch.layer(url, {
    authorization: authorization === null ? undefined : Redacted.make(authorization),
    ca: ca ?? undefined
  })
  return Layer.merge(
    state,
    OpenSearchProductIndex.layer({ alias, layout: { shards, replicas } }).pipe(Layer.provide(server))
  )
}
