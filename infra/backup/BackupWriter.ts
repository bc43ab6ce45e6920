import { createHash } from "node:crypto"
import { createReadStream, existsSync } from "node:fs"
import { open, rm, stat } from "node:fs/promises"
import { type Manifest, magic, manifestLine, type PartName } from "./BackupManifest.ts"
import { readBackup, readBytes } from "./BackupReader.ts"
import { occupied, publish, writeAll } from "./DurableFiles.ts"
import { seal } from "./Sealing.ts"

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

const writeDraft = async (draft: string, content: AsyncIterable<Buffer>): Promise<void> => {
  const handle = await open(draft, "wx", 0o600)
  try {
    for await (const bytes of content) await writeAll(handle, bytes)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/**
 * Writes the backup to the path, which must not be there, for its owner alone; sealed, if there is a passphrase. It is written
 * beside, as `<path>.partial`, read back from there, and only then takes its name. What an earlier one that was cut off left
 * there is removed.
 */
export const writeBackup = async (
  path: string,
  facts: Omit<Manifest, "parts">,
  files: PartFiles,
  passphrase: string | null
): Promise<Manifest> => {
  if (existsSync(path)) throw occupied(path)
  const parts = []
  for (const [name, file] of files) parts.push({ name, bytes: (await stat(file)).size, sha256: await hashOf(file) })
  const manifest = { ...facts, parts }
  const content = contentOf(manifest, files)
  const draft = `${path}.partial`
  await rm(draft, { force: true })
  try {
    await writeDraft(draft, passphrase === null ? content : seal(content, passphrase))
    await readBackup(draft, passphrase, () => null)
    await publish(draft, path)
  } finally {
    await rm(draft, { force: true })
  }
  return manifest
}
