import { Effect } from "effect"
import { productOfStream, productStream } from "../../../domain/EventEnvelope.ts"
import { EventLog } from "../../../domain/ports/EventLog.ts"
import type { RebuildExpectation } from "../../../infra/opensearch/RebuildIndex.ts"
import { type ProductVersion, summaryAt } from "../../../infra/postgres/PostgresProductVersions.ts"
import { Checkpoints } from "../../../projections/ports/Checkpoints.ts"
import { changesOf } from "../../../projections/product-search/ProductSearchProjection.ts"

const samplesMax = 200

/** What the index holds of the parked streams: what they were before the event that cannot be read, if there was anything. */
const heldOfParked = Effect.fnUntraced(function* (checkpoint: string) {
  const log = yield* EventLog
  const held = new Map<string, ProductVersion | null>()
  for (const { streamId, version } of yield* (yield* Checkpoints).parked(checkpoint)) {
    const id = productOfStream(streamId)
    const places = [{ streamId: productStream(id), version: version - 1 }]
    const [before] = version === 1 ? [] : yield* log.readAt("product", places)
    const isWithdrawn = before?.event._tag === "ProductWithdrawn"
    held.set(id, before === undefined ? null : { id, version: before.streamVersion, isWithdrawn })
  }
  return held
})

/** What the log says an index must hold whose place is kept under this name. */
export const expectedIndex = Effect.fnUntraced(function* <E, R>(
  checkpoint: string,
  onPage: (products: number) => Effect.Effect<void, E, R>
) {
  const place = yield* (yield* Checkpoints).load(checkpoint)
  const { digest, samples } = yield* summaryAt(place, samplesMax, yield* heldOfParked(checkpoint), onPage)
  const places = samples.map(({ id, version }) => ({ streamId: productStream(id), version }))
  return { digest, samples: changesOf(yield* (yield* EventLog).readAt("product", places)) } satisfies RebuildExpectation
})
