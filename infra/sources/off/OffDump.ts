import { type ByteSource, openByteSource } from "../ByteSource.ts"
import { type Line, lineBatches } from "../Lines.ts"
import { rejected, type RowOutcome, type SourceReader, type SourceRow } from "../SourceRow.ts"
import { SourceUnreadable } from "../SourceUnreadable.ts"
import { exportReader } from "./OffExport.ts"
import { beginsDocument, documentOutcomes, jsonOutcomes } from "./OffJson.ts"
import { isParquet, openParquet, parquetMagic } from "./OffParquet.ts"
import { offRows, type OffRows } from "./OffRows.ts"

/**
 * Opens a dump of Open Food Facts by its first bytes: JSON lines, an answer of its API, the tab-separated export, or
 * Parquet. Text may be gzip or plain, `-` is standard input. Rejects with `SourceUnreadable` when there is no such file.
 */
export const openOff = async (path: string): Promise<SourceReader> =>
  path !== "-" && (await isParquet(path)) ? openParquet(path) : readOff(await openByteSource(path))

export const readOff = (source: ByteSource): SourceReader => {
  const rows = offRows()
  return {
    byteCount: source.byteCount,
    bytesRead: source.bytesRead,
    rows: rowsOf(source, rows),
    inventory: rows.inventory
  }
}

async function* rowsOf(source: ByteSource, { outcome }: OffRows): AsyncGenerator<ReadonlyArray<SourceRow>> {
  let read: ((line: Line) => ReadonlyArray<RowOutcome>) | null = null
  const batches = lineBatches(source.chunks)
  for await (const lines of batches) {
    const first = read === null ? lines[0] : undefined
    if (first !== undefined && beginsDocument(first)) {
      const outcomes = await documentOutcomes(source.name, continued(lines, batches), outcome)
      yield outcomes.map((one, index) => ({ line: index + 1, outcome: one }))
      return
    }
    const rows: Array<SourceRow> = []
    for (const line of lines) {
      if (read === null) {
        if (line.text.startsWith(parquetMagic)) throw parquetFromStream(source.name)
        const isJson = line.isTooLong || line.text.trimStart().startsWith("{")
        read = isJson ? (json) => jsonOutcomes(json, outcome) : exportReader(source.name, line, outcome)
        if (!isJson) continue
      }
      const outcomes = line.isTooLong ? [rejected("line_too_long", "")] : read(line)
      for (const one of outcomes) rows.push({ line: line.number, outcome: one })
    }
    if (rows.length > 0) yield rows
  }
}

async function* continued(
  first: ReadonlyArray<Line>,
  rest: AsyncGenerator<ReadonlyArray<Line>>
): AsyncGenerator<ReadonlyArray<Line>> {
  yield first
  yield* rest
}

const parquetFromStream = (source: string): SourceUnreadable =>
  new SourceUnreadable({
    source,
    reason: "header_wrong",
    detail: "Parquet is read from a file, neither packed nor piped"
  })
