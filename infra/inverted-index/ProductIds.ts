import { ByteWriter } from "./ByteWriter.ts"
import type { ChunkStream } from "./ChunkCache.ts"
import { type ChunkSink, chunkKey, seal } from "./Chunks.ts"

// The ids of 256 products make a chunk: where each begins and where the last ends, two bytes each, then the ids in UTF-8.

const idsPerChunk = 256
const placeBytes = 2 * (idsPerChunk + 1)

const encoder = new TextEncoder()
const decoder = new TextDecoder()

export class IdWriter {
  private readonly sink: ChunkSink
  private readonly segment: number
  private ids: Array<Uint8Array> = []
  private chunks = 0

  constructor(sink: ChunkSink, segment: number) {
    this.sink = sink
    this.segment = segment
  }

  add(id: string): void {
    this.ids.push(encoder.encode(id))
    if (this.ids.length === idsPerChunk) this.finish()
  }

  finish(): void {
    if (this.ids.length === 0) return
    const writer = new ByteWriter()
    let place = placeBytes
    for (let i = 0; i <= idsPerChunk; i++) {
      writer.uint16(place)
      place += this.ids[i]?.length ?? 0
    }
    for (const id of this.ids) writer.append(id)
    const key = chunkKey(this.segment, "ids", this.chunks)
    this.sink.write(key, seal(writer.written(), key))
    this.chunks++
    this.ids = []
  }
}

/** The id of a product of the segment. */
export const idAt = (stream: ChunkStream, product: number): string => {
  const { bytes } = stream.chunk(Math.floor(product / idsPerChunk))
  const place = 2 * (product % idsPerChunk)
  const begin = (bytes[place] ?? 0) | ((bytes[place + 1] ?? 0) << 8)
  const end = (bytes[place + 2] ?? 0) | ((bytes[place + 3] ?? 0) << 8)
  return decoder.decode(bytes.subarray(begin, end))
}
