import { Context, type Effect } from "effect"
import type { Cursor } from "../../domain/EventEnvelope.ts"
import type { StorageUnavailable } from "../../domain/ports/StorageUnavailable.ts"
import type { ParkedStream } from "../ParkedStreams.ts"

/** How far each projection has read. Saved after the batch is applied, so a crash repeats a batch, never skips one. */
export class Checkpoints extends Context.Service<
  Checkpoints,
  {
    /** The start of the log for a projection that never saved. */
    readonly load: (projection: string) => Effect.Effect<Cursor, StorageUnavailable>
    /**
     * With the streams that are parked by what was read up to there, both or neither: no place passes an event that is known
     * nowhere. One that is parked already gets the new place and reason, and stays parked since when it was.
     */
    readonly save: (
      projection: string,
      cursor: Cursor,
      parked?: ReadonlyArray<ParkedStream>
    ) => Effect.Effect<void, StorageUnavailable>
    /** The streams that are parked, in the order of their names. */
    readonly parked: (projection: string) => Effect.Effect<ReadonlyArray<ParkedStream>, StorageUnavailable>
    /** Parks these streams no more. */
    readonly release: (projection: string, streamIds: ReadonlyArray<string>) => Effect.Effect<void, StorageUnavailable>
  }
>()("fooddata/projections/ports/Checkpoints") {}
