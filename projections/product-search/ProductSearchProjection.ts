import { type EventEnvelope, productOfStream } from "../../domain/EventEnvelope.ts"
import type { ProductChange } from "../ports/ProductIndex.ts"
import { toDocument } from "./ProductDocument.ts"

/** What a page of the log changes in the index. */
export const changesOf = (page: ReadonlyArray<EventEnvelope<"product">>): ReadonlyArray<ProductChange> =>
  newestOf(page).map(changeOf)

/** Of several events of one product only the newest counts. */
export const newestOf = (page: ReadonlyArray<EventEnvelope<"product">>): ReadonlyArray<EventEnvelope<"product">> => {
  const newest = new Map<string, EventEnvelope<"product">>()
  for (const envelope of page) {
    const known = newest.get(envelope.streamId)
    if (known === undefined || envelope.streamVersion > known.streamVersion) newest.set(envelope.streamId, envelope)
  }
  return [...newest.values()]
}

/** What the event says of its product. */
export const changeOf = ({ event, streamId, streamVersion }: EventEnvelope<"product">): ProductChange =>
  event._tag === "ProductWithdrawn"
    ? { _tag: "Withdraw", id: productOfStream(streamId), version: streamVersion }
    : { _tag: "Put", document: toDocument(event.facts, streamVersion) }
