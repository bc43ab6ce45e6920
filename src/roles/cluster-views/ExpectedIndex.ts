import { Effect } from "effect"
import { productStream } from "../../../domain/EventEnvelope.ts"
import { EventLog } from "../../../domain/ports/EventLog.ts"
import type { RebuildExpectation } from "../../../infra/opensearch/RebuildIndex.ts"
import { type ProductVersion, summaryAt } from "../../../infra/postgres/PostgresProductVersions.ts"
import { Checkpoints } from "../../../projections/ports/Checkpoints.ts"
import { changesOf } from "../../../projections/product-search/ProductSearchProjection.ts"

const samplesMax = 200
const concurrency = 4

/** The product as the log had it at this version. */
const changeAt = Effect.fnUntraced(function* ({ id, version }: ProductVersion) {
  const events = yield* (yield* EventLog).readStream("product", productStream(id))
  return changesOf(events.filter(({ streamVersion }) => streamVersion === version))
})

/** What the log says an index must hold whose place is kept under this name. */
export const expectedIndex = Effect.fnUntraced(function* <E, R>(
  checkpoint: string,
  onPage: (products: number) => Effect.Effect<void, E, R>
) {
  const place = yield* (yield* Checkpoints).load(checkpoint)
  const { digest, samples } = yield* summaryAt(place, samplesMax, onPage)
  const changes = yield* Effect.forEach(samples, changeAt, { concurrency })
  return { digest, samples: changes.flat() } satisfies RebuildExpectation
})
