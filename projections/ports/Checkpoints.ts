import { Context, type Effect } from "effect"
import type { Cursor } from "../../domain/EventEnvelope.ts"
import type { StorageUnavailable } from "../../domain/ports/StorageUnavailable.ts"

/** How far each projection has read. Saved after the batch is applied, so a crash repeats a batch, never skips one. */
export class Checkpoints extends Context.Service<
  Checkpoints,
  {
    /** The start of the log for a projection that never saved. */
    readonly load: (projection: string) => Effect.Effect<Cursor, StorageUnavailable>
    readonly save: (projection: string, cursor: Cursor) => Effect.Effect<void, StorageUnavailable>
  }
>()("fooddata/projections/ports/Checkpoints") {}
