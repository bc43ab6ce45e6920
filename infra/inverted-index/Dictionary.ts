import { ByteReader } from "./ByteReader.ts"
import { readBytes } from "./ByteStream.ts"
import { type ChunkStream } from "./ChunkCache.ts"
import { compareKeyAt, compareKeys } from "./TermKey.ts"
import { SegmentDamaged } from "./SegmentDamaged.ts"

/** The entries of one segment, by their keys. */
export class Dictionary {
  private readonly stream: ChunkStream
  private readonly firstKeys: ReadonlyArray<Uint8Array>

  constructor(stream: ChunkStream, firstKeys: ReadonlyArray<Uint8Array>) {
    this.stream = stream
    this.firstKeys = firstKeys
  }

  /** A reader that stands before the value; `null` where there is no such key. */
  find(key: Uint8Array): ByteReader | null {
    const cursor = this.from(key)
    return cursor !== null && cursor.compareTo(key) === 0 ? cursor.reader : null
  }

  /** The first entry whose key is not before this one; `null` behind the last. */
  from(key: Uint8Array): DictionaryCursor | null {
    const { firstKeys } = this
    let low = 0
    let high = firstKeys.length
    while (low < high) {
      const middle = (low + high) >>> 1
      const first = firstKeys[middle]
      if (first !== undefined && compareKeys(first, key) <= 0) low = middle + 1
      else high = middle
    }
    const cursor = new DictionaryCursor(this.stream, Math.max(0, low - 1), firstKeys.length)
    return cursor.seek(key) ? cursor : null
  }
}

const nothing = new ByteReader(new Uint8Array(0))

/** Goes through the entries in the order of their keys. What it says of one holds until it goes on. */
export class DictionaryCursor {
  reader = nothing
  private readonly stream: ChunkStream
  private readonly chunkCount: number
  private chunk: number
  private entriesEnd = 0
  private next = 0
  private buffer = new Uint8Array(64)
  private length = 0

  constructor(stream: ChunkStream, chunk: number, chunkCount: number) {
    this.stream = stream
    this.chunk = chunk
    this.chunkCount = chunkCount
  }

  /** A copy of the key. */
  get key(): Uint8Array {
    return this.buffer.slice(0, this.length)
  }

  /** Negative where the key comes before this one. */
  compareTo(other: Uint8Array): number {
    return compareKeyAt(this.buffer, 0, this.length, other)
  }

  beginsWith(beginning: Uint8Array): boolean {
    if (this.length < beginning.length) return false
    for (let i = 0; i < beginning.length; i++) if (this.buffer[i] !== beginning[i]) return false
    return true
  }

  seek(key: Uint8Array): boolean {
    if (this.chunk >= this.chunkCount) return false
    this.open()
    this.next = this.lastWholeUpTo(key)
    do {
      if (!this.advance()) return false
    } while (this.compareTo(key) < 0)
    return true
  }

  /** Goes to the next entry; false behind the last. */
  advance(): boolean {
    if (this.next >= this.entriesEnd) {
      if (this.entriesEnd > 0) this.chunk++
      if (this.chunk >= this.chunkCount) return false
      this.open()
    }
    const { reader } = this
    reader.position = this.next
    const shared = reader.varint()
    const more = reader.varint()
    const length = shared + more
    if (this.buffer.length < length) this.enlarge(length)
    const { bytes, position } = reader
    for (let i = 0; i < more; i++) this.buffer[shared + i] = bytes[position + i] ?? 0
    this.length = length
    reader.position = position + more
    const valueLength = reader.varint()
    this.next = reader.position + valueLength
    return true
  }

  private enlarge(length: number): void {
    const larger = new Uint8Array(2 * length)
    larger.set(this.buffer)
    this.buffer = larger
  }

  private open(): void {
    const { bytes } = this.stream.chunk(this.chunk)
    this.reader = new ByteReader(bytes)
    this.entriesEnd = bytes.length - 2 - 2 * this.wholeKeys()
    if (this.entriesEnd <= 0) throw new SegmentDamaged("an empty chunk of the dictionary")
    this.next = 0
  }

  private wholeKeys(): number {
    const { bytes } = this.reader
    return (bytes[bytes.length - 2] ?? 0) | ((bytes[bytes.length - 1] ?? 0) << 8)
  }

  private placeOfWhole(index: number): number {
    const { bytes } = this.reader
    return (bytes[this.entriesEnd + 2 * index] ?? 0) | ((bytes[this.entriesEnd + 2 * index + 1] ?? 0) << 8)
  }

  /** The place of the last whole key that is not behind this one; that of the first where all are. */
  private lastWholeUpTo(key: Uint8Array): number {
    let low = 0
    let high = this.wholeKeys()
    while (low < high) {
      const middle = (low + high) >>> 1
      this.reader.position = this.placeOfWhole(middle) + 1
      const length = this.reader.varint()
      if (compareKeyAt(this.reader.bytes, this.reader.position, length, key) <= 0) low = middle + 1
      else high = middle
    }
    return this.placeOfWhole(Math.max(0, low - 1))
  }
}

/** The first keys of the chunks, as the index holds them. */
export const readFirstKeys = (stream: ChunkStream, indexBytes: number, chunks: number): ReadonlyArray<Uint8Array> => {
  const reader = new ByteReader(readBytes(stream, indexBytes))
  return Array.from({ length: chunks }, () => {
    const length = reader.varint()
    const key = reader.bytes.subarray(reader.position, reader.position + length)
    reader.position += length
    return key
  })
}
