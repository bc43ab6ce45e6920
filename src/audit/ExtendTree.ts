import { Effect, Option, Stream } from "effect"
import { checkpointText } from "../../infra/audit/Checkpoint.ts"
import { tileWidth } from "../../domain/audit/Tiles.ts"
import { type Cursor, logStart } from "../../domain/EventEnvelope.ts"
import { EventLog, type LoggedEvent } from "../../domain/ports/EventLog.ts"
import type { TreeFolder } from "../../infra/audit/TreeFolder.ts"
import { makeCommitter } from "../../infra/crypto/EventCommitment.ts"
import { type NoteSigner, openNote, signNote } from "../../infra/crypto/SignedNote.ts"
import { treeHasher } from "../../infra/crypto/TreeHasher.ts"
import { entriesOf } from "./EntryOfEvent.ts"
import { inFolder } from "./TreeUnusable.ts"

/** So many events later a process that was killed goes on. */
const savedEvery = 50_000

const bundlesOf = (size: number): number => Math.ceil(size / tileWidth)

/** Grows the tree in a folder by the events that it does not have yet. */
class Growth {
  readonly #folder: TreeFolder
  readonly #tree
  #entries: Array<string>
  /** of the bundles that were begun since */
  #places: Array<Cursor> = []
  #unsaved = 0
  #cursor

  constructor(folder: TreeFolder) {
    const { cursor, size } = folder.state()
    const { entries, tree } = folder.growing(size)
    this.#folder = folder
    this.#tree = tree
    this.#entries = entries
    this.#cursor = cursor
  }

  get cursor() {
    return this.#cursor
  }

  get tree() {
    return this.#tree
  }

  add({ cursor }: LoggedEvent, entry: string): void {
    if (this.#tree.size % tileWidth === 0) this.#places.push(cursor)
    this.#entries.push(entry)
    const full = this.#tree.append(treeHasher.leaf(entry))
    for (const tile of full) this.#folder.writeTile(tile)
    if (full.length > 0) {
      this.#folder.writeEntries(this.#tree.size / tileWidth - 1, this.#entries)
      this.#entries = []
    }
    this.#cursor = cursor
    if (++this.#unsaved >= savedEvery) this.save()
  }

  save(): void {
    if (this.#unsaved === 0) return
    for (const tile of this.#tree.edge()) this.#folder.writeTile(tile)
    if (this.#entries.length > 0) {
      this.#folder.writeEntries(Math.floor(this.#tree.size / tileWidth), this.#entries)
    }
    this.#folder.places.write(bundlesOf(this.#tree.size) - this.#places.length, this.#places)
    this.#places = []
    this.#folder.writeState({ size: this.#tree.size, cursor: this.#cursor })
    this.#unsaved = 0
  }
}

/** What the tree is after it was extended. */
export interface Extended {
  readonly size: number
  /** leaves that were added */
  readonly added: number
  readonly note: string
}

/** Finds again where the bundles of the tree begin, where the folder does not say it any more, or does not yet. */
const findPlaces = Effect.fnUntraced(function* (folder: TreeFolder) {
  const { known, last, size } = yield* inFolder(folder.root, () => {
    const known = folder.places.count
    return { known, last: known === 0 ? undefined : folder.places.at(known - 1), size: folder.state().size }
  })
  if (known >= bundlesOf(size)) return
  const log = yield* EventLog
  const from = last === undefined ? 0 : (known - 1) * tileWidth + 1
  let leaf = from
  const places: Array<Cursor> = []
  yield* log.scanLogged(last ?? logStart).pipe(
    Stream.take(size - from),
    Stream.runForEachArray((page) =>
      Effect.sync(() => {
        for (const { cursor } of page) if (leaf++ % tileWidth === 0) places.push(cursor)
      })
    )
  )
  yield* inFolder(folder.root, () => folder.places.write(Math.ceil(from / tileWidth), places))
})

/**
 * Appends a leaf for each event that the tree in the folder does not have, in the order of the log, and signs the tree. An event
 * that is damaged ends it, once what stands before is signed: a tree never passes one over. One process at a time may do so for a
 * folder. `pause` comes after each page of the log.
 */
export const extendTree = Effect.fn("extendTree")(function* (
  folder: TreeFolder,
  signer: NoteSigner,
  pause: Effect.Effect<void> = Effect.void
) {
  const log = yield* EventLog
  const committer = makeCommitter(signer.seed)
  yield* inFolder(folder.root, () => {
    const note = Option.getOrUndefined(folder.checkpoint())
    if (note !== undefined && openNote(signer, note) === undefined)
      throw new Error(`its checkpoint is not signed by ${signer.text}`)
  })
  yield* findPlaces(folder)
  const growth = yield* inFolder(folder.root, () => new Growth(folder))
  const before = growth.tree.size
  const ended = yield* log.scanLogged(growth.cursor).pipe(
    Stream.runForEachArray(
      Effect.fnUntraced(function* (page) {
        const wrong = page.findIndex(({ damage }) => damage !== undefined)
        const intact = wrong < 0 ? page : page.slice(0, wrong)
        const entries = entriesOf(committer, intact)
        yield* inFolder(folder.root, () => intact.forEach((event, i) => growth.add(event, entries[i] ?? "")))
        const damage = page[wrong]?.damage
        if (damage !== undefined) return yield* damage
        yield* pause
      })
    ),
    // what was not written whole is not signed; what stands before an event that cannot be read is
    Effect.catchTags({
      EventUndecodable: (error) => Effect.succeed(error),
      StorageUnavailable: (error) => Effect.succeed(error)
    })
  )
  const extended = yield* inFolder(folder.root, (): Extended => {
    growth.save()
    const { tree } = growth
    const text = checkpointText({ origin: signer.name, size: tree.size, root: tree.root() })
    const note = signNote(signer, text)
    // Ed25519 signs one text in one way: the same tree has the same note, behind which cosignatures may stand
    if (!Option.exists(folder.checkpoint(), (there) => there.startsWith(note))) folder.writeCheckpoint(note, tree.size)
    return { size: tree.size, added: tree.size - before, note }
  })
  if (ended !== undefined) return yield* Effect.fail(ended)
  return extended
})
