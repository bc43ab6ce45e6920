import { Effect, Option, Schedule, Schema } from "effect"
import { existsSync } from "node:fs"
import { DataDirectory, holdLock } from "../../infra/sqlite/DataDirectory.ts"
import { openSqlite } from "../../infra/sqlite/Sqlite.ts"
import { loadParked } from "../../infra/sqlite/SqliteCheckpoints.ts"
import { viewsCheckpoint } from "../../infra/sqlite/ViewsFile.ts"
import type { ParkedStream } from "../../projections/ParkedStreams.ts"
import { Checkpoints } from "../../projections/ports/Checkpoints.ts"
import { UnparkRequests } from "../../projections/ports/UnparkRequests.ts"
import { productSearch } from "../../projections/product-search/ProductSearch.ts"
import { Settings } from "../Config.ts"
import type { ClusterSettings } from "../SettingsValues.ts"
import * as ClusterStores from "./ClusterStores.ts"
import * as ClusterTier from "./ClusterTier.ts"
import * as EmbeddedStores from "./EmbeddedStores.ts"
import * as EmbeddedViews from "./EmbeddedViews.ts"
import { liveIdentity } from "./health/ServerProbes.ts"
import { retryParked } from "./RetryParked.ts"

const pollInterval = "100 millis"
const waitMax = "60 seconds"

/** Nobody projects, or whoever does cannot just now. */
export class UnparkUnanswered extends Schema.TaggedError<UnparkUnanswered>()("UnparkUnanswered", {}) {
  override get message(): string {
    return `the parked streams were not read again within ${waitMax}: does a process with the projector role run? It will do so when it can`
  }
}

/** The streams that the live product index has parked, in the order of their names. */
export const listParked = Effect.gen(function* () {
  const { cluster } = yield* Settings
  if (Option.isSome(cluster)) return yield* parkedInCluster(cluster.value)
  return yield* Effect.provide(parkedHere, EmbeddedStores.stores)
})

const parkedHere = Effect.gen(function* () {
  const { views: path } = yield* DataDirectory
  if (!existsSync(path)) return []
  const db = yield* openSqlite({ path, synchronous: "NORMAL", readOnly: true })
  return yield* db.read("read the parked streams", () => loadParked(db, viewsCheckpoint))
}).pipe(Effect.scoped)

const parkedInCluster = (cluster: ClusterSettings) =>
  Effect.gen(function* () {
    const identity = yield* Effect.provide(liveIdentity(cluster.openSearchAlias), ClusterTier.openSearch(cluster))
    const none: ReadonlyArray<ParkedStream> = []
    if (identity === undefined) return none
    return yield* (yield* Checkpoints).parked(ClusterTier.indexCheckpoint(identity))
  }).pipe(Effect.provide(ClusterStores.stores(cluster)))

/** Returns when the parked streams were read again: by whoever projects, or, in the embedded tier, here when no service runs. */
export const retryAllParked = Effect.gen(function* () {
  const { cluster } = yield* Settings
  if (Option.isSome(cluster)) return yield* Effect.provide(askAndWait, ClusterStores.stores(cluster.value))
  return yield* Effect.provide(retryHere, EmbeddedStores.stores)
})

const retryHere = Effect.gen(function* () {
  const { serveLock } = yield* DataDirectory
  const here = retryParked(productSearch, viewsCheckpoint).pipe(Effect.provide(EmbeddedViews.views, { local: true }))
  yield* Effect.scoped(Effect.andThen(holdLock(serveLock), here)).pipe(Effect.catchTag("LockHeld", () => askAndWait))
})

const askAndWait = Effect.gen(function* () {
  const { ask, isAsked } = yield* UnparkRequests
  yield* ask
  yield* isAsked.pipe(
    Effect.repeat({ while: (asked) => asked, schedule: Schedule.spaced(pollInterval) }),
    Effect.timeoutOrElse({ duration: waitMax, orElse: () => new UnparkUnanswered() })
  )
})
