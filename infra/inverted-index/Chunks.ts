import { crc32 } from "node:zlib"
import { SegmentDamaged } from "./SegmentDamaged.ts"

// A segment consists of streams, each of them cut into chunks. A chunk ends in the CRC-32 of what it holds and of where it
// belongs, so that one that is torn, or stands in the place of another, is found when it is read.

/** What the streams of a segment hold. */
export const streams = {
  header: 0,
  dictionaryIndex: 1,
  dictionary: 2,
  postings: 3,
  plainness: 4,
  numbers: 5,
  ids: 6,
  deletions: 7
} as const
export type StreamName = keyof typeof streams
const streamCount = Object.keys(streams).length

/** A chunk holds about so many bytes. */
export const chunkBytes = 8_192
const checksumBytes = 4

/** More would be 8 GB a stream. */
const chunksMax = 2 ** 20

/** One number for each chunk of all segments. */
export const chunkKey = (segment: number, stream: StreamName, index: number): number => {
  if (index >= chunksMax) throw new RangeError("a stream of a segment has too many chunks")
  return (segment * streamCount + streams[stream]) * chunksMax + index
}

/** The keys of a segment, both ends included. */
export const chunkKeysOf = (segment: number): { readonly first: number; readonly last: number } => ({
  first: segment * streamCount * chunksMax,
  last: (segment + 1) * streamCount * chunksMax - 1
})

/** The segment that the chunk with this key belongs to. */
export const segmentOf = (key: number): number => Math.floor(key / (streamCount * chunksMax))

/** Where sealed chunks are kept. */
export interface ChunkSource {
  readonly read: (key: number) => Uint8Array | null
}
export interface ChunkSink {
  readonly write: (key: number, sealed: Uint8Array) => void
}

const keyBytes = new Uint8Array(8)
const keyView = new DataView(keyBytes.buffer)

const checksumOf = (bytes: Uint8Array, key: number): number => {
  keyView.setFloat64(0, key, true)
  return crc32(bytes, crc32(keyBytes))
}

export const seal = (bytes: Uint8Array, key: number): Uint8Array => {
  const sealed = new Uint8Array(bytes.length + checksumBytes)
  sealed.set(bytes)
  new DataView(sealed.buffer).setUint32(bytes.length, checksumOf(bytes, key), true)
  return sealed
}

/** What was sealed, at a multiple of four of its buffer. */
export const unseal = (sealed: Uint8Array | null, key: number): Uint8Array => {
  if (sealed === null || sealed.length < checksumBytes) throw new SegmentDamaged("a chunk is missing")
  const length = sealed.length - checksumBytes
  const bytes = sealed.subarray(0, length)
  const checksum = new DataView(sealed.buffer, sealed.byteOffset + length, checksumBytes).getUint32(0, true)
  if (checksum !== checksumOf(bytes, key)) throw new SegmentDamaged("a chunk is not what was written")
  return bytes.byteOffset % Int32Array.BYTES_PER_ELEMENT === 0 ? bytes : bytes.slice()
}
