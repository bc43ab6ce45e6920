import { createReadStream } from "node:fs"
import { stat } from "node:fs/promises"
import { stdin } from "node:process"
import { gunzip } from "./Gunzip.ts"
import { SourceUnreadable, sourceUnreadable } from "./SourceUnreadable.ts"

/** The bytes of a file or of standard input, unpacked. */
export interface ByteSource {
  /** as it was asked for */
  readonly name: string
  /** size on the disk; `null` for standard input */
  readonly byteCount: number | null
  /** read so far, before unpacking */
  readonly bytesRead: () => number
  /** once; throws `SourceUnreadable` after everything that could be read */
  readonly chunks: AsyncIterable<Uint8Array>
}

/**
 * Opens a path, or standard input for `-`. Gzip is recognised by its first two bytes, whatever the name says.
 * Rejects with `SourceUnreadable` when there is no such file.
 */
export const openByteSource = async (path: string): Promise<ByteSource> => {
  if (path === "-") return byteSource(path, null, stdin)
  const byteCount = await fileSize(path)
  return byteSource(path, byteCount, createReadStream(path, { highWaterMark: 256 * 1024 }))
}

/** Bytes from anywhere, counted and unpacked. */
export const byteSource = (name: string, byteCount: number | null, bytes: AsyncIterable<unknown>): ByteSource => {
  let bytesRead = 0
  const counted = async function* (): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of bytes) {
        if (!(chunk instanceof Uint8Array)) continue
        bytesRead += chunk.length
        if (chunk.length > 0) yield chunk
      }
    } catch (cause) {
      throw sourceUnreadable(name, cause)
    }
  }
  return { name, byteCount, bytesRead: () => bytesRead, chunks: unpacked(name, counted()) }
}

const fileSize = async (path: string): Promise<number> => {
  try {
    const found = await stat(path)
    if (found.isFile()) return found.size
  } catch (cause) {
    throw sourceUnreadable(path, cause)
  }
  throw new SourceUnreadable({ source: path, reason: "not_readable", detail: "not a file" })
}

async function* unpacked(name: string, chunks: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  const whole = startedWith(await firstBytes(chunks), chunks)
  if (!whole.isGzip) {
    yield* whole.chunks
    return
  }
  yield* gunzip(whole.chunks, ({ reason, detail }) => new SourceUnreadable({ source: name, reason, detail }))
}

/** At least two bytes, if there are as many: a pipe may hand out one at a time. */
const firstBytes = async (chunks: AsyncGenerator<Uint8Array>): Promise<Uint8Array> => {
  let first = new Uint8Array(0)
  while (first.length < 2) {
    const next = await chunks.next()
    if (next.done === true) return first
    first = first.length === 0 ? new Uint8Array(next.value) : Buffer.concat([first, next.value])
  }
  return first
}

const startedWith = (first: Uint8Array, rest: AsyncGenerator<Uint8Array>) => ({
  isGzip: first[0] === 0x1f && first[1] === 0x8b,
  chunks: (async function* () {
    if (first.length > 0) yield first
    yield* rest
  })()
})
