import type { Effect } from "effect"
import type { Category, Cursor } from "../domain/EventEnvelope.ts"
import type { LogPage } from "../domain/ports/EventLog.ts"
import type { ParkedStream } from "./ParkedStreams.ts"
import type { LiveReadModel } from "./ports/LiveReadModel.ts"

/** Where a page stands in the run of the projector. */
export interface ProjectionStep {
  /** the place that the page follows */
  readonly after: Cursor
  /** more pages are on their way: readers may see this one later, with the next `keep` at the latest */
  readonly deferred: boolean
}

/** Writes events into one build of a read model. */
export interface ProjectionWriter<C extends Category, E, R> {
  /** Where this build goes on reading the log. */
  readonly place: Effect.Effect<Cursor, E, R>
  readonly write: (page: LogPage<C>, step: ProjectionStep) => Effect.Effect<void, E, R>
  /**
   * Keeps the place once everything before it is written, and the streams that were parked on the way, both or neither.
   * `unshown`: some of it was written deferred, and is to be visible first. A writer that keeps the place with each page does
   * nothing here.
   */
  readonly keep: (cursor: Cursor, unshown: boolean, parked: ReadonlyArray<ParkedStream>) => Effect.Effect<void, E, R>
  readonly parking: Parking<E, R> | null
}

/**
 * For read models in which each stream stands for itself, and of which a late event does no harm: an event that cannot be
 * read holds up its stream alone. Without parking it stops the projection.
 */
export interface Parking<E, R> {
  readonly parked: Effect.Effect<ReadonlyArray<ParkedStream>, E, R>
  /** Everything that the log holds of these streams is written. */
  readonly release: (streamIds: ReadonlyArray<string>) => Effect.Effect<void, E, R>
}

/**
 * A read model as the projector needs it. Checkpoint, rebuild, lag metric, health and failure log come with the
 * projector; what is its own is what an event means and where that is written. Events come at least once: a writer
 * either writes facts with versions, of which the newest holds, or keeps the place in the transaction of its counts.
 */
export interface Projection<C extends Category, E, R, L> {
  /** in the field's terms, `product-search`: the name of the leader's lock, and the label in metrics and logs */
  readonly name: string
  readonly category: C
  /** `any`: pages carry versions, so several may be written at a time. `log`: one after the other. */
  readonly order: "any" | "log"
  /** which build of the read model is the live one */
  readonly live: Effect.Effect<LiveReadModel["Service"], never, L>
  /** `checkpoint`: the name that `live` gives the build */
  readonly writer: (checkpoint: string) => ProjectionWriter<C, E, R>
}
