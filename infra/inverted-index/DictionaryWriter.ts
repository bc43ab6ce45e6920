import { ByteWriter } from "./ByteWriter.ts"
import { writeBytes } from "./ByteStream.ts"
import { chunkBytes, type ChunkSink, chunkKey, seal } from "./Chunks.ts"
import { sharedLength } from "./TermKey.ts"

// Each chunk holds entries in the order of their keys: how many bytes the key shares with the one before, how many more it
// has, these, and how many bytes its value has, these. Every sixteenth key is whole, so that one is found by halving; behind
// the entries stand the places of the whole keys and their number, two bytes each. The first keys of all chunks are the index,
// which is held in memory.

const wholeEvery = 16

/** Writes entries in ascending order of their keys. */
export class DictionaryWriter {
  private readonly sink: ChunkSink
  private readonly segment: number
  private readonly chunk = new ByteWriter()
  private wholeKeys: Array<number> = []
  private inChunk = 0
  private chunks = 0
  private last = new Uint8Array(0)
  private readonly index = new ByteWriter()

  constructor(sink: ChunkSink, segment: number) {
    this.sink = sink
    this.segment = segment
  }

  add(key: Uint8Array, value: Uint8Array): void {
    if (this.chunk.length + key.length + value.length > chunkBytes && this.inChunk > 0) this.writeChunk()
    if (this.inChunk === 0) {
      this.index.varint(key.length)
      this.index.append(key)
    }
    const isWhole = this.inChunk % wholeEvery === 0
    if (isWhole) this.wholeKeys.push(this.chunk.length)
    const shared = isWhole ? 0 : sharedLength(this.last, key)
    this.chunk.varint(shared)
    this.chunk.varint(key.length - shared)
    this.chunk.append(key.subarray(shared))
    this.chunk.varint(value.length)
    this.chunk.append(value)
    this.inChunk++
    this.last = key.slice()
  }

  /** Answers how many chunks there are and how long the index is, bytes. */
  finish(): { readonly chunks: number; readonly indexBytes: number } {
    if (this.inChunk > 0) this.writeChunk()
    const index = this.index.written()
    writeBytes(this.sink, this.segment, "dictionaryIndex", index)
    return { chunks: this.chunks, indexBytes: index.length }
  }

  private writeChunk(): void {
    for (const place of this.wholeKeys) this.chunk.uint16(place)
    this.chunk.uint16(this.wholeKeys.length)
    const key = chunkKey(this.segment, "dictionary", this.chunks)
    this.sink.write(key, seal(this.chunk.written(), key))
    this.chunks++
    this.chunk.clear()
    this.wholeKeys = []
    this.inChunk = 0
  }
}
