import { entryText } from "../../domain/audit/LogEntry.ts"
import type { LoggedEvent } from "../../domain/ports/EventLog.ts"
import { type EventCommitter, saltBytes } from "../../infra/crypto/EventCommitment.ts"
import { eventIdBytes, idsBuffer, writeEventId } from "../../infra/crypto/EventId.ts"

/** The latest time of which there is a date, ms. */
const latest = 8.64e15

let second = Number.NaN
let secondText = ""

/** RFC 3339, UTC; events come by the thousand in a second. */
const timeOf = (ms: number): string => {
  if (Math.abs(ms) > latest) return String(ms)
  const milliseconds = ((ms % 1_000) + 1_000) % 1_000
  if (second !== ms - milliseconds) {
    second = ms - milliseconds
    secondText = new Date(second).toISOString().slice(0, -"000Z".length)
  }
  return `${secondText}${String(milliseconds).padStart(3, "0")}Z`
}

/** What stands in the tree of events, one for each. */
export const entriesOf = (committer: EventCommitter, events: ReadonlyArray<LoggedEvent>): ReadonlyArray<string> => {
  const bytes = idsBuffer(events.length)
  const ids = events.map(({ streamId, streamVersion }, i) =>
    writeEventId(streamId, streamVersion, bytes, i * eventIdBytes)
  )
  const salts = committer.saltsOf(bytes.subarray(0, events.length * eventIdBytes))
  return events.map(({ actor, digest, recordedAt, streamId, streamVersion, type }, i) =>
    entryText({
      id: ids[i] ?? "",
      stream: streamId,
      version: streamVersion,
      type,
      time: timeOf(recordedAt),
      actor: committer.pseudonym(actor),
      data: committer.commit(salts, i * saltBytes, digest)
    })
  )
}
