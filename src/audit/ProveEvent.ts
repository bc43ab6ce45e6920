import { Effect, Option, Schema } from "effect"
import { inclusionRanges } from "../../domain/audit/MerkleTree.ts"
import { tileWidth } from "../../domain/audit/Tiles.ts"
import { parseCheckpoint } from "../../infra/audit/Checkpoint.ts"
import { Cosigned } from "../../infra/audit/Cosigned.ts"
import type { TreeFolder } from "../../infra/audit/TreeFolder.ts"
import { ownNote } from "../../infra/crypto/SignedNote.ts"
import { hashLines } from "./TreeHashes.ts"
import { inFolder } from "./TreeUnusable.ts"
import { NothingSigned } from "./VerifyTree.ts"

/** The tree has no such event. */
export class NotInTree extends Schema.TaggedError<NotInTree>()("NotInTree", { event: Schema.String }) {
  override get message(): string {
    return `the tree has no event ${this.event}: "id" of fooddata events export names one; fooddata audit extend takes new ones in`
  }
}

const bundles = (size: number) => Math.ceil(size / tileWidth)

/** Reads the bundles from the newest on: what is asked for is mostly recent. */
const leafOf = (folder: TreeFolder, id: string, size: number): Option.Option<number> => {
  const start = `{"id":"${id}"`
  for (let index = bundles(size) - 1; index >= 0; index--) {
    const width = Math.min(tileWidth, size - index * tileWidth)
    const place = folder.entries(index, width).findIndex((entry) => entry.startsWith(start))
    if (place >= 0) return Option.some(index * tileWidth + place)
  }
  return Option.none()
}

/** A signed checkpoint, and how many leaves it is of. */
interface SizedNote {
  readonly note: string
  readonly size: number
}

const sized = (note: string): SizedNote => ({ note, size: parseCheckpoint(note)?.size ?? 0 })

/**
 * The checkpoint that proves most of a leaf: the newest, if witnesses have cosigned it, else the newest that a quorum has, else the newest
 * one. None: the leaf is not signed yet. Throws what the file system does.
 */
export const bestNote = (folder: TreeFolder, leaf: number): Option.Option<SizedNote> => {
  const newest = Option.map(folder.checkpoint(), sized)
  const cosigned = Option.map(new Cosigned(folder).newest(), sized)
  return Option.firstSomeOf([
    Option.filter(newest, ({ note, size }) => size > leaf && note !== ownNote(note)),
    Option.filter(cosigned, ({ size }) => size > leaf),
    Option.filter(newest, ({ size }) => size > leaf)
  ])
}

/** The entry of a leaf of the tree as it was with `size` leaves. */
export const entryOf = (folder: TreeFolder, leaf: number, size: number): string => {
  const index = Math.floor(leaf / tileWidth)
  const entries = folder.entries(index, Math.min(tileWidth, size - index * tileWidth))
  return entries[leaf % tileWidth] ?? ""
}

/**
 * The proof as C2SP tlog-proof has it: what else belongs to it, which is not signed, where the entry stands, the hashes that lead to the
 * root, and the signed root.
 */
export const proofText = (folder: TreeFolder, leaf: number, { note, size }: SizedNote, extra?: string): string => {
  const hashes = hashLines(folder, inclusionRanges(leaf, size), size)
  const more = extra === undefined ? [] : [`extra ${Buffer.from(extra).toString("base64")}`]
  return ["c2sp.org/tlog-proof@v1", ...more, `index ${leaf}`, ...hashes, "", note].join("\n")
}

/** A proof, and the entry that it is about. */
export interface Proof {
  readonly entry: string
  /** of a `.tlog-proof` file */
  readonly text: string
}

/** The leaf of an event, by its id; it looks through the whole tree. */
export const findLeaf = Effect.fn("findLeaf")(function* (folder: TreeFolder, id: string) {
  const note = yield* inFolder(folder.root, () => folder.checkpoint())
  const signed = Option.flatMap(note, (text) => Option.fromUndefinedOr(parseCheckpoint(text)))
  if (Option.isNone(note) || Option.isNone(signed)) return yield* new NothingSigned({ folder: folder.root })
  const { size } = signed.value
  const leaf = yield* inFolder(folder.root, () => leafOf(folder, id, size))
  if (Option.isNone(leaf)) return yield* new NotInTree({ event: id })
  return leaf.value
})

/** Proves that an event is in the signed tree, without anything of the other events. */
export const proveEvent = Effect.fn("proveEvent")(function* (folder: TreeFolder, id: string) {
  const leaf = yield* findLeaf(folder, id)
  const proof = yield* inFolder(folder.root, () =>
    Option.map(bestNote(folder, leaf), (best): Proof => ({
      entry: entryOf(folder, leaf, best.size),
      text: proofText(folder, leaf, best)
    }))
  )
  return Option.isSome(proof) ? proof.value : yield* new NotInTree({ event: id })
})
