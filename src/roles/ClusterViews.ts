import { Effect, Schedule } from "effect"
import type { Cursor } from "../../domain/EventEnvelope.ts"
import type { ClusterSettings } from "../Config.ts"
import * as ClusterTier from "./ClusterTier.ts"
import { hasSeen } from "./ProjectionPlace.ts"

const pollInterval = "100 millis"

/** Runs something on the live index of the cluster. */
export const onIndex = <A, E, R>(cluster: ClusterSettings, effect: Effect.Effect<A, E, R>) =>
  Effect.provide(effect, ClusterTier.views(cluster), { local: true })

/** Returns when the live index shows the log up to the cursor. Some process must have the projector role. */
export const awaitProjection = (cluster: ClusterSettings, cursor: Cursor) =>
  onIndex(
    cluster,
    hasSeen(cursor).pipe(Effect.repeat({ until: (seen) => seen, schedule: Schedule.spaced(pollInterval) }))
  ).pipe(Effect.provide(ClusterTier.stores(cluster)))
