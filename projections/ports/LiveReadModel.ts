import { Context, type Effect } from "effect"
import type { StorageUnavailable } from "../../domain/ports/StorageUnavailable.ts"

/**
 * Which build of the read model is the live one. A rebuild beside it takes its place at some moment; whoever projects
 * then goes on with the new one from the place in the log that belongs to it.
 */
export class LiveReadModel extends Context.Service<
  LiveReadModel,
  {
    /** Under which name the projection keeps its place for the build that this process follows. */
    readonly checkpoint: Effect.Effect<string, StorageUnavailable>
    /** The same for the build that is live at this moment, whoever follows it. */
    readonly liveCheckpoint: Effect.Effect<string, StorageUnavailable>
    /** Does another build wait to be followed? */
    readonly isPending: Effect.Effect<boolean, StorageUnavailable>
    /** Follows it. */
    readonly adopt: Effect.Effect<void, StorageUnavailable>
  }
>()("fooddata/projections/ports/LiveReadModel") {}
