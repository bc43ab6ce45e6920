import { ChunkBudget, ChunkStream } from "../../infra/inverted-index/ChunkCache.ts"
import type { ChunkSink, ChunkSource, StreamName } from "../../infra/inverted-index/Chunks.ts"

/** Sealed chunks in memory. */
export interface MemoryChunks extends ChunkSource, ChunkSink {
  readonly chunks: Map<number, Uint8Array>
  /** a stream of a segment, of which next to nothing is held */
  readonly stream: (segment: number, name: StreamName) => ChunkStream
}

export const memoryChunks = (): MemoryChunks => {
  const chunks = new Map<number, Uint8Array>()
  const source: ChunkSource = { read: (key) => chunks.get(key) ?? null }
  return {
    ...source,
    chunks,
    write: (key, sealed) => void chunks.set(key, sealed),
    stream: (segment, name) => new ChunkStream(source, new ChunkBudget(1), segment, name)
  }
}
