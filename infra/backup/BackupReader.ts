import { createHash } from "node:crypto"
import { createReadStream } from "node:fs"
import { type FileHandle, open } from "node:fs/promises"
import { type Manifest, magic, manifestIn, type PartName } from "./BackupManifest.ts"
import { BackupUnusable } from "./BackupUnusable.ts"
import { writeAll } from "./DurableFiles.ts"
import { sealedMagic, unseal } from "./Sealing.ts"

const lineBytesMax = 65_536
/** read from files at once */
export const readBytes = 1_048_576

/** Reads a file, or what is in it, in pieces of the size that is asked for. */
class Pieces {
  readonly #source: AsyncIterator<Buffer>
  #held: Buffer = Buffer.alloc(0)

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]()
  }

  /** so many bytes; fewer at the end */
  readonly read = async (bytes: number): Promise<Buffer> => {
    while (this.#held.length < bytes) {
      const next = await this.#source.next()
      if (next.done === true) break
      this.#held = Buffer.concat([this.#held, next.value])
    }
    const piece = this.#held.subarray(0, bytes)
    this.#held = this.#held.subarray(bytes)
    return piece
  }

  /** up to the next line feed, without it */
  readonly readLine = async (): Promise<string> => {
    for (let bytes = 256; bytes <= lineBytesMax; bytes *= 2) {
      const piece = await this.read(bytes)
      const end = piece.indexOf("\n")
      this.#held = Buffer.concat([end < 0 ? piece : piece.subarray(end + 1), this.#held])
      if (end >= 0) return piece.subarray(0, end).toString()
      if (piece.length < bytes) break
    }
    throw new BackupUnusable({ reason: "it is cut off, or no backup of fooddata" })
  }
}

const piecesOf = async (path: string, passphrase: string | null): Promise<Pieces> => {
  const file = new Pieces(createReadStream(path, { highWaterMark: readBytes }))
  const first = `${await file.readLine()}\n`
  if (first === magic) return file
  if (first !== sealedMagic)
    throw new BackupUnusable({ reason: "it is no backup of fooddata, or its beginning is damaged" })
  if (passphrase === null) throw new BackupUnusable({ reason: "it is sealed: --passphrase-file FILE opens it" })
  const opened = new Pieces(unseal(file.read, file.readLine, passphrase))
  if (`${await opened.readLine()}\n` !== magic)
    throw new BackupUnusable({ reason: "what is sealed in it is no backup" })
  return opened
}

/** Reads the bytes of a part, into the file if there is one; their SHA-256. */
const copyPart = async (from: Pieces, to: FileHandle | null, bytes: number): Promise<string> => {
  const digest = createHash("sha256")
  for (let left = bytes; left > 0;) {
    const piece = await from.read(Math.min(left, readBytes))
    if (piece.length === 0) throw new BackupUnusable({ reason: "it is cut off" })
    digest.update(piece)
    if (to !== null) await writeAll(to, piece)
    left -= piece.length
  }
  await to?.sync()
  return digest.digest("hex")
}

/**
 * Reads all of a backup; throws `BackupUnusable`, whatever is wrong with any of it. `fileOf` names the file, which must not be
 * there, that a part is written to; `null`: it is only read.
 */
export const readBackup = async (
  path: string,
  passphrase: string | null,
  fileOf: (name: PartName) => string | null
): Promise<Manifest> => {
  const pieces = await piecesOf(path, passphrase)
  const manifest = manifestIn(await pieces.readLine())
  for (const { bytes, name, sha256 } of manifest.parts) {
    const file = fileOf(name)
    const handle = file === null ? null : await open(file, "wx", 0o600)
    try {
      const found = await copyPart(pieces, handle, bytes)
      if (found !== sha256) throw new BackupUnusable({ reason: `${name} in it is damaged` })
    } finally {
      await handle?.close()
    }
  }
  if ((await pieces.read(1)).length > 0) throw new BackupUnusable({ reason: "something follows its end" })
  return manifest
}
