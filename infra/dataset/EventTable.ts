import { type ExportedEvent, exportedLine } from "../event-log/EventLine.ts"
import { type ParquetColumn, parquetTable, type TableWriter } from "../parquet/ParquetTable.ts"

/**
 * An event as a row. Category and day are folders (`category=…/day=…`), which readers make columns of. The names are those of
 * `events export`; the cursor is the pair that it is compared as.
 */
export const eventColumns: ReadonlyArray<ParquetColumn<ExportedEvent>> = [
  { name: "id", type: "STRING", of: ({ id }) => id },
  { name: "logtx", type: "INT64", of: ({ cursor }) => cursor.tx },
  { name: "logposition", type: "INT64", of: ({ cursor }) => cursor.position },
  { name: "stream", type: "STRING", of: ({ stream }) => stream },
  { name: "version", type: "INT32", of: ({ version }) => version },
  { name: "type", type: "STRING", of: ({ type }) => type },
  { name: "time", type: "TIMESTAMP", of: ({ recordedAt }) => recordedAt },
  { name: "actor", type: "STRING", of: ({ actor }) => actor },
  { name: "command", type: "STRING", of: ({ command }) => command },
  { name: "checksum", type: "STRING", of: ({ checksum }) => checksum },
  { name: "data", type: "STRING", isLong: true, of: ({ data }) => data }
]

export type DatasetFormat = "ndjson" | "parquet"

const bufferBytes = 1024 * 1024

/** Lines, as `events export` prints them. */
const lineTable = (sink: (bytes: Uint8Array) => void): TableWriter<ExportedEvent> => {
  let lines = ""
  const flush = () => {
    if (lines !== "") sink(Buffer.from(lines))
    lines = ""
  }
  return {
    add: (event) => {
      lines += `${exportedLine(event)}\n`
      if (lines.length >= bufferBytes) flush()
    },
    finish: flush
  }
}

export const eventTable = (format: DatasetFormat, sink: (bytes: Uint8Array) => void): TableWriter<ExportedEvent> =>
  format === "parquet" ? parquetTable(eventColumns, sink) : lineTable(sink)
