import { Effect, Layer, Result } from "effect"
import {
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync
} from "node:fs"
import { StorageUnavailable } from "../../domain/ports/StorageUnavailable.ts"
import { JournalCorrupted, type JournalRecord, UsageJournal } from "../../domain/ports/UsageJournal.ts"
import { encodeRecord, parseJournal } from "./JournalFormat.ts"
import { type JournalFile, JournalWriter } from "./JournalWriter.ts"

const appendFlags = constants.O_WRONLY | constants.O_CREAT | constants.O_APPEND
const ownerOnly = 0o600
const rewriteChunkBytes = 65_536

/**
 * The journal in a file. Nothing is synced to the disk per record: records survive the death of the process, and a
 * power cut loses at most what the operating system had not written, of which only the last tick is not in the
 * ledger yet.
 */
export const layer = (path: string): Layer.Layer<UsageJournal, StorageUnavailable | JournalCorrupted> =>
  Layer.effect(
    UsageJournal,
    Effect.gen(function* () {
      const { goodBytes, records } = yield* recover(path)
      const opened = yield* Effect.acquireRelease(
        unavailable("open the usage journal", () => new OpenJournal(path, goodBytes)),
        (journal) => Effect.sync(() => journal.close())
      )
      return UsageJournal.of({
        recovered: records,
        append: (...appended) => opened.append(appended),
        rewrite: (replacement) => opened.rewrite(replacement),
        sizeBytes: () => opened.sizeBytes
      })
    })
  )

const unavailable = <A>(operation: string, f: () => A): Effect.Effect<A, StorageUnavailable> =>
  Effect.try({ try: f, catch: (cause) => new StorageUnavailable({ operation, cause }) })

const recover = Effect.fnUntraced(function* (path: string) {
  const text = yield* unavailable("read the usage journal", () =>
    existsSync(path) ? readFileSync(path, "latin1") : ""
  )
  const journal = parseJournal(text)
  const { damagedLine: line, records, usesInDoubt } = journal
  if (line === undefined) return journal
  const usesBefore = records.filter(({ _tag }) => _tag === "Used").length
  return yield* new JournalCorrupted({ path, line, usesBefore, usesAfter: usesInDoubt })
})

class OpenJournal {
  readonly #path: string
  #descriptor: number
  #writer: JournalWriter

  constructor(path: string, goodBytes: number) {
    this.#path = path
    this.#descriptor = openSync(path, appendFlags, ownerOnly)
    ftruncateSync(this.#descriptor, goodBytes)
    this.#writer = new JournalWriter(fileOf(this.#descriptor), goodBytes)
  }

  get sizeBytes(): number {
    return this.#writer.sizeBytes
  }

  append(records: ReadonlyArray<JournalRecord>): Result.Result<void, StorageUnavailable> {
    let lines = ""
    for (const record of records) lines += encodeRecord(record)
    return this.#writer.append(lines)
  }

  /** Writes a new file, syncs it and renames it into place: a crash leaves the old one or the new one. */
  rewrite(records: Iterable<JournalRecord>): Result.Result<void, StorageUnavailable> {
    return Result.try({
      try: () => this.#replace(records),
      catch: (cause) => new StorageUnavailable({ operation: "rewrite the usage journal", cause })
    })
  }

  close(): void {
    closeSync(this.#descriptor)
  }

  #replace(records: Iterable<JournalRecord>): void {
    const draft = `${this.#path}.new`
    rmSync(draft, { force: true })
    const descriptor = openSync(draft, appendFlags, ownerOnly)
    let size: number
    try {
      size = writeAll(descriptor, records)
      fsyncSync(descriptor)
      renameSync(draft, this.#path)
    } catch (error) {
      closeSync(descriptor)
      throw error
    }
    const replaced = this.#descriptor
    this.#descriptor = descriptor
    this.#writer = new JournalWriter(fileOf(descriptor), size)
    closeSync(replaced)
  }
}

const fileOf = (descriptor: number): JournalFile => ({
  write: (bytes, offset, length) => writeSync(descriptor, bytes, offset, length),
  truncate: (length) => ftruncateSync(descriptor, length)
})

const writeAll = (descriptor: number, records: Iterable<JournalRecord>): number => {
  let size = 0
  let chunk = ""
  const flush = (): void => {
    const bytes = Buffer.from(chunk, "latin1")
    let written = 0
    while (written < bytes.length) written += writeSync(descriptor, bytes, written)
    size += written
    chunk = ""
  }
  for (const record of records) {
    chunk += encodeRecord(record)
    if (chunk.length >= rewriteChunkBytes) flush()
  }
  flush()
  return size
}
