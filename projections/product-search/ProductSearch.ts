import { Array as Arr, Effect } from "effect"
import type { LogPage } from "../../domain/ports/EventLog.ts"
import type { StorageUnavailable } from "../../domain/ports/StorageUnavailable.ts"
import { Checkpoints } from "../ports/Checkpoints.ts"
import { LiveReadModel } from "../ports/LiveReadModel.ts"
import { type ProductChange, ProductIndex } from "../ports/ProductIndex.ts"
import type { Parking, Projection } from "../Projection.ts"
import { changeOf, newestOf } from "./ProductSearchProjection.ts"

/** How many events are described between two turns of the requests. */
const eventsPerTurn = 200

const describe = Effect.fnUntraced(function* (events: LogPage<"product">["events"]) {
  const changes: Array<ProductChange> = []
  for (const some of Arr.chunksOf(newestOf(events), eventsPerTurn)) {
    changes.push(...some.map(changeOf))
    yield* Effect.yieldNow
  }
  return changes
})

/** An event holds all facts of its product, so a product stands for itself, and the newest event of it holds. */
export const parkingOf = (checkpoint: string): Parking<StorageUnavailable, Checkpoints> => ({
  parked: Effect.flatMap(Checkpoints, ({ parked }) => parked(checkpoint)),
  release: (streamIds) => Effect.flatMap(Checkpoints, ({ release }) => release(checkpoint, streamIds))
})

/** Search, lookup by id and by barcode. Changes carry versions; the place is kept beside them, and after them. */
export const productSearch: Projection<"product", StorageUnavailable, ProductIndex | Checkpoints, LiveReadModel> = {
  name: "product-search",
  category: "product",
  order: "any",
  live: LiveReadModel,
  writer: (checkpoint) => ({
    place: Effect.flatMap(Checkpoints, ({ load }) => load(checkpoint)),
    write: Effect.fnUntraced(function* ({ events }, { deferred }) {
      if (events.length > 0) yield* (yield* ProductIndex).apply(yield* describe(events), { deferred })
    }),
    keep: Effect.fnUntraced(function* (cursor, unshown, parked) {
      // who waits for the place looks for what it stands for
      if (unshown) yield* (yield* ProductIndex).apply([])
      yield* (yield* Checkpoints).save(checkpoint, cursor, parked)
    }),
    parking: parkingOf(checkpoint)
  })
}
