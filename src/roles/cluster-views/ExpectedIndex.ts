import { Effect } from "effect"
import { productStream } from "../../../domain/EventEnvelope.ts"
import { EventLog } from "../../../domain/ports/EventLog.ts"
import type { RebuildExpectation } from "../../../infra/opensearch/RebuildIndex.ts"
import { summaryAt } from "../../../infra/postgres/PostgresProductVersions.ts"
import { Checkpoints } from "../../../projections/ports/Checkpoints.ts"
import { changesOf } from "../../../projections/product-search/ProductSearchProjection.ts"

const samplesMax = 200

/** What the log says an index must hold whose place is kept under this name. */
export const expectedIndex = Effect.fnUntraced(function* <E, R>(
  checkpoint: string,
  onPage: (products: number) => Effect.Effect<void, E, R>
) {
  const place = yield* (yield* Checkpoints).load(checkpoint)
  const { digest, samples } = yield* summaryAt(place, samplesMax, onPage)
  const places = samples.map(({ id, version }) => ({ streamId: productStream(id), version }))
  return { digest, samples: changesOf(yield* (yield* EventLog).readAt("product", places)) } satisfies RebuildExpectation
})
