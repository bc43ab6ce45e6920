import { Result } from "effect"
import { StorageUnavailable } from "../../domain/ports/StorageUnavailable.ts"

/** The calls on an open file that the writer makes; each throws when the system refuses. */
export interface JournalFile {
  /** Writes at the end; the number of bytes written, which may be less than asked for. */
  readonly write: (bytes: Uint8Array, offset: number, length: number) => number
  readonly truncate: (length: number) => void
}

/** The fifty uses of a batch, each as long as a record may be. */
const appendBytesMax = 32_768

/** Appends lines whole or not at all, so that a full disk never leaves half a record in the middle. */
export class JournalWriter {
  readonly #file: JournalFile
  readonly #bytes = Buffer.allocUnsafe(appendBytesMax)
  #size: number
  /** a failed write left more in the file than `#size` */
  #torn = false

  constructor(file: JournalFile, size: number) {
    this.#file = file
    this.#size = size
  }

  get sizeBytes(): number {
    return this.#size
  }

  /** Appends lines of at most 32 KiB of ASCII in all: each of them or none. */
  append(lines: string): Result.Result<void, StorageUnavailable> {
    const length = lines.length
    if (this.#bytes.write(lines, 0, "latin1") !== length) return failed(new RangeError(`records of ${length} bytes`))
    try {
      if (this.#torn) this.#repair()
      let written = 0
      while (written < length) {
        // torn until it is whole: a failure in between must not stay in the file
        this.#torn = true
        written += this.#file.write(this.#bytes, written, length - written)
      }
      this.#torn = false
      this.#size += length
      return Result.void
    } catch (cause) {
      return this.#giveUp(cause)
    }
  }

  #repair(): void {
    this.#file.truncate(this.#size)
    this.#torn = false
  }

  #giveUp(cause: unknown): Result.Result<void, StorageUnavailable> {
    try {
      this.#repair()
    } catch {
      // `#torn` stays: the next append repairs first, and fails while it cannot
    }
    return failed(cause)
  }
}

const failed = (cause: unknown): Result.Result<void, StorageUnavailable> =>
  Result.fail(new StorageUnavailable({ operation: "write the usage journal", cause }))
