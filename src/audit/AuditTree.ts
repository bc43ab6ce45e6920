import { Context, Effect, Layer, Option } from "effect"
import type { Cursor } from "../../domain/EventEnvelope.ts"
import type { TreeUnusable } from "./ExtendTree.ts"

/** The newest signed state of the tree. */
export interface TreeHead {
  readonly size: number
  /** base64 */
  readonly root: string
  /** the signed checkpoint */
  readonly note: string
}

/** The tree of the audit, for whoever says of events where they stand in it. */
export class AuditTree extends Context.Service<
  AuditTree,
  {
    /** The newest signed head; none: no tree is kept, or nothing is signed yet. */
    readonly head: Effect.Effect<Option.Option<TreeHead>, TreeUnusable>
    /** The leaf of the event at this place of the log; none: not in the tree yet, or no tree. */
    readonly leafOf: (cursor: Cursor, eventId: string) => Effect.Effect<Option.Option<number>, TreeUnusable>
  }
>()("fooddata/src/audit/AuditTree") {}

/** No tree is kept. */
export const layerNone = Layer.succeed(AuditTree, {
  head: Effect.succeed(Option.none()),
  leafOf: () => Effect.succeed(Option.none())
})
