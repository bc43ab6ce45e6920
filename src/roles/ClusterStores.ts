import { Layer, Option } from "effect"
import * as PostgresLeaderLock from "../../infra/postgres/PostgresLeaderLock.ts"
import * as PostgresStores from "../../infra/postgres/PostgresStores.ts"
import type { ClusterSettings } from "../SettingsValues.ts"
import { local } from "./LocalState.ts"

/** The write side: everything that lives in Postgres, and what the process keeps for itself. */
export const stores = (cluster: ClusterSettings) =>
  PostgresLeaderLock.layer.pipe(
    Layer.provideMerge(
      PostgresStores.layer(cluster.databaseUrl, {
        migrate: cluster.migrate,
        ca: Option.getOrUndefined(cluster.databaseCa)
      })
    ),
    Layer.provideMerge(local)
  )
