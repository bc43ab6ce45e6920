import { Effect, Result } from "effect"
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { StorageUnavailable } from "../../domain/ports/StorageUnavailable.ts"
import { checksumsOf } from "./page-checksums/PageChecksums.ts"

/*
 * A database of which all pages were checked once needs no such check again, as long as only this program writes to it. So beside
 * it lies a note of what the system says of the file: number, size, and the times of the last change of content and of
 * anything else, in ns. A copy, a restored backup and an edited file differ in one of them.
 *
 * With a write-ahead log the file itself changes only when the log is brought to its places, and is noted anew after that. A
 * process that is killed leaves file and note as they are; the log has checksums of its own.
 */

const noteOf = (path: string): string => `${path}-checked`

const seenOf = (path: string): string | null => {
  const seen = statSync(path, { bigint: true, throwIfNoEntry: false })
  return seen === undefined ? null : `${seen.ino} ${seen.size} ${seen.mtimeNs} ${seen.ctimeNs}`
}

/** Of the database and, if it has any, its checksums. */
const stateOf = (path: string): string => JSON.stringify([path, checksumsOf(path)].map(seenOf))

/** Another process may take the note away at any time; one that cannot be read says nothing either. */
const noted = (path: string): string | null =>
  Result.getOrElse(
    Result.try(() => readFileSync(noteOf(path), "utf8")),
    () => null
  )

const onDisk = <A>(path: string, work: () => A): Effect.Effect<A, StorageUnavailable> =>
  Effect.try({
    try: work,
    catch: (cause) => new StorageUnavailable({ operation: `look at the note of ${path}`, cause })
  })

/** Has nobody but this program written to the database since it was checked? */
export const isChecked = (path: string): Effect.Effect<boolean, StorageUnavailable> =>
  onDisk(path, () => existsSync(path) && noted(path) === stateOf(path))

/** Notes that the database is whole. Without the note, the next start takes longer. */
export const noteChecked = (path: string): Effect.Effect<void> =>
  onDisk(path, () => {
    if (existsSync(path)) writeFileSync(noteOf(path), stateOf(path), { mode: 0o600 })
  }).pipe(Effect.catch((error) => Effect.logWarning(`the next start checks all of ${path}`, error.cause)))

export const forgetChecked = (path: string): void => rmSync(noteOf(path), { force: true })

/** Keeps the note of a database true while this process writes to it. */
export interface CheckedFile {
  /** Runs what may change the file, and notes the file anew if nobody else had changed it before. */
  readonly during: <A, E, R>(change: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** Notes the file as it is, if it is whole: when it was opened, and when closing has brought the rest of the log to its places. */
  readonly note: Effect.Effect<void>
  /** To be called after a change where a reader keeps a part of it in the log: there is no note until the next. */
  readonly unsettle: () => void
  /** To be called where the file turns out to be damaged: the next start checks it. */
  readonly distrust: () => void
}

/** `isWhole`: the file was checked, or is new. */
export const makeCheckedFile = (path: string, isWhole: boolean): CheckedFile => {
  let isTrusted = isWhole
  let isSettled = true
  /** the file as this process left it */
  let left: string | null = null
  const note = Effect.suspend(() => {
    if (!isTrusted || !isSettled) return Effect.void
    left = stateOf(path)
    return noted(path) === left ? Effect.void : noteChecked(path)
  })
  return {
    note,
    during: (change) =>
      Effect.suspend(() => {
        // another process of this program notes what it changes, or takes the note away
        if (left !== null) isTrusted &&= stateOf(path) === (isSettled ? noted(path) : left)
        isSettled = true
        return Effect.ensuring(change, note)
      }),
    unsettle: () => {
      isSettled = false
      forgetChecked(path)
    },
    distrust: () => {
      isTrusted = false
      forgetChecked(path)
    }
  }
}
