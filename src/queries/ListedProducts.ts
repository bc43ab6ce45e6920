import { Effect, Option, Stream } from "effect"
import { type EventEnvelope, productStream } from "../../domain/EventEnvelope.ts"
import { EventLog } from "../../domain/ports/EventLog.ts"
import { ProductHeads } from "../../domain/ports/ProductHeads.ts"
import type { ProductId, ProductSource } from "../../domain/product/ProductId.ts"

const sources: ReadonlyArray<ProductSource> = ["curated", "usda", "off", "partner"]
const pageSize = 500

/** The newest events of products that are listed now, in the order of the ids. */
const newestOf = Effect.fnUntraced(function* (ids: ReadonlyArray<ProductId>) {
  const heads = yield* (yield* ProductHeads).of(ids)
  const places = ids.flatMap((id, i) => {
    const head = heads[i]
    // it may have been withdrawn since the ids were read
    return head?.state.status === "listed" ? [{ streamId: productStream(id), version: head.version }] : []
  })
  const events = yield* (yield* EventLog).readAt("product", places)
  const byStream = new Map(events.map((event) => [event.streamId, event]))
  return places.flatMap(({ streamId }): ReadonlyArray<EventEnvelope<"product">> => {
    const event = byStream.get(streamId)
    return event === undefined ? [] : [event]
  })
})

const ofSource = (source: ProductSource) =>
  Stream.paginate(
    Option.none<ProductId>(),
    Effect.fnUntraced(function* (after: Option.Option<ProductId>) {
      const ids = yield* (yield* ProductHeads).listed(source, Option.getOrNull(after), pageSize)
      const last = ids.length === pageSize ? Option.fromNullishOr(ids.at(-1)) : Option.none<ProductId>()
      return [[yield* newestOf(ids)], last.pipe(Option.map(Option.some))] as const
    })
  )

/**
 * The catalogue as it stands, page by page, from the log and its heads: each product as it is when its page is read, with the
 * event that says so. Withdrawn products are not in it.
 */
export const listedProducts = Stream.fromIterable(sources).pipe(Stream.flatMap(ofSource))
