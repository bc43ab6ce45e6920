import { Context, Effect, Layer, Option } from "effect"
import { tileWidth } from "../../domain/audit/Tiles.ts"
import type { Cursor } from "../../domain/EventEnvelope.ts"
import { parseCheckpoint } from "../../infra/audit/Checkpoint.ts"
import { TreeFolder } from "../../infra/audit/TreeFolder.ts"
import { ownNote } from "../../infra/crypto/SignedNote.ts"
import { inFolder, type TreeUnusable } from "./TreeUnusable.ts"

/** What was signed last. */
export interface TreeHead {
  /** leaves */
  readonly size: number
  /** base64 */
  readonly root: string
  /** the signed checkpoint, without cosignatures */
  readonly note: string
}

/** An event by its place in the log, and its id. */
export interface PlacedEvent {
  readonly cursor: Cursor
  readonly id: string
}

/** The audit tree, as far as it is signed. */
export class AuditTree extends Context.Service<
  AuditTree,
  {
    /** The newest signed head; none: no tree is kept, or nothing is signed yet. */
    readonly head: Effect.Effect<Option.Option<TreeHead>, TreeUnusable>
    /** The leaf of each event, which is at this place of the log; none: not in the tree yet, or no tree. */
    readonly leavesOf: (
      events: ReadonlyArray<PlacedEvent>
    ) => Effect.Effect<ReadonlyArray<Option.Option<number>>, TreeUnusable>
  }
>()("fooddata/src/audit/AuditTree") {
  static readonly layerNone = Layer.succeed(AuditTree, {
    head: Effect.succeedNone,
    leavesOf: (events) => Effect.succeed(events.map(() => Option.none()))
  })

  /** Of the tree in a folder, which another process may extend. */
  static readonly layer = (root: string): Layer.Layer<AuditTree> =>
    Layer.sync(AuditTree, () => {
      const folder = new TreeFolder(root)
      return {
        head: inFolder(root, () => headOf(folder)),
        leavesOf: (events) => inFolder(root, () => leavesIn(folder, events))
      }
    })
}

const headOf = (folder: TreeFolder): Option.Option<TreeHead> =>
  Option.flatMap(folder.checkpoint(), (note) => {
    const checkpoint = parseCheckpoint(note)
    if (checkpoint === undefined) throw new Error("its checkpoint is none")
    return Option.some({
      size: checkpoint.size,
      root: Buffer.from(checkpoint.root).toString("base64"),
      note: ownNote(note)
    })
  })

/** Each is in the bundle that begins last before it, or with it. Events that follow each other are mostly in one, which is read once. */
const leavesIn = (folder: TreeFolder, events: ReadonlyArray<PlacedEvent>): ReadonlyArray<Option.Option<number>> => {
  const head = headOf(folder)
  if (Option.isNone(head)) return events.map(() => Option.none())
  const { size } = head.value
  let [bundle, entries]: [number, ReadonlyArray<string>] = [-1, []]
  return events.map(({ cursor, id }) => {
    const found = folder.places.bundleOf(cursor, Math.ceil(size / tileWidth))
    if (found < 0) return Option.none()
    if (found !== bundle) {
      bundle = found
      entries = folder.entries(bundle, Math.min(tileWidth, size - bundle * tileWidth))
    }
    const place = entries.findIndex((entry) => entry.startsWith(`{"id":"${id}"`))
    return place < 0 ? Option.none() : Option.some(bundle * tileWidth + place)
  })
}
