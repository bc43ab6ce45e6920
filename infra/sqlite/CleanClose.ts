import { Effect } from "effect"
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { StorageUnavailable } from "../../domain/ports/StorageUnavailable.ts"
import { checksumsOf } from "./page-checksums/PageChecksums.ts"

/*
 * A database that a process closed in order needs no check of all its pages by the next one, if nobody has written to it since.
 * Whoever closes it notes what the system says of its files: number, size, and the times of the last change of content and of
 * anything else, in ns. A copy, a restored backup and an edited file differ in one of them.
 */

const noteOf = (path: string): string => `${path}-closed`

const seenOf = (path: string): string | null => {
  const seen = statSync(path, { bigint: true, throwIfNoEntry: false })
  // whoever only reads leaves an empty write-ahead log
  return seen === undefined || seen.size === 0n ? null : `${seen.ino} ${seen.size} ${seen.mtimeNs} ${seen.ctimeNs}`
}

/** Of the database, its write-ahead log and its checksums; most have only the first. */
const stateOf = (path: string): string => JSON.stringify([path, `${path}-wal`, checksumsOf(path)].map(seenOf))

const isAsNoted = (path: string): boolean =>
  existsSync(path) && existsSync(noteOf(path)) && readFileSync(noteOf(path), "utf8") === stateOf(path)

const onDisk = <A>(path: string, work: () => A): Effect.Effect<A, StorageUnavailable> =>
  Effect.try({ try: work, catch: (cause) => new StorageUnavailable({ operation: `see how ${path} was closed`, cause }) })

/** Is the database as its last user closed it? One that was killed has noted nothing. */
export const isAsClosed = (path: string): Effect.Effect<boolean, StorageUnavailable> =>
  onDisk(path, () => isAsNoted(path))

/** The same, for whoever opens the database for writing: the note is gone from then on. */
export const takeClosed = (path: string): Effect.Effect<boolean, StorageUnavailable> =>
  onDisk(path, () => {
    const asClosed = isAsNoted(path)
    forgetClosed(path)
    return asClosed
  })

/** Notes that the database is whole, where nobody of this process has it open. Without the note, the next start takes longer. */
export const noteClosed = (path: string): Effect.Effect<void> =>
  onDisk(path, () => {
    if (existsSync(path)) writeFileSync(noteOf(path), stateOf(path), { mode: 0o600 })
  }).pipe(Effect.catch((error) => Effect.logWarning(`the next start checks all of ${path}`, error.cause)))

export const forgetClosed = (path: string): void => rmSync(noteOf(path), { force: true })
