import { crc32 } from "node:zlib"
import type { Entry, LocalFileHeader } from "yauzl"

/** Bit of the general purpose flags: checksum and sizes stand behind the data, not in the local header. */
const isStreamed = 0x08
/** A size that stands in the Zip64 field instead. */
const inZip64 = 0xff_ff_ff_ff

/** Each entry is described twice, in the directory and before its data: where they differ, one of them is damaged. */
export const headerDefect = (entry: Entry, local: LocalFileHeader): string | null => {
  if (!local.fileName.equals(entry.fileNameRaw)) return "its name differs from the one in the directory"
  if (local.compressionMethod !== entry.compressionMethod) return "its packing differs from the one in the directory"
  if ((local.generalPurposeBitFlag & isStreamed) !== 0) return null
  if (local.crc32 !== entry.crc32) return "its checksum differs from the one in the directory"
  const isSame = (here: number, listed: number): boolean => here === inZip64 || here === listed
  return isSame(local.compressedSize, entry.compressedSize) && isSame(local.uncompressedSize, entry.uncompressedSize)
    ? null
    : "its size differs from the one in the directory"
}

/** The unpacked bytes as they come; throws after the last one when size or CRC-32 are not those of the entry. */
export async function* checkedBytes(entry: Entry, chunks: AsyncIterable<unknown>): AsyncGenerator<Uint8Array> {
  let sum = 0
  let byteCount = 0
  for await (const chunk of chunks) {
    if (!(chunk instanceof Uint8Array)) continue
    sum = crc32(chunk, sum)
    byteCount += chunk.length
    yield chunk
  }
  if (byteCount !== entry.uncompressedSize) throw new Error(`${byteCount} bytes instead of ${entry.uncompressedSize}`)
  if (sum !== entry.crc32) throw new Error("the data does not match its CRC-32")
}

/** Length of the record of the directory's end, without its comment. */
export const endBytes = 22
const directoryHeaderBytes = 46

/** Do the listed entries fill the directory? A damaged count would leave entries out without a word. */
export const fillsDirectory = (entries: ReadonlyArray<Entry>, end: Buffer): boolean => {
  const listed = end.readUInt32LE(12)
  let byteCount = 0
  for (const { extraFieldLength, fileCommentLength, fileNameLength } of entries) {
    byteCount += directoryHeaderBytes + fileNameLength + extraFieldLength + fileCommentLength
  }
  return listed === inZip64 || listed === byteCount
}

/** Where the record of the directory's end lies; `comment` is decoded with one character for each byte. */
export const endOffset = (fileSize: number, comment: string): number => fileSize - endBytes - comment.length
