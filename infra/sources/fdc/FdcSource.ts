import { stat } from "node:fs/promises"
import { byteSource, openByteSource } from "../ByteSource.ts"
import { firstBytes } from "../FirstBytes.ts"
import type { SourceReader } from "../SourceRow.ts"
import { sourceUnreadable } from "../SourceUnreadable.ts"
import { openFdcArchive } from "./FdcArchive.ts"
import { openFdc } from "./FdcFoods.ts"
import { fdcJsonRows } from "./FdcJson.ts"

/**
 * Opens a download of FoodData Central: its CSV files as a zip or a folder, or a JSON dump, as the zip in which it is
 * published, plain or gzip. Rejects with `SourceUnreadable`.
 */
export const openFdcSource = async (path: string): Promise<SourceReader> => {
  const form = await formOf(path)
  if (form === "json") return readFdcJson(await openByteSource(path))
  return form === "zip" ? openFdcZip(path) : openFdc(path)
}

const readFdcJson = (source: Awaited<ReturnType<typeof openByteSource>>): SourceReader => ({
  byteCount: source.byteCount,
  bytesRead: source.bytesRead,
  rows: fdcJsonRows(source.name, source.chunks)
})

/** A zip with a JSON file and without `food.csv` is a JSON dump. */
const openFdcZip = async (path: string): Promise<SourceReader> => {
  const archive = await openFdcArchive(path)
  const file = archive.byteCount("food.csv") === null ? archive.jsonFiles[0] : undefined
  if (file === undefined) {
    archive.close()
    return openFdc(path)
  }
  const byteCount = archive.byteCount(file)
  let bytesRead = 0
  const bytes = archive.read(file, (count) => {
    bytesRead += count
  })
  const rows = async function* () {
    try {
      // its rows are passed on as they are read, so the checksum must be known to fit before the first one
      await readToEnd(archive.read(file, () => {}))
      yield* fdcJsonRows(path, byteSource(path, byteCount, bytes).chunks)
    } finally {
      archive.close()
    }
  }
  return { byteCount, bytesRead: () => Math.min(byteCount ?? 0, Math.round(bytesRead)), rows: rows() }
}

const readToEnd = async (chunks: AsyncIterable<Uint8Array>): Promise<void> => {
  const iterator = chunks[Symbol.asyncIterator]()
  while ((await iterator.next()).done !== true);
}

/** By the first bytes: a name says little. What is nothing of all this is left to the reader of archives to refuse. */
const formOf = async (path: string): Promise<"json" | "zip" | "other"> => {
  if (path === "-") return "other"
  try {
    if (!(await stat(path)).isFile()) return "other"
    const head = await firstBytes(path, 64)
    if (head.startsWith("PK")) return "zip"
    return head.startsWith("\u001F\u008B") || /^(?:\u00EF\u00BB\u00BF)?\s*[[{]/.test(head) ? "json" : "other"
  } catch (cause) {
    throw sourceUnreadable(path, cause)
  }
}
