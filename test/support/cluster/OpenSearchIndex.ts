import { Effect, Layer } from "effect"
import { randomBytes } from "node:crypto"
import { deleteIndex, listIndexes } from "../../../infra/opensearch/Indexes.ts"
import { defaultOptions, type ProductIndexOptions } from "../../../infra/opensearch/LiveIndex.ts"
import { OpenSearch } from "../../../infra/opensearch/OpenSearch.ts"
import * as OpenSearchProductIndex from "../../../infra/opensearch/OpenSearchProductIndex.ts"
import { trigramEmbedder } from "../TrigramEmbedder.ts"
import { openSearch } from "./Servers.ts"

/** Vectors that cost the server little, for tests that are about words. */
export const smallEmbedder = trigramEmbedder({ dimensions: 16 })

/** The shared server of the cluster tests. */
export const server = Layer.merge(openSearch(), smallEmbedder)

/** An alias that no other test has; its indexes are removed with the scope. */
export const ownAlias = Effect.acquireRelease(
  Effect.sync((): ProductIndexOptions => ({ ...defaultOptions, alias: `test-${randomBytes(6).toString("hex")}` })),
  ({ alias }) =>
    Effect.gen(function* () {
      const server = yield* OpenSearch
      for (const { name } of yield* listIndexes(server, alias)) yield* deleteIndex(server, name)
    }).pipe(Effect.orDie)
)

/** An empty product index of one test's own. */
export const ownProductIndex = Layer.unwrap(Effect.map(ownAlias, OpenSearchProductIndex.layer)).pipe(
  Layer.provideMerge(server)
)
