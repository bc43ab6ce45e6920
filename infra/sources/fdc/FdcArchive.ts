import { createReadStream } from "node:fs"
import { open, readdir, stat } from "node:fs/promises"
import { basename, join } from "node:path"
import { promisify } from "node:util"
import { type Entry, open as openZipFile, type ZipFile } from "yauzl"
import { byteSource } from "../ByteSource.ts"
import { SourceUnreadable, sourceUnreadable } from "../SourceUnreadable.ts"
import { checkedBytes, endBytes, endOffset, fillsDirectory, headerDefect } from "../ZipChecks.ts"

/** The files of a FoodData Central download, from its zip or from a folder into which it was unpacked. */
export interface FdcArchive {
  readonly name: string
  /** the JSON dumps in it: of a zip only, a folder is one of CSV files */
  readonly jsonFiles: ReadonlyArray<string>
  /** bytes of a file as they lie on the disk, `null` when there is no such file */
  readonly byteCount: (file: string) => number | null
  /**
   * The unpacked bytes of a file; `counted` hears of each piece read, in bytes of `byteCount`. Of a zip, size and checksum
   * are known to fit only when the iteration has ended: whoever reads must reach the end before it writes anything.
   */
  readonly read: (file: string, counted: (bytes: number) => void) => AsyncIterable<Uint8Array>
  readonly close: () => void
}

/** Rejects with `SourceUnreadable`. Standard input is no archive: a zip is read by the directory at its end. */
export const openFdcArchive = async (path: string): Promise<FdcArchive> => {
  if (path === "-") {
    const detail = "a FoodData Central download is a folder or a zip file, it cannot come from standard input"
    throw new SourceUnreadable({ source: path, reason: "not_readable", detail })
  }
  try {
    return (await stat(path)).isDirectory() ? await folderArchive(path) : await zipArchive(path)
  } catch (cause) {
    throw sourceUnreadable(path, cause)
  }
}

const missing = (source: string, file: string): SourceUnreadable =>
  new SourceUnreadable({ source, reason: "file_missing", detail: file })

const folderArchive = async (path: string): Promise<FdcArchive> => {
  const sizes = new Map<string, number>()
  for (const name of await readdir(path)) {
    if (name.endsWith(".csv")) sizes.set(name, (await stat(join(path, name))).size)
  }
  return {
    name: path,
    jsonFiles: [],
    byteCount: (file) => sizes.get(file) ?? null,
    read: async function* (file, counted) {
      const byteCount = sizes.get(file)
      if (byteCount === undefined) throw missing(path, file)
      const source = byteSource(path, byteCount, createReadStream(join(path, file), { highWaterMark: 256 * 1024 }))
      for await (const chunk of source.chunks) {
        counted(chunk.length)
        yield chunk
      }
    },
    close: () => {}
  }
}

const zipArchive = async (path: string): Promise<FdcArchive> => {
  await assertZip(path)
  const zip = await openZip(path)
  const entries = await entriesOf(path, zip).catch((cause: unknown) => {
    zip.close()
    return Promise.reject(corrupt(path, cause))
  })
  const readEntry = promisify(zip.openReadStream.bind(zip))
  return {
    name: path,
    jsonFiles: [...entries.keys()].filter((name) => name.endsWith(".json")),
    byteCount: (file) => entries.get(file)?.compressedSize ?? null,
    read: async function* (file, counted) {
      const entry = entries.get(file)
      if (entry === undefined) throw missing(path, file)
      const packedShare = entry.uncompressedSize === 0 ? 0 : entry.compressedSize / entry.uncompressedSize
      try {
        for await (const chunk of checkedBytes(entry, await readEntry(entry))) {
          counted(chunk.length * packedShare)
          yield chunk
        }
      } catch (cause) {
        throw corruptEntry(path, entry, cause)
      }
    },
    close: () => zip.close()
  }
}

const corrupt = (source: string, cause: unknown): SourceUnreadable =>
  cause instanceof SourceUnreadable
    ? cause
    : new SourceUnreadable({
        source,
        reason: "corrupt_zip",
        detail: cause instanceof Error ? cause.message : String(cause)
      })

const corruptEntry = (source: string, { fileName }: Entry, cause: unknown): SourceUnreadable =>
  corrupt(source, new Error(`${fileName}: ${cause instanceof Error ? cause.message : String(cause)}`))

/** A single CSV or a JSON dump by mistake deserves a better message than a missing directory of a zip. */
const assertZip = async (path: string): Promise<void> => {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, 0)
    if (bytesRead === 2 && buffer.toString("latin1") === "PK") return
  } finally {
    await file.close()
  }
  throw new SourceUnreadable({ source: path, reason: "not_readable", detail: "neither a folder nor a zip file" })
}

const openZip = (path: string): Promise<ZipFile> =>
  new Promise((resolve, reject) => {
    openZipFile(path, { autoClose: false, lazyEntries: true }, (cause, zip) =>
      cause === null ? resolve(zip) : reject(corrupt(path, cause))
    )
  })

/** The data files by file name: downloads hold them in a folder named after the release. */
const entriesOf = async (path: string, zip: ZipFile): Promise<ReadonlyMap<string, Entry>> => {
  const listed = await listedEntries(path, zip)
  await assertWhole(path, zip, listed)
  const entries = new Map<string, Entry>()
  for (const entry of listed) {
    const isData = /\.(?:csv|json)$/.test(entry.fileName) && !entry.fileName.startsWith("__MACOSX/")
    if (isData) entries.set(basename(entry.fileName), entry)
  }
  return entries
}

/** A download has some thirty files. */
const entryCountMax = 10_000

const listedEntries = (path: string, zip: ZipFile): Promise<ReadonlyArray<Entry>> =>
  new Promise((resolve, reject) => {
    const entries: Array<Entry> = []
    zip.on("entry", (entry: Entry) => {
      entries.push(entry)
      if (entries.length > entryCountMax) reject(corrupt(path, new Error(`more than ${entryCountMax} entries`)))
      else zip.readEntry()
    })
    zip.once("end", () => resolve(entries))
    zip.once("error", (cause: unknown) => reject(corrupt(path, cause)))
    zip.readEntry()
  })

/** All entries are compared, not only the data: a damaged name may be that of a data file. */
const assertWhole = async (path: string, zip: ZipFile, entries: ReadonlyArray<Entry>): Promise<void> => {
  const file = await open(path)
  try {
    const place = endOffset(zip.fileSize, zip.comment)
    const { buffer, bytesRead } = await file.read(Buffer.alloc(endBytes), 0, endBytes, place)
    if (bytesRead < endBytes || !fillsDirectory(entries, buffer)) throw new Error("its directory lists too few entries")
  } finally {
    await file.close()
  }
  for (const entry of entries) {
    try {
      const defect = headerDefect(entry, await zip.readLocalFileHeaderPromise(entry))
      if (defect !== null) throw new Error(defect)
    } catch (cause) {
      throw corruptEntry(path, entry, cause)
    }
  }
}
