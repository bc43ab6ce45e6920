import { chunkKey, type ChunkSource, type StreamName, unseal } from "./Chunks.ts"

/** A chunk in memory, as bytes and as words of 32 bits. */
export interface Chunk {
  readonly bytes: Uint8Array
  readonly words: Int32Array
}

interface Held extends Chunk {
  readonly stream: ChunkStream
  readonly index: number
  /** since it was last passed over */
  isUsed: boolean
}

/** What all streams together hold in memory: at most so many bytes, of which the chunks go that nobody used of late. */
export class ChunkBudget {
  private readonly bytesMax: number
  private bytes = 0
  private queue: Array<Held> = []
  private next = 0

  constructor(bytesMax: number) {
    this.bytesMax = bytesMax
  }

  take(held: Held): void {
    this.queue.push(held)
    this.bytes += held.bytes.length
    while (this.bytes > this.bytesMax && this.next < this.queue.length - 1) this.passOver()
    if (this.next < 4_096 || 2 * this.next < this.queue.length) return
    this.queue = this.queue.slice(this.next)
    this.next = 0
  }

  private passOver(): void {
    const oldest = this.queue[this.next++]
    if (oldest === undefined) return
    if (oldest.isUsed && oldest.stream.has(oldest.index)) {
      oldest.isUsed = false
      this.queue.push(oldest)
      return
    }
    this.bytes -= oldest.bytes.length
    oldest.stream.drop(oldest.index)
  }
}

/** A stream of a segment, read chunk by chunk. */
export class ChunkStream {
  private readonly source: ChunkSource
  private readonly budget: ChunkBudget
  private readonly segment: number
  private readonly stream: StreamName
  private readonly chunks: Array<Held | undefined> = []

  constructor(source: ChunkSource, budget: ChunkBudget, segment: number, stream: StreamName) {
    this.source = source
    this.budget = budget
    this.segment = segment
    this.stream = stream
  }

  chunk(index: number): Chunk {
    const held = this.chunks[index]
    if (held === undefined) return this.read(index)
    held.isUsed = true
    return held
  }

  has(index: number): boolean {
    return this.chunks[index] !== undefined
  }

  drop(index: number): void {
    this.chunks[index] = undefined
  }

  private read(index: number): Chunk {
    const key = chunkKey(this.segment, this.stream, index)
    const bytes = unseal(this.source.read(key), key)
    const words = new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length >>> 2)
    const held = { bytes, words, stream: this, index, isUsed: false }
    while (this.chunks.length < index) this.chunks.push(undefined)
    this.chunks[index] = held
    this.budget.take(held)
    return held
  }
}
