import { Buffer, isUtf8 } from "node:buffer"

export interface Line {
  /** 1 for the first line */
  readonly number: number
  /** without its line end; `""` when the line is too long */
  readonly text: string
  readonly isTooLong: boolean
  /** bytes that were no UTF-8 stand as U+FFFD in `text` */
  readonly isValidUtf8: boolean
}

/**
 * The longest line that is read. The largest products of Open Food Facts have about 1 MB of JSON; a longer line is
 * a file without line ends, and must not fill the memory.
 */
const lineBytesMax = 16 * 1024 * 1024

const batchLineCountMax = 1_000
const batchBytesMax = 4 * 1024 * 1024

/**
 * Splits bytes at line feeds (a carriage return before one is dropped, a byte order mark at the start too) into
 * batches of at most 1,000 lines or about 4 MiB. A line above the limit is skipped byte by byte and reported; a last
 * line without an end counts. Memory: one batch and one line.
 */
export async function* lineBatches(
  chunks: AsyncIterable<Uint8Array>,
  limitBytes: number = lineBytesMax
): AsyncGenerator<ReadonlyArray<Line>> {
  let batch: Array<Line> = []
  let batchBytes = 0
  let number = 0
  let pending: Array<Buffer> = []
  let pendingBytes = 0

  const add = (bytes: Buffer | null): void => {
    number += 1
    batch.push(lineOf(number, bytes))
    batchBytes += bytes?.length ?? 0
  }
  const hold = (bytes: Buffer): void => {
    pendingBytes += bytes.length
    if (pendingBytes > limitBytes) pending = []
    else pending.push(bytes)
  }
  const complete = (): void => {
    add(pendingBytes > limitBytes ? null : Buffer.concat(pending))
    pending = []
    pendingBytes = 0
  }

  try {
    for await (const chunk of chunks) {
      const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
      let start = 0
      for (let end = bytes.indexOf(10); end !== -1; end = bytes.indexOf(10, start)) {
        const line = bytes.subarray(start, end)
        start = end + 1
        if (pendingBytes === 0 && line.length <= limitBytes) add(line)
        else {
          hold(line)
          complete()
        }
        if (batch.length >= batchLineCountMax || batchBytes >= batchBytesMax) {
          yield batch
          batch = []
          batchBytes = 0
        }
      }
      if (start < bytes.length) hold(bytes.subarray(start))
    }
  } catch (cause) {
    // What was complete before the failure is good; the line that was cut off is not
    if (batch.length > 0) yield batch
    throw cause
  }
  if (pendingBytes > 0) complete()
  if (batch.length > 0) yield batch
}

const lineOf = (number: number, bytes: Buffer | null): Line => {
  if (bytes === null) return { number, text: "", isTooLong: true, isValidUtf8: true }
  const end = bytes.length > 0 && bytes[bytes.length - 1] === 13 ? bytes.length - 1 : bytes.length
  const start = number === 1 && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0
  const text = bytes.toString("utf8", start, end)
  // Only text that shows a replacement character can have been broken
  return { number, text, isTooLong: false, isValidUtf8: !text.includes("\uFFFD") || isUtf8(bytes) }
}
