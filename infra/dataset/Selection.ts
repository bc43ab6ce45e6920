import type { EventEnvelope } from "../../domain/EventEnvelope.ts"
import { categoryOf } from "../event-log/CategoryOf.ts"
import type { Selection } from "./DatasetManifest.ts"

/** Is the event one of those that were asked for? Times are those at which events were recorded. */
export const isSelected = (selection: Selection): ((envelope: EventEnvelope) => boolean) => {
  const { category, from, stream, to, type } = selection
  return (envelope) =>
    (category === null || categoryOf(envelope) === category) &&
    (stream === null || envelope.streamId === stream) &&
    (type === null || envelope.event._tag === type) &&
    (from === null || envelope.recordedAt >= from) &&
    (to === null || envelope.recordedAt < to)
}
