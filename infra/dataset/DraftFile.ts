import { createHash } from "node:crypto"
import { closeSync, fsyncSync, openSync, rmSync, writeSync } from "node:fs"

/** What was written into a file. */
export interface WrittenFile {
  readonly bytes: number
  /** hex */
  readonly sha256: string
}

/** A file under a name that no reader looks for, until it is whole. */
export interface DraftFile {
  readonly write: (bytes: Uint8Array) => void
  /** Makes it last. It is renamed by whoever made it. */
  readonly finish: () => WrittenFile
  readonly abandon: () => void
}

/** Begins the file anew, whatever is left there. */
export const openDraft = (path: string): DraftFile => {
  const descriptor = openSync(path, "w", 0o600)
  const digest = createHash("sha256")
  let bytes = 0
  return {
    write: (chunk) => {
      digest.update(chunk)
      // one call may write less, as on a disk that is nearly full
      for (let done = 0; done < chunk.length;) done += writeSync(descriptor, chunk, done)
      bytes += chunk.length
    },
    finish: () => {
      fsyncSync(descriptor)
      closeSync(descriptor)
      return { bytes, sha256: digest.digest("hex") }
    },
    abandon: () => {
      closeSync(descriptor)
      rmSync(path, { force: true })
    }
  }
}
