import { type ChunkStream } from "./ChunkCache.ts"
import { chunkBytes, type ChunkSink, chunkKey, seal, type StreamName } from "./Chunks.ts"

/** Writes a stream that is always read as a whole. */
export const writeBytes = (sink: ChunkSink, segment: number, stream: StreamName, bytes: Uint8Array): void => {
  for (let index = 0; index * chunkBytes < bytes.length; index++) {
    const key = chunkKey(segment, stream, index)
    sink.write(key, seal(bytes.subarray(index * chunkBytes, (index + 1) * chunkBytes), key))
  }
}

/** Reads so many bytes of such a stream, from its beginning. */
export const readBytes = (stream: ChunkStream, length: number): Uint8Array => {
  const bytes = new Uint8Array(length)
  for (let index = 0; index * chunkBytes < length; index++) {
    bytes.set(stream.chunk(index).bytes.subarray(0, length - index * chunkBytes), index * chunkBytes)
  }
  return bytes
}
