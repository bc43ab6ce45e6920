import { Effect } from "effect"
import {
  closeSync,
  existsSync,
  fdatasyncSync,
  fstatSync,
  openSync,
  read,
  readFileSync,
  readSync,
  writeFileSync,
  writeSync
} from "node:fs"
import { crc32 } from "node:zlib"
import { makeWalReader, pageBytes } from "./WalReader.ts"

/** Pages that are read at once, at most. */
export const pagesPerStep = 256

const sumBytes = 4
/** A page that was never written, so that nothing is read from it. */
const noSum = 0
/** Checksums that are written at once. */
const sumsPerBlock = 1_024

/** Where the checksums of a database lie. */
export const checksumsOf = (path: string): string => `${path}-sums`

/** The CRC-32 of each page of a file that nobody writes, where `openPageChecksums` looks for those of `path`. */
export const writeChecksums = (file: string, path = file): void => {
  const descriptor = openSync(file, "r")
  try {
    const pages = Math.ceil(fstatSync(descriptor).size / pageBytes)
    const sums = new DataView(new ArrayBuffer(pages * sumBytes))
    const buffer = Buffer.allocUnsafe(pagesPerStep * pageBytes)
    for (let first = 1; first <= pages; first += pagesPerStep) {
      const bytes = readSync(descriptor, buffer, 0, buffer.length, (first - 1) * pageBytes)
      for (const [i, crc] of crcsOf(buffer.subarray(0, bytes)).entries()) {
        sums.setUint32((first - 1 + i) * sumBytes, crc, true)
      }
    }
    writeFileSync(checksumsOf(path), sums, { mode: 0o600 })
  } finally {
    closeSync(descriptor)
  }
}

/** Of each page; a last one that is cut off counts as it is. */
const crcsOf = (bytes: Buffer): ReadonlyArray<number> =>
  Array.from({ length: Math.ceil(bytes.length / pageBytes) }, (_, i) =>
    crc32(bytes.subarray(i * pageBytes, (i + 1) * pageBytes))
  )

/** Reads into the buffer, beside other work: a disk may take its time. Answers what was there. */
const readAt = (descriptor: number, buffer: Buffer, length: number, position: number): Effect.Effect<Buffer, Error> =>
  Effect.uninterruptible(
    Effect.callback((resume) => {
      read(descriptor, buffer, 0, length, position, (error, bytes) =>
        resume(error === null ? Effect.succeed(buffer.subarray(0, bytes)) : Effect.fail(error))
      )
    })
  )

/**
 * The checksums of the pages of a database with a write-ahead log that one connection of this process writes, and that is
 * brought to its places only after `keep`: so what lies in the file is always known. To be opened before the database and
 * closed after it: closing a file takes the locks away that its process holds on it.
 */
export interface PageChecksums {
  /** pages of the file, as far as it was written */
  readonly size: () => number
  /**
   * The first damaged one of so many pages, `pagesPerStep` at most; those that lie in the log alone are not looked at. To be asked
   * again when it has answered. Fails where the disk cannot read.
   */
  readonly damagedFrom: (first: number, count: number) => Effect.Effect<number | null, Error>
  /** Takes in what was committed since the last call. Answers how many frames the log has. */
  readonly follow: () => number
  /** Writes what was taken in beside the database: from now on the log may be brought to its places. */
  readonly keep: () => void
  /** The whole log was brought to its places. */
  readonly settled: () => void
  readonly close: () => void
}

/** `null`: there are no checksums of that file. */
export const openPageChecksums = (path: string): PageChecksums | null => {
  if (!existsSync(path) || !existsSync(checksumsOf(path))) return null
  const kept = readFileSync(checksumsOf(path))
  const file = openSync(path, "r")
  const sumsFile = openSync(checksumsOf(path), "r+")
  const wal = makeWalReader(`${path}-wal`)
  let size = Math.floor(kept.length / sumBytes)
  let sums = Uint32Array.from({ length: size }, (_, i) => kept.readUInt32LE(i * sumBytes))
  let followed = new Map<number, number>()
  /** of these the file may hold an earlier state */
  const inLog = new Set<number>()
  /** how often pages were about to come to their places */
  let changes = 0
  const buffer = Buffer.allocUnsafe(pagesPerStep * pageBytes)

  const reserve = (pages: number): void => {
    if (pages > sums.length) {
      const larger = new Uint32Array(2 * pages)
      larger.set(sums)
      sums = larger
    }
    size = Math.max(size, pages)
  }
  const writeBlock = (block: number): void => {
    const first = block * sumsPerBlock
    const count = Math.min(sumsPerBlock, size - first)
    const bytes = Buffer.alloc(count * sumBytes)
    for (let i = 0; i < count; i++) bytes.writeUInt32LE(sums[first + i] ?? 0, i * sumBytes)
    writeSync(sumsFile, bytes, 0, bytes.length, first * sumBytes)
  }
  const firstDamaged = (found: Buffer, first: number, count: number): number | null => {
    const crcs = crcsOf(found)
    for (let i = 0; i < count; i++) {
      const sum = sums[first - 1 + i]
      if (crcs[i] !== sum && sum !== noSum && !inLog.has(first + i)) return first + i
    }
    return null
  }
  const checksums: PageChecksums = {
    size: () => size,
    damagedFrom: Effect.fnUntraced(function* (first, count) {
      const asked = Math.min(count, pagesPerStep, size - first + 1)
      for (;;) {
        const before = changes
        const found = yield* readAt(file, buffer, asked * pageBytes, (first - 1) * pageBytes)
        // what was read may be of before and its checksums of after
        if (changes === before) return firstDamaged(found, first, asked)
      }
    }),
    follow: () => {
      for (const [page, crc] of wal.next().pages) followed.set(page, crc)
      return wal.frames()
    },
    keep: () => {
      if (followed.size === 0) return
      changes++
      for (const page of followed.keys()) reserve(page)
      for (const [page, crc] of followed) {
        sums[page - 1] = crc
        inLog.add(page)
      }
      const blocks = new Set([...followed.keys()].map((page) => Math.floor((page - 1) / sumsPerBlock)))
      for (const block of blocks) writeBlock(block)
      // before the pages: after a power cut each has the checksum of the file, or is in the log, which is synced, too
      fdatasyncSync(sumsFile)
      followed = new Map()
    },
    settled: () => inLog.clear(),
    close: () => {
      closeSync(sumsFile)
      closeSync(file)
    }
  }
  // what the log holds may have come to its place, or not
  checksums.follow()
  checksums.keep()
  return checksums
}
