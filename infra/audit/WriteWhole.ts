import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"

/**
 * Writes a file whole, or not at all: a reader, and a process that comes after a killed one, sees the old file or the new one. Throws
 * what the file system does.
 */
export const writeWhole = (path: string, content: Uint8Array | string): void => {
  mkdirSync(dirname(path), { recursive: true })
  const draft = `${path}.tmp`
  writeFileSync(draft, content)
  const file = openSync(draft, "r")
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  renameSync(draft, path)
}
