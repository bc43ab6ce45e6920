import { entryText } from "../../domain/audit/LogEntry.ts"
import type { EventEnvelope } from "../../domain/EventEnvelope.ts"
import type { EventCommitter } from "../../infra/crypto/EventCommitment.ts"
import { eventId } from "../../infra/crypto/EventId.ts"

/** What stands in the tree of an event; `data`: its fields as they stand in the log. */
export const entryOf = (committer: EventCommitter, envelope: EventEnvelope, data: string): string => {
  const { actor, event, recordedAt, streamId, streamVersion } = envelope
  const id = eventId(streamId, streamVersion)
  return entryText({
    id,
    stream: streamId,
    version: streamVersion,
    type: event._tag,
    time: new Date(recordedAt).toISOString(),
    actor: committer.pseudonym(actor),
    data: committer.commit(id, data)
  })
}
