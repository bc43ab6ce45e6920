import { closeSync, existsSync, openSync, readSync } from "node:fs"
import { crc32 } from "node:zlib"

/** The page size of every file that SQLite makes by itself, bytes. */
export const pageBytes = 4_096

// https://www.sqlite.org/fileformat2.html#the_write_ahead_log
const headerBytes = 32
const frameHeaderBytes = 24
const frameBytes = frameHeaderBytes + pageBytes
/** The last bit says whether the checksums of the log are over big-endian words. */
const magic = 0x377f0682
const framesAtOnce = 256

/** The running checksum of a log, over everything before it. */
type Sums = readonly [number, number]

/** Where a log is known up to: the end of its last commit. */
interface Place {
  readonly salts: Sums
  readonly littleEndian: boolean
  readonly end: number
  readonly sums: Sums
}

/** What commits brought that were not read before. */
export interface Committed {
  /** CRC-32 of each page that was written, by its number, as it was last written */
  readonly pages: ReadonlyMap<number, number>
  /** pages of the database after the last commit; 0: there was none */
  readonly size: number
}

/** Reads a write-ahead log as far as SQLite would recover it: to the last commit in the chain of its checksums. */
export interface WalReader {
  readonly next: () => Committed
  /** frames up to the last commit that was read */
  readonly frames: () => number
}

const addWords = (view: DataView, from: number, to: number, littleEndian: boolean, [a, b]: Sums): Sums => {
  let [first, second] = [a, b]
  for (let at = from; at < to; at += 8) {
    first = (first + view.getUint32(at, littleEndian) + second) >>> 0
    second = (second + view.getUint32(at + 4, littleEndian) + first) >>> 0
  }
  return [first, second]
}

const pairAt = (view: DataView, at: number): Sums => [view.getUint32(at), view.getUint32(at + 4)]
const isSame = (a: Sums, b: Sums): boolean => a[0] === b[0] && a[1] === b[1]

/** The log from its beginning; `null`: SQLite would not believe the header. */
const beginningOf = (descriptor: number): Place | null => {
  const header = new DataView(new ArrayBuffer(headerBytes))
  if (readSync(descriptor, header, 0, headerBytes, 0) < headerBytes) return null
  const littleEndian = header.getUint32(0) === magic
  if (!littleEndian && header.getUint32(0) !== magic + 1) return null
  const sums = addWords(header, 0, headerBytes - 8, littleEndian, [0, 0])
  if (header.getUint32(8) !== pageBytes || !isSame(sums, pairAt(header, headerBytes - 8))) return null
  return { salts: pairAt(header, 16), littleEndian, end: headerBytes, sums }
}

interface Read {
  readonly committed: Committed
  readonly place: Place
}

/** All commits behind the place. */
const readFrom = (descriptor: number, begin: Place, buffer: Buffer): Read => {
  const pages = new Map<number, number>()
  const { littleEndian, salts } = begin
  const view = new DataView(buffer.buffer, buffer.byteOffset, buffer.length)
  let uncommitted: Array<readonly [number, number]> = []
  let { end: at, sums } = begin
  let place = begin
  let size = 0
  for (;;) {
    const frames = Math.floor(readSync(descriptor, buffer, 0, buffer.length, at) / frameBytes)
    for (let frame = 0; frame < frames; frame++) {
      const from = frame * frameBytes
      const data = from + frameHeaderBytes
      sums = addWords(view, data, data + pageBytes, littleEndian, addWords(view, from, from + 8, littleEndian, sums))
      if (!isSame(pairAt(view, from + 8), salts) || !isSame(pairAt(view, from + 16), sums)) {
        return { committed: { pages, size }, place }
      }
      at += frameBytes
      uncommitted.push([view.getUint32(from), crc32(buffer.subarray(data, data + pageBytes))])
      const sizeAfterCommit = view.getUint32(from + 4)
      if (sizeAfterCommit === 0) continue
      for (const [page, crc] of uncommitted) pages.set(page, crc)
      uncommitted = []
      size = sizeAfterCommit
      place = { ...begin, end: at, sums }
    }
    if (frames === 0) return { committed: { pages, size }, place }
  }
}

const nothing: Committed = { pages: new Map(), size: 0 }

/** Reads the log at the path, which comes, goes and begins anew as its database is opened, closed and checkpointed. */
export const makeWalReader = (path: string): WalReader => {
  const buffer = Buffer.alloc(framesAtOnce * frameBytes)
  let known: Place | null = null
  return {
    frames: () => (known === null ? 0 : (known.end - headerBytes) / frameBytes),
    next: () => {
      if (!existsSync(path)) return nothing
      const descriptor = openSync(path, "r")
      try {
        const begin = beginningOf(descriptor)
        if (begin === null) return nothing
        const { committed, place } = readFrom(
          descriptor,
          known !== null && isSame(known.salts, begin.salts) ? known : begin,
          buffer
        )
        known = place
        return committed
      } finally {
        closeSync(descriptor)
      }
    }
  }
}
