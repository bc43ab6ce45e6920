import { Effect, Option, Schedule } from "effect"
import type { Cursor } from "../../domain/EventEnvelope.ts"
import * as IndexAdmin from "../../infra/opensearch/IndexAdmin.ts"
import type { ClusterSettings } from "../SettingsValues.ts"
import * as ClusterStores from "./ClusterStores.ts"
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
  ).pipe(Effect.provide(ClusterStores.stores(cluster)))

const onServer = <A, E, R>(cluster: ClusterSettings, effect: Effect.Effect<A, E, R>) =>
  Effect.provide(effect, ClusterTier.openSearch(cluster))

/** Every build of the product index that stands on the server, oldest first. */
export const listBuilds = (cluster: ClusterSettings) => onServer(cluster, IndexAdmin.list(cluster.openSearchAlias))

/** Moves the alias back to the build before, or to the one named; the projection then brings it up to date. */
export const rollback = (cluster: ClusterSettings, to: Option.Option<string>) =>
  onServer(cluster, IndexAdmin.rollback(cluster.openSearchAlias, Option.getOrNull(to)))

/** Removes a build that is not live, and its place in the log. */
export const dropBuild = (cluster: ClusterSettings, name: string) =>
  onServer(
    cluster,
    Effect.andThen(IndexAdmin.drop(cluster.openSearchAlias, name), ClusterTier.forgetDroppedBuilds(cluster))
  ).pipe(Effect.provide(ClusterStores.stores(cluster)))
