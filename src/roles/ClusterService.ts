import { Layer } from "effect"
import type { ClusterSettings, Role } from "../SettingsValues.ts"
import { admin, api } from "./ApiRole.ts"
import * as ClusterStores from "./ClusterStores.ts"
import * as ClusterTier from "./ClusterTier.ts"
import * as Leadership from "./health/Leadership.ts"
import { openSearchQueries } from "./Queries.ts"
import { RoleHealth } from "./RoleHealth.ts"

const nothing: Layer.Layer<never> = Layer.empty

/** What a process does in the background, besides answering requests or instead of it. */
const background = (cluster: ClusterSettings, roles: ReadonlyArray<Role>) =>
  Layer.mergeAll(
    admin,
    roles.includes("relay") ? ClusterTier.relay(cluster) : nothing,
    roles.includes("projector") ? ClusterTier.projector(cluster) : nothing
  )

const servers = (cluster: ClusterSettings, roles: ReadonlyArray<Role>) =>
  Layer.mergeAll(ClusterTier.views(cluster), Leadership.layer, RoleHealth.layer(roles)).pipe(
    Layer.provideMerge(ClusterStores.stores(cluster))
  )

/** A process that answers requests, with the other roles it has. */
export const clusterApi = (cluster: ClusterSettings, roles: ReadonlyArray<Role>) =>
  Layer.merge(api(ClusterTier.apiProbes(cluster)), background(cluster, roles)).pipe(
    Layer.provideMerge(openSearchQueries(cluster)),
    Layer.provideMerge(servers(cluster, roles))
  )

/** A process that answers none. */
export const clusterWorker = (cluster: ClusterSettings, roles: ReadonlyArray<Role>) =>
  background(cluster, roles).pipe(Layer.provideMerge(servers(cluster, roles)))
