import { Effect, Option, Schema } from "effect"
import type { WrittenEvent } from "../../../domain/ports/EventLog.ts"
import type { TreeFolder } from "../../../infra/audit/TreeFolder.ts"
import { eventDigest } from "../../../infra/crypto/EventChecksum.ts"
import type { EventCommitter } from "../../../infra/crypto/EventCommitment.ts"
import { eventId } from "../../../infra/crypto/EventId.ts"
import { entriesOf } from "../EntryOfEvent.ts"
import { bestNote, entryOf, proofText } from "../ProveEvent.ts"
import { inFolder } from "../TreeUnusable.ts"

/** The event is not in the signed tree yet. */
export class NotYetInTree extends Schema.TaggedError<NotYetInTree>()("NotYetInTree", { event: Schema.String }) {
  override get message(): string {
    return `the event ${this.event} is not in the signed tree yet`
  }
}

/** The log does not say of the event what the tree says: no receipt could be checked. */
export class EventNotAsSigned extends Schema.TaggedError<EventNotAsSigned>()("EventNotAsSigned", {
  event: Schema.String
}) {
  override get message(): string {
    return `the event ${this.event} is not what was signed: see fooddata audit verify`
  }
}

/** Shows somebody that one event is in the signed tree, and what it says. */
export interface Receipt {
  /** id of the event */
  readonly event: string
  readonly type: string
  /** ms since the epoch */
  readonly recordedAt: number
  readonly leaf: number
  /** leaves of the tree that was signed */
  readonly size: number
  /** a `.tlog-proof` file whose extra data open the commitment */
  readonly proof: string
}

/**
 * What opens the commitment of one entry: the entry, the salt of its event, and the event as it stands in the log. It says nothing of
 * the salts of others.
 */
const openingOf = (committer: EventCommitter, event: WrittenEvent, entry: string): string => {
  const id = Buffer.from(eventId(event.streamId, event.streamVersion).replaceAll("-", ""), "hex")
  return JSON.stringify({
    entry,
    salt: Buffer.from(committer.saltsOf(id)).toString("hex"),
    event: {
      stream: event.streamId,
      version: event.streamVersion,
      type: event.type,
      command: event.commandId,
      actor: event.actor,
      recorded_at: event.recordedAt,
      data: event.data
    }
  })
}

/** The receipt of an event that is this leaf of the tree. */
export const receiptOf = Effect.fn("receiptOf")(function* (
  folder: TreeFolder,
  committer: EventCommitter,
  leaf: number,
  written: WrittenEvent
) {
  const event = eventId(written.streamId, written.streamVersion)
  const best = yield* inFolder(folder.root, () => bestNote(folder, leaf))
  if (Option.isNone(best)) return yield* new NotYetInTree({ event })
  const { size } = best.value
  const [expected] = entriesOf(committer, [{ ...written, digest: eventDigest(written), damage: undefined }])
  const entry = yield* inFolder(folder.root, () => entryOf(folder, leaf, size))
  if (expected !== entry) return yield* new EventNotAsSigned({ event })
  const opening = openingOf(committer, written, entry)
  const proof = yield* inFolder(folder.root, () => proofText(folder, leaf, best.value, opening))
  const receipt: Receipt = { event, type: written.type, recordedAt: written.recordedAt, leaf, size, proof }
  return receipt
})
