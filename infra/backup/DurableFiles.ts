import { Predicate } from "effect"
import { existsSync } from "node:fs"
import { type FileHandle, link, open, rename, rm } from "node:fs/promises"
import { dirname } from "node:path"
import { BackupRefused } from "./BackupRefused.ts"

/** Writes all the bytes: one call may write fewer, as on a disk that is nearly full. */
export const writeAll = async (handle: FileHandle, bytes: Uint8Array): Promise<void> => {
  for (let written = 0; written < bytes.length;) {
    written += (await handle.write(bytes, written, bytes.length - written)).bytesWritten
  }
}

/** What was renamed into or out of the folder stays so after a loss of power. Windows cannot, and need not, do this. */
export const syncFolder = async (path: string): Promise<void> => {
  if (process.platform === "win32") return
  const folder = await open(path, "r")
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** The refusal to replace what has the name. */
export const occupied = (path: string) => new BackupRefused({ reason: `${path} is there already: name another file` })

const codeOf = (error: unknown): unknown => (Predicate.hasProperty(error, "code") ? error.code : undefined)

/** File systems that have no second names for a file, as FAT and some of networks, say one of these. */
const hasNoLinks: ReadonlySet<unknown> = new Set(["EPERM", "ENOSYS", "ENOTSUP", "EOPNOTSUPP", "EMLINK"])

/** Gives the finished file its name, unless something has that name: it is never replaced. */
export const publish = async (draft: string, path: string): Promise<void> => {
  try {
    await link(draft, path)
    await rm(draft)
  } catch (error) {
    if (codeOf(error) === "EEXIST") throw occupied(path)
    if (!hasNoLinks.has(codeOf(error))) throw error
    if (existsSync(path)) throw occupied(path)
    await rename(draft, path)
  }
  await syncFolder(dirname(path))
}
