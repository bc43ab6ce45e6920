import { JSONParser } from "@streamparser/json"
import { type Line, lineBatches } from "./Lines.ts"
import { SourceUnreadable } from "./SourceUnreadable.ts"

/** One record of a JSON source, or why a line is none. */
export type JsonRow =
  | { readonly line: number; readonly value: unknown }
  | { readonly line: number; readonly refused: "json_invalid" | "line_too_long"; readonly detail: string }

/** As for a line: a longer record is a file that is not what it seems, and must not fill the memory. */
const recordBytesMax = 16 * 1024 * 1024
const headBytesMin = 4096
/** Parsed records take several times the memory of their text: fewer at a time than lines. */
const batchRowCountMax = 100

/**
 * The records of a JSON source in batches, in the memory of one batch:
 *
 * - one record a line, also inside a list whose brackets have lines of their own (`{"Foods": [`, records that end in
 *   commas, `]}`): each line is parsed by itself, a broken one is a row of its own, and `line` is the line;
 * - any other layout (a list on one line, records over many lines, values one after the other): parsed piece by piece,
 *   about four times slower; `line` is the record's number, and a mistake ends the reading, for nothing says where the
 *   next record begins.
 *
 * `listNames`: the members of an outer object under which records may stand. Throws `SourceUnreadable` after what could
 * be read: `json_invalid` for a list that ends early or, in the second form, is no JSON; `header_wrong` for a source that
 * does not even begin as JSON, such as a table.
 */
export async function* jsonRecordBatches(
  name: string,
  chunks: AsyncIterable<Uint8Array>,
  listNames: ReadonlyArray<string>
): AsyncGenerator<ReadonlyArray<JsonRow>> {
  const { all, head } = await peeked(chunks)
  if (/^\s*[^\s[{]/.test(head)) return yield* refused(name, all, head)
  const layout = layoutOf(head, listNames)
  if (layout._tag === "Pieces") yield* parsedInPieces(name, all, layout.paths)
  else yield* parsedByLine(name, all, layout.isList)
}

/** Throws with the source open, so that it is closed. */
async function* refused(name: string, chunks: AsyncIterable<Uint8Array>, head: string): AsyncGenerator<never> {
  for await (const _ of chunks) {
    throw new SourceUnreadable({ source: name, reason: "header_wrong", detail: `no JSON: ${head.slice(0, 80)}` })
  }
}

type Layout =
  | { readonly _tag: "Lines"; readonly isList: boolean }
  | { readonly _tag: "Pieces"; readonly paths: ReadonlyArray<string> }

const layoutOf = (head: string, listNames: ReadonlyArray<string>): Layout => {
  if (/^\s*(?:\{\s*"\w+"\s*:\s*)?\[[ \t]*\r?\n\{"/.test(head)) return { _tag: "Lines", isList: true }
  if (/^\s*\[/.test(head)) return { _tag: "Pieces", paths: ["$.*"] }
  const isWrapped = new RegExp(`^[^[]{0,200}"(?:${listNames.join("|")})"\\s*:\\s*\\[`).test(head)
  // Only what stands in the list is kept, whatever else the outer object has before it
  if (isWrapped || /^\s*\{\s*"totalHits"/.test(head)) {
    return { _tag: "Pieces", paths: listNames.map((list) => `$.${list}.*`) }
  }
  return /^\s*\{[ \t]*\r?\n/.test(head) ? { _tag: "Pieces", paths: ["$"] } : { _tag: "Lines", isList: false }
}

async function* parsedByLine(
  name: string,
  chunks: AsyncIterable<Uint8Array>,
  isList: boolean
): AsyncGenerator<ReadonlyArray<JsonRow>> {
  let isOpen = isList
  for await (const lines of lineBatches(chunks)) {
    let rows: Array<JsonRow> = []
    for (const line of lines) {
      const text = line.text.trim()
      if (isList && /\]\s*\}?$/.test(text)) isOpen = false
      const isBracket = isList && (text === "]" || text === "]}" || text === "}" || /^[^{]*\[$|^\{[^{]*\[$/.test(text))
      if (isBracket || (text === "" && !line.isTooLong)) continue
      rows.push(rowOf(line, text, isList))
      if (rows.length < batchRowCountMax) continue
      yield rows
      rows = []
    }
    if (rows.length > 0) yield rows
  }
  if (isOpen) throw new SourceUnreadable({ source: name, reason: "json_invalid", detail: "the list does not end" })
}

const rowOf = (line: Line, text: string, isList: boolean): JsonRow => {
  if (line.isTooLong) return { line: line.number, refused: "line_too_long", detail: "" }
  const record = isList ? text.replace(/,$|\s*\]\s*\}?$/, "") : text
  try {
    const value: unknown = JSON.parse(record)
    return { line: line.number, value }
  } catch (cause) {
    return {
      line: line.number,
      refused: "json_invalid",
      detail: cause instanceof Error ? cause.message : String(cause)
    }
  }
}

async function* parsedInPieces(
  name: string,
  chunks: AsyncIterable<Uint8Array>,
  paths: ReadonlyArray<string>
): AsyncGenerator<ReadonlyArray<JsonRow>> {
  const invalid = (detail: string) => new SourceUnreadable({ source: name, reason: "json_invalid", detail })
  const isSequence = paths.includes("$")
  const parser = new JSONParser({
    paths: [...paths],
    keepStack: false,
    ...(isSequence ? { separator: "" } : {})
  })
  let rows: Array<JsonRow> = []
  let count = 0
  let bytesSinceRecord = 0
  let failure: Error | null = null
  parser.onValue = ({ value }) => {
    count += 1
    bytesSinceRecord = 0
    rows.push({ line: count, value })
  }
  parser.onError = (error) => {
    failure ??= error
  }
  for await (const chunk of chunks) {
    bytesSinceRecord += chunk.length
    if (!parser.isEnded) parser.write(chunk)
    if (failure !== null || bytesSinceRecord > recordBytesMax) break
    if (rows.length < batchRowCountMax) continue
    yield rows
    rows = []
  }
  if (rows.length > 0) yield rows
  if (failure !== null) throw invalid(String(failure))
  if (bytesSinceRecord > recordBytesMax) throw invalid(`record ${count + 1} is longer than ${recordBytesMax} bytes`)
  if (!isSequence && !parser.isEnded) throw invalid("the list does not end")
}

const peeked = async (chunks: AsyncIterable<Uint8Array>) => {
  const iterator = chunks[Symbol.asyncIterator]()
  const first: Array<Uint8Array> = []
  let length = 0
  while (length < headBytesMin) {
    const next = await iterator.next()
    if (next.done === true) break
    first.push(next.value)
    length += next.value.length
  }
  const head = Buffer.concat(first)
    .subarray(0, headBytesMin)
    .toString("utf8")
    .replace(/^\uFEFF/, "")
  const all = async function* (): AsyncGenerator<Uint8Array> {
    try {
      yield* first
      yield* { [Symbol.asyncIterator]: () => iterator }
    } finally {
      await iterator.return?.()
    }
  }
  return { head, all: all() }
}
