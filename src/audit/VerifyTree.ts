import { Effect, Option, Result, Schema, Stream } from "effect"
import { type Checkpoint, parseCheckpoint } from "../../infra/audit/Checkpoint.ts"
import { type FilledTile, GrowingTree, tileWidth } from "../../domain/audit/Tiles.ts"
import { logStart } from "../../domain/EventEnvelope.ts"
import { EventLog, type FoundEvent } from "../../domain/ports/EventLog.ts"
import type { Finding } from "../../domain/ports/LogInspection.ts"
import type { TreeFolder } from "../../infra/audit/TreeFolder.ts"
import type { EventCommitter } from "../../infra/crypto/EventCommitment.ts"
import { type NoteVerifier, openNote } from "../../infra/crypto/SignedNote.ts"
import { treeHasher } from "../../infra/crypto/TreeHasher.ts"
import { differenceAt, entryAt } from "./Difference.ts"
import { entryOf } from "./EntryOfEvent.ts"
import { inFolder } from "./ExtendTree.ts"

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

interface KeptCheckpoint extends Checkpoint {
  readonly name: string
}

export interface Verified {
  /** leaves of the tree that was verified */
  readonly size: number
  /** events that the tree does not have yet */
  readonly later: number
  /** none: the log is what was signed */
  readonly findings: ReadonlyArray<Finding>
}

const isSame = (one: Uint8Array, other: Uint8Array): boolean => Buffer.compare(one, other) === 0

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex")

/** The checkpoint of a note, or what is wrong with it. */
const opened = ({ name, note }: KeptNote, verifier: NoteVerifier): Result.Result<KeptCheckpoint, Finding> => {
  const text = openNote(verifier, note)
  if (text === undefined) return Result.fail({ place: name, problem: `is not signed by ${verifier.text}` })
  const checkpoint = parseCheckpoint(text)
  return checkpoint === undefined || checkpoint.origin !== verifier.name
    ? Result.fail({ place: name, problem: "is no checkpoint of this log" })
    : Result.succeed({ ...checkpoint, name })
}

/** Compares the log with the tree, leaf by leaf, and both with what was signed. */
class Comparison {
  readonly findings: Array<Finding> = []
  readonly #folder: TreeFolder
  readonly #signed: KeptCheckpoint
  readonly #kept: ReadonlyArray<KeptCheckpoint>
  /** made from the leaves that the folder has, and from those of the log */
  readonly #stored = new GrowingTree(treeHasher)
  readonly #logged = new GrowingTree(treeHasher)
  #leaves: ReadonlyArray<Uint8Array> = []
  #differs = false

  constructor(folder: TreeFolder, signed: KeptCheckpoint, kept: ReadonlyArray<KeptCheckpoint>) {
    this.#folder = folder
    this.#signed = signed
    this.#kept = kept
  }

  get index(): number {
    return this.#logged.size
  }

  /** `false`: the tree does not have so many leaves. */
  get isWithin(): boolean {
    return this.index < this.#signed.size
  }

  /** Is this the first event that is not what the tree has at its place? */
  add(entry: string): boolean {
    const stored = this.#storedLeaf()
    const hash = treeHasher.leaf(Buffer.from(entry))
    this.#logged.append(hash)
    this.#checkKept()
    const isFirst = !this.#differs && (stored === undefined || !isSame(stored, hash))
    if (isFirst) this.#differs = true
    return isFirst
  }

  report(place: string, problem: string): void {
    this.findings.push({ place, problem })
  }

  /** After the last event: the rest of the tree, its root, and the checkpoints beyond the log's end. */
  end(): void {
    const { name, root, size } = this.#signed
    if (this.index < size && !this.#differs) {
      const gone = Option.match(entryAt(this.#folder, this.index, size), {
        onNone: () => "",
        onSome: ({ stream, type, version }) => `: ${type} of ${stream} version ${version} is gone, and what follows`
      })
      this.report(`entry ${this.index}`, `truncated: the log has ${this.index} of ${size} events${gone}`)
    }
    while (this.#stored.size < size && this.#storedLeaf() !== undefined);
    for (const tile of this.#stored.edge()) this.#checkTile(tile)
    if (!isSame(this.#stored.root(), root)) this.report(name, "the tiles are not those that were signed")
    for (const kept of this.#kept) {
      if (kept.size > size) this.report(kept.name, `cut back: ${kept.size} entries were signed, the tree has ${size}`)
    }
  }

  /** The next leaf that the folder has; its tile is looked at when it is full. */
  #storedLeaf(): Uint8Array | undefined {
    const { size } = this.#stored
    if (size >= this.#signed.size) return undefined
    if (size % tileWidth === 0) this.#readTile(size / tileWidth)
    const leaf = this.#leaves[size % tileWidth]
    if (leaf === undefined) return undefined
    for (const tile of this.#stored.append(leaf)) this.#checkTile(tile)
    return leaf
  }

  #checkTile({ hashes, index, level, width }: FilledTile): void {
    const there = this.#folder.hashes({ level, index, width })
    if (hashes.every((hash, i) => isSame(hash, there[i] ?? treeHasher.empty))) return
    this.report(`tile ${level}/${index}`, "its hashes are not those of the leaves below it")
  }

  #readTile(index: number): void {
    const width = Math.min(tileWidth, this.#signed.size - index * tileWidth)
    this.#leaves = this.#folder.hashes({ level: 0, index, width })
    const entries = this.#folder.entries(index, width)
    const wrong = this.#leaves.findIndex((leaf, i) => !isSame(leaf, treeHasher.leaf(Buffer.from(entries[i] ?? ""))))
    if (wrong >= 0) this.report(`entry ${index * tileWidth + wrong}`, "the entry in the folder is not what is hashed")
  }

  #checkKept(): void {
    for (const { name, root, size } of this.#kept) {
      if (size !== this.#logged.size || isSame(root, this.#logged.root())) continue
      const good = this.#kept.filter(
        (each) => each.size < size && !this.findings.some(({ place }) => place === each.name)
      )
      const from = Math.max(0, ...good.map((each) => each.size))
      const problem = `rewritten: among entries ${from} to ${size - 1} is one that is not what was signed then`
      this.report(name, `${problem} (root ${hex(root)})`)
    }
  }
}

const placeOf = ({ cursor }: FoundEvent, index: number): string =>
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

  const compare = Effect.fnUntraced(function* (event: FoundEvent) {
    if (!comparison.isWithin) {
      later++
      return
    }
    const { index } = comparison
    if (Result.isFailure(event.found)) {
      if (yield* inFolder(folder.root, () => comparison.add("")))
        comparison.report(placeOf(event, index), event.found.failure.message)
      return
    }
    const entry = entryOf(committer, event.found.success, event.data)
    if (!(yield* inFolder(folder.root, () => comparison.add(entry)))) return
    comparison.report(placeOf(event, index), yield* differenceAt(folder, index, signed.success.size, entry))
  })

  yield* log.scan(logStart).pipe(Stream.runForEach(compare))
  yield* inFolder(folder.root, () => comparison.end())
  const verified: Verified = { size: signed.success.size, later, findings: comparison.findings }
  return verified
})
