import { Effect, Option, Schema } from "effect"
import { inclusionRanges } from "../../domain/audit/MerkleTree.ts"
import { tileWidth } from "../../domain/audit/Tiles.ts"
import { parseCheckpoint } from "../../infra/audit/Checkpoint.ts"
import type { TreeFolder } from "../../infra/audit/TreeFolder.ts"
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

/** The proof as C2SP tlog-proof has it: where the entry stands, the hashes that lead to the root, and the signed root. */
const proofText = (folder: TreeFolder, leaf: number, size: number, note: string): string => {
  const hashes = hashLines(folder, inclusionRanges(leaf, size), size)
  return ["c2sp.org/tlog-proof@v1", `index ${leaf}`, ...hashes, "", note].join("\n")
}

/** A proof, and the entry that it is about. */
export interface Proof {
  readonly entry: string
  /** of a `.tlog-proof` file */
  readonly text: string
}

/** Proves that an event is in the signed tree, without anything of the other events. */
export const proveEvent = Effect.fn("proveEvent")(function* (folder: TreeFolder, id: string) {
  const note = yield* inFolder(folder.root, () => folder.checkpoint())
  const signed = Option.flatMap(note, (text) => Option.fromUndefinedOr(parseCheckpoint(text)))
  if (Option.isNone(note) || Option.isNone(signed)) return yield* new NothingSigned({ folder: folder.root })
  const { size } = signed.value
  const leaf = yield* inFolder(folder.root, () => leafOf(folder, id, size))
  if (Option.isNone(leaf)) return yield* new NotInTree({ event: id })
  return yield* inFolder(folder.root, (): Proof => {
    const index = Math.floor(leaf.value / tileWidth)
    const entries = folder.entries(index, Math.min(tileWidth, size - index * tileWidth))
    return { entry: entries[leaf.value % tileWidth] ?? "", text: proofText(folder, leaf.value, size, note.value) }
  })
})
