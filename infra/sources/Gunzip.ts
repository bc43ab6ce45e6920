import { createGunzip } from "node:zlib"

/** A gzip stream that ends too early or holds other bytes than it says. */
export interface GunzipFailure {
  readonly reason: "truncated_gzip" | "corrupt_gzip"
  readonly detail: string
}

/**
 * Unpacks gzip, concatenated members too. Everything that can be unpacked is yielded before `onFailure` is called,
 * which a plain pipe through a stream does not do: it drops what it has buffered when the stream fails.
 *
 * One piece of input is written at a time and its output passed on before the next, so memory is bounded by what
 * 32 KiB can unpack to (33 MB at the ratio of 1,032 that deflate allows at most).
 */
export async function* gunzip(
  chunks: AsyncIterable<Uint8Array>,
  onFailure: (failure: GunzipFailure) => Error
): AsyncGenerator<Uint8Array> {
  const unpacker = createGunzip({ chunkSize: 256 * 1024 })
  const unpacked: Array<Uint8Array> = []
  let failure: GunzipFailure | null = null
  unpacker.on("data", (chunk: Uint8Array) => unpacked.push(chunk))
  unpacker.on("error", (error: Error) => {
    const isTruncated = "code" in error && error.code === "Z_BUF_ERROR"
    failure = { reason: isTruncated ? "truncated_gzip" : "corrupt_gzip", detail: error.message }
  })
  const settled = new Promise<void>((resolve) => unpacker.once("close", resolve))
  const failed = (): GunzipFailure | null => failure
  try {
    for await (const chunk of chunks) {
      for (let start = 0; start < chunk.length && failed() === null; start += pieceBytes) {
        const piece = chunk.subarray(start, start + pieceBytes)
        await Promise.race([new Promise<void>((resolve) => unpacker.write(piece, () => resolve())), settled])
        yield* unpacked.splice(0)
      }
      if (failed() !== null) break
    }
    unpacker.end()
    await settled
    yield* unpacked.splice(0)
    const cause = failed()
    if (cause !== null) throw onFailure(cause)
  } finally {
    unpacker.destroy()
  }
}

const pieceBytes = 32 * 1024
