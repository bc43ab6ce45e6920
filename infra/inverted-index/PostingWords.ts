import { type ChunkStream } from "./ChunkCache.ts"
import { chunkBytes, type ChunkSink, chunkKey, seal, type StreamName } from "./Chunks.ts"

/** Words in a chunk. */
const chunkWords = chunkBytes / Int32Array.BYTES_PER_ELEMENT

/** Writes a stream of words of 32 bits; every chunk but the last is full, so that a place tells the chunk. */
export class WordWriter {
  length = 0
  private readonly words = new Int32Array(chunkWords)
  private readonly sink: ChunkSink
  private readonly segment: number
  private readonly stream: StreamName

  constructor(sink: ChunkSink, segment: number, stream: StreamName) {
    this.sink = sink
    this.segment = segment
    this.stream = stream
  }

  append(words: Int32Array, from: number, end: number): void {
    for (let i = from; i < end; i++) this.push(words[i] ?? 0)
  }

  push(word: number): void {
    this.words[this.length % chunkWords] = word
    this.length++
    if (this.length % chunkWords === 0) this.write(this.length / chunkWords - 1, chunkWords)
  }

  finish(): void {
    const rest = this.length % chunkWords
    if (rest > 0) this.write(Math.floor(this.length / chunkWords), rest)
  }

  private write(index: number, count: number): void {
    const key = chunkKey(this.segment, this.stream, index)
    this.sink.write(key, seal(new Uint8Array(this.words.buffer, 0, count * Int32Array.BYTES_PER_ELEMENT), key))
  }
}

/** The word at this place of a stream. */
export const wordAt = (stream: ChunkStream, place: number): number =>
  stream.chunk(Math.floor(place / chunkWords)).words[place % chunkWords] ?? 0

export const none = new Int32Array(0)

/**
 * Words of a stream that stand together. Mostly they lie in one chunk, and nothing is copied: `words` is the chunk, and
 * `at` where they begin in it.
 */
export class WordWindow {
  words: Int32Array = none
  at = 0

  open(stream: ChunkStream, place: number, count: number): void {
    const { words } = stream.chunk(Math.floor(place / chunkWords))
    const at = place % chunkWords
    if (at + count <= words.length) {
      this.words = words
      this.at = at
      return
    }
    const copy = new Int32Array(count)
    for (let done = 0; done < count;) {
      const from = (place + done) % chunkWords
      const part = stream.chunk(Math.floor((place + done) / chunkWords)).words.subarray(from, from + count - done)
      if (part.length === 0) break
      copy.set(part, done)
      done += part.length
    }
    this.words = copy
    this.at = 0
  }
}
