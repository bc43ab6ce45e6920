import { Effect, Schema } from "effect"
import { checksumOf } from "../EventRows.ts"
import { batchesOf, RowsUnreadable, toUnreadable, valuesOf } from "./BackupRows.ts"

const EventRow = Schema.Struct({
  position: Schema.NumberFromString,
  stream_id: Schema.String,
  stream_version: Schema.NumberFromString,
  type: Schema.String,
  data: Schema.String,
  command_id: Schema.String,
  actor: Schema.String,
  recorded_at: Schema.NumberFromString,
  checksum: Schema.String
})
const decodeEvent = Schema.decodeUnknownSync(EventRow)

const checkEvent = (values: ReadonlyMap<string, string | null>): number => {
  const event = decodeEvent(Object.fromEntries(values))
  if (checksumOf(event) === event.checksum) return event.position
  throw new RowsUnreadable({
    reason: `the event ${event.stream_id} version ${event.stream_version} is damaged: its checksum does not fit`
  })
}

const read = async (file: string) => {
  let [end, events] = [0, 0]
  for await (const [header, rows] of batchesOf(file)) {
    if (header.table !== "events") continue
    for (const row of rows) end = Math.max(end, checkEvent(valuesOf(header, row)))
    events += rows.length
  }
  return { end, events }
}

/** Reads what `dumpTables` wrote; each event must be what its checksum says. */
export const verifyRows = (file: string): Effect.Effect<{ end: number; events: number }, RowsUnreadable> =>
  Effect.tryPromise({ try: () => read(file), catch: toUnreadable })
