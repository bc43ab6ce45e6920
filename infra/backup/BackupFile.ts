import { Schema } from "effect"
import { createHash, hash } from "node:crypto"
import { createReadStream } from "node:fs"
import { type FileHandle, open, rename, stat } from "node:fs/promises"
import { join } from "node:path"
import { BackupUnusable } from "./BackupUnusable.ts"
import { seal, sealedMagic, unseal } from "./Sealing.ts"

/*
 * A backup: a line that says so, a line with the manifest in JSON behind its SHA-256, then the bytes of its parts, one after
 * the other, as many as the manifest says.
 */

const magic = "fooddata-backup 1\n"
const lineBytesMax = 65_536
const readBytes = 1_048_576

const PartName = Schema.Literals(["events.db", "pepper"])
export type PartName = typeof PartName.Type

export const Manifest = Schema.Struct({
  /** RFC 3339 */
  createdAt: Schema.String,
  /** version of the program that made it */
  program: Schema.String,
  /** position of the last event */
  end: Schema.Int,
  events: Schema.Int,
  parts: Schema.Array(
    Schema.Struct({
      name: PartName,
      bytes: Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)),
      sha256: Schema.String.check(Schema.isPattern(/^[0-9a-f]{64}$/))
    })
  )
})
export type Manifest = typeof Manifest.Type
const decodeManifest = Schema.decodeUnknownOption(Schema.fromJsonString(Manifest))

const manifestLine = (manifest: Manifest): string => {
  const json = JSON.stringify(manifest)
  return `${hash("sha256", json, "hex")} ${json}\n`
}

const manifestIn = (line: string): Manifest => {
  const [, digest = "", json = ""] = /^(\w{64}) (.*)$/s.exec(line) ?? []
  const manifest = decodeManifest(json)
  if (manifest._tag === "Some" && hash("sha256", json, "hex") === digest) return manifest.value
  throw new BackupUnusable({ reason: "its manifest is damaged" })
}

/** What is put into a backup: parts by name, each a file. */
export type PartFiles = ReadonlyMap<PartName, string>

const hashOf = async (path: string): Promise<string> => {
  const digest = createHash("sha256")
  for await (const bytes of createReadStream(path, { highWaterMark: readBytes })) digest.update(bytes)
  return digest.digest("hex")
}

async function* contentOf(manifest: Manifest, files: PartFiles): AsyncGenerator<Buffer> {
  yield Buffer.from(magic + manifestLine(manifest))
  for (const { name } of manifest.parts) yield* createReadStream(files.get(name) ?? "", { highWaterMark: readBytes })
}

/**
 * Writes the backup to the path, which must not be there, for its owner alone; sealed, if there is a passphrase. It is written
 * beside, as `<path>.partial`, and takes its name when it is on the disk.
 */
export const writeBackup = async (
  path: string,
  facts: Omit<Manifest, "parts">,
  files: PartFiles,
  passphrase: string | null
): Promise<Manifest> => {
  const parts = []
  for (const [name, file] of files) parts.push({ name, bytes: (await stat(file)).size, sha256: await hashOf(file) })
  const manifest = { ...facts, parts }
  const content = contentOf(manifest, files)
  const partial = `${path}.partial`
  const handle = await open(partial, "wx", 0o600)
  try {
    for await (const bytes of passphrase === null ? content : seal(content, passphrase)) await handle.write(bytes)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(partial, path)
  return manifest
}

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

const copyPart = async (from: Pieces, to: FileHandle, bytes: number): Promise<string> => {
  const digest = createHash("sha256")
  for (let left = bytes; left > 0;) {
    const piece = await from.read(Math.min(left, readBytes))
    if (piece.length === 0) throw new BackupUnusable({ reason: "it is cut off" })
    digest.update(piece)
    await to.write(piece)
    left -= piece.length
  }
  await to.sync()
  return digest.digest("hex")
}

/** Writes the parts of a backup into the folder, which must not have them; fails, whatever is wrong with any of it. */
export const extractBackup = async (path: string, folder: string, passphrase: string | null): Promise<Manifest> => {
  const pieces = await piecesOf(path, passphrase)
  const manifest = manifestIn(await pieces.readLine())
  for (const { bytes, name, sha256 } of manifest.parts) {
    const handle = await open(join(folder, name), "wx", 0o600)
    try {
      const found = await copyPart(pieces, handle, bytes)
      if (found !== sha256) throw new BackupUnusable({ reason: `${name} in it is damaged` })
    } finally {
      await handle.close()
    }
  }
  if ((await pieces.read(1)).length > 0) throw new BackupUnusable({ reason: "something follows its end" })
  return manifest
}
