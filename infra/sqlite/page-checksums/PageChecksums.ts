import {
  closeSync,
  existsSync,
  fdatasyncSync,
  fstatSync,
  openSync,
  readFileSync,
  readSync,
  writeFileSync,
  writeSync
} from "node:fs"
import { crc32 } from "node:zlib"
import { makeWalReader, pageBytes } from "./WalReader.ts"

/** Pages that are read at once. */
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
    for (let first = 1; first <= pages; first += pagesPerStep) {
      for (const [i, crc] of readCrcs(descriptor, first, pagesPerStep).entries()) {
        sums.setUint32((first - 1 + i) * sumBytes, crc, true)
      }
    }
    writeFileSync(checksumsOf(path), sums, { mode: 0o600 })
  } finally {
    closeSync(descriptor)
  }
}

const readCrcs = (descriptor: number, first: number, count: number): ReadonlyArray<number> => {
  const buffer = Buffer.allocUnsafe(count * pageBytes)
  const bytes = readSync(descriptor, buffer, 0, buffer.length, (first - 1) * pageBytes)
  // a last page that is cut off counts as it is
  return Array.from({ length: Math.ceil(bytes / pageBytes) }, (_, i) =>
    crc32(buffer.subarray(i * pageBytes, Math.min(bytes, (i + 1) * pageBytes)))
  )
}

/**
 * The checksums of the pages of a database with a write-ahead log that one connection of this process writes, and that is
 * brought to its places only after `keep`: so what lies in the file is always known. To be opened before the database and
 * closed after it: closing a file takes the locks away that its process holds on it.
 */
export interface PageChecksums {
  /** pages of the file, as far as it was written */
  readonly size: () => number
  /** The first damaged one of `pagesPerStep` pages; those that lie in the log alone are not looked at. */
  readonly damagedFrom: (first: number) => number | null
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
  const checksums: PageChecksums = {
    size: () => size,
    damagedFrom: (first) => {
      const count = Math.min(pagesPerStep, size - first + 1)
      const found = readCrcs(file, first, count)
      for (let i = 0; i < count; i++) {
        const sum = sums[first - 1 + i]
        if (found[i] !== sum && sum !== noSum && !inLog.has(first + i)) return first + i
      }
      return null
    },
    follow: () => {
      for (const [page, crc] of wal.next().pages) followed.set(page, crc)
      return wal.frames()
    },
    keep: () => {
      if (followed.size === 0) return
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
