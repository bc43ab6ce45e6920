import { Context, Effect, Layer, Option } from "effect"
import { tileWidth } from "../../domain/audit/Tiles.ts"
import type { Cursor } from "../../domain/EventEnvelope.ts"
import { parseCheckpoint } from "../../infra/audit/Checkpoint.ts"
import { TreeFolder } from "../../infra/audit/TreeFolder.ts"
import { inFolder, type TreeUnusable } from "./TreeUnusable.ts"

/** What was signed last. */
export interface TreeHead {
  /** leaves */
  readonly size: number
  /** base64 */
  readonly root: string
  /** the signed checkpoint */
  readonly note: string
}

/** The audit tree, as far as it is signed. */
export class AuditTree extends Context.Service<
  AuditTree,
  {
    /** The newest signed head; none: no tree is kept, or nothing is signed yet. */
    readonly head: Effect.Effect<Option.Option<TreeHead>, TreeUnusable>
    /** The leaf of the event at this place of the log; none: not in the tree yet, or no tree. */
    readonly leafOf: (cursor: Cursor, eventId: string) => Effect.Effect<Option.Option<number>, TreeUnusable>
  }
>()("fooddata/src/audit/AuditTree") {
  static readonly layerNone = Layer.succeed(AuditTree, {
    head: Effect.succeedNone,
    leafOf: () => Effect.succeedNone
  })

  /** Of the tree in a folder, which another process may extend. */
  static readonly layer = (root: string): Layer.Layer<AuditTree> =>
    Layer.sync(AuditTree, () => {
      const folder = new TreeFolder(root)
      return {
        head: inFolder(root, () => headOf(folder)),
        leafOf: (cursor, eventId) =>
          inFolder(root, () => Option.flatMap(headOf(folder), ({ size }) => leafIn(folder, size, cursor, eventId)))
      }
    })
}

const headOf = (folder: TreeFolder): Option.Option<TreeHead> =>
  Option.flatMap(folder.checkpoint(), (note) => {
    const checkpoint = parseCheckpoint(note)
    if (checkpoint === undefined) throw new Error("its checkpoint is none")
    return Option.some({ size: checkpoint.size, root: Buffer.from(checkpoint.root).toString("base64"), note })
  })

/** One bundle is read: that which begins last before the event, or with it. */
const leafIn = (folder: TreeFolder, size: number, cursor: Cursor, eventId: string): Option.Option<number> => {
  const bundle = folder.places.bundleOf(cursor, Math.ceil(size / tileWidth))
  if (bundle < 0) return Option.none()
  const start = `{"id":"${eventId}"`
  const entries = folder.entries(bundle, Math.min(tileWidth, size - bundle * tileWidth))
  const place = entries.findIndex((entry) => entry.startsWith(start))
  return place < 0 ? Option.none() : Option.some(bundle * tileWidth + place)
}
