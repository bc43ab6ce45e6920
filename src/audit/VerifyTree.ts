import { Effect, Option, Result, Schema, Stream } from "effect"
import { parseCheckpoint } from "../../infra/audit/Checkpoint.ts"
import { logStart } from "../../domain/EventEnvelope.ts"
import { EventLog, type LoggedEvent } from "../../domain/ports/EventLog.ts"
import type { Finding } from "../../domain/ports/LogInspection.ts"
import type { TreeFolder } from "../../infra/audit/TreeFolder.ts"
import type { EventCommitter } from "../../infra/crypto/EventCommitment.ts"
import { type NoteVerifier, openNote } from "../../infra/crypto/SignedNote.ts"
import { Comparison, type KeptCheckpoint } from "./Comparison.ts"
import { differenceAt } from "./Difference.ts"
import { entriesOf } from "./EntryOfEvent.ts"
import { inFolder } from "./TreeUnusable.ts"

/** There is nothing in the folder that was ever signed. */
export class NothingSigned extends Schema.TaggedError<NothingSigned>()("NothingSigned", { folder: Schema.String }) {
  override get message(): string {
    return `${this.folder} has no checkpoint: fooddata audit extend makes one`
  }
}

/** A checkpoint that was kept elsewhere. */
export interface KeptNote {
  readonly name: string
  readonly note: string
}

export interface Verified {
  /** leaves of the tree that was verified */
  readonly size: number
  /** events that the tree does not have yet */
  readonly later: number
  /** none: the log is what was signed */
  readonly findings: ReadonlyArray<Finding>
}

/** The checkpoint of a note, or what is wrong with it. */
const opened = ({ name, note }: KeptNote, verifier: NoteVerifier): Result.Result<KeptCheckpoint, Finding> => {
  const text = openNote(verifier, note)
  if (text === undefined) return Result.fail({ place: name, problem: `is not signed by ${verifier.text}` })
  const checkpoint = parseCheckpoint(text)
  return checkpoint === undefined || checkpoint.origin !== verifier.name
    ? Result.fail({ place: name, problem: "is no checkpoint of this log" })
    : Result.succeed({ ...checkpoint, name })
}

const placeOf = ({ cursor }: LoggedEvent, index: number): string =>
  `entry ${index} (event ${cursor.tx}:${cursor.position})`

/**
 * Is the event log what the tree in the folder, and checkpoints that were kept elsewhere, say it was? Reads every event and every
 * leaf, writes nothing. The first entry that is wrong is named, and what was done to it.
 */
export const verifyTree = Effect.fn("verifyTree")(function* (
  folder: TreeFolder,
  verifier: NoteVerifier,
  committer: EventCommitter,
  keptNotes: ReadonlyArray<KeptNote>
) {
  const note = yield* inFolder(folder.root, () => folder.checkpoint())
  if (Option.isNone(note)) return yield* new NothingSigned({ folder: folder.root })
  const signed = opened({ name: "checkpoint", note: note.value }, verifier)
  if (Result.isFailure(signed)) return { size: 0, later: 0, findings: [signed.failure] }
  const kept = keptNotes.map((each) => opened(each, verifier))
  const comparison = new Comparison(
    folder,
    signed.success,
    kept.flatMap((each) => (Result.isSuccess(each) ? [each.success] : [])).toSorted((a, b) => a.size - b.size)
  )
  comparison.findings.push(...kept.flatMap((each) => (Result.isFailure(each) ? [each.failure] : [])))
  const log = yield* EventLog
  let later = 0

  /** Goes on until an intact event is the first that is not what the tree has: its place in the page. */
  const compare = (page: ReadonlyArray<LoggedEvent>, entries: ReadonlyArray<string>, from: number): number => {
    for (let i = from; i < page.length; i++) {
      const [event, entry] = [page[i], entries[i]]
      if (event === undefined || entry === undefined) break
      const { damage } = event
      if (damage !== undefined) comparison.report(placeOf(event, comparison.index + later), damage.message)
      if (!comparison.isWithin) later++
      else if (comparison.add(damage === undefined ? entry : "") && damage === undefined) return i
    }
    return -1
  }

  const comparePage = Effect.fnUntraced(function* (page: ReadonlyArray<LoggedEvent>) {
    const entries = entriesOf(committer, page)
    const first = yield* inFolder(folder.root, () => compare(page, entries, 0))
    const [event, entry] = [page[first], entries[first]]
    if (event === undefined || entry === undefined) return
    const index = comparison.index - 1
    const problem = yield* differenceAt(folder, index, signed.success.size, entry)
    comparison.report(placeOf(event, index), problem)
    yield* inFolder(folder.root, () => compare(page, entries, first + 1))
  })

  yield* log.scanLogged(logStart).pipe(Stream.runForEachArray(comparePage))
  yield* inFolder(folder.root, () => comparison.end())
  const verified: Verified = { size: signed.success.size, later, findings: comparison.findings }
  return verified
})
