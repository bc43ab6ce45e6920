import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"

/** So that names sort as sizes do. */
const digits = 16

/** How often a write of one checkpoint may have been cut off. */
const attemptsMax = 10

/**
 * Keeps a checkpoint in a folder as a file that is written once and never again, so that the folder may be one that can only be added to
 * (append-only, WORM). One that was cut off stays, and the whole one lies beside it. Throws what the file system does, and where another
 * tree of this size was signed before.
 */
export const keepCheckpoint = (folder: string, size: number, note: string): void => {
  mkdirSync(folder, { recursive: true })
  const name = String(size).padStart(digits, "0")
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    const path = join(folder, attempt === 0 ? name : `${name}-${attempt}`)
    if (!existsSync(path)) return writeOnce(path, note)
    const kept = readFileSync(path, "utf8")
    if (kept === note) return
    if (!note.startsWith(kept)) throw new Error(`${path} is the checkpoint of another tree of ${size} entries`)
  }
  throw new Error(`${join(folder, name)} was cut off ${attemptsMax} times`)
}

const writeOnce = (path: string, note: string): void => {
  const file = openSync(path, "wx")
  try {
    writeFileSync(file, note)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
