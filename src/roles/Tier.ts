import { Effect, Layer, Option } from "effect"
import type { AccountSecrets } from "../../domain/ports/AccountSecrets.ts"
import type { AccountStore } from "../../domain/ports/AccountStore.ts"
import type { AttemptStore } from "../../domain/ports/AttemptStore.ts"
import type { CommandOrigins } from "../../domain/ports/CommandOrigins.ts"
import type { FailedAuthentications } from "../../domain/ports/FailedAuthentications.ts"
import type { EventLog } from "../../domain/ports/EventLog.ts"
import type { InstalledBundles } from "../../domain/ports/InstalledBundles.ts"
import type { KeyDirectory } from "../../domain/ports/KeyDirectory.ts"
import type { KeyHasher } from "../../domain/ports/KeyHasher.ts"
import type { LogInspection } from "../../domain/ports/LogInspection.ts"
import type { PersonalData } from "../../domain/ports/PersonalData.ts"
import type { ProductHeads } from "../../domain/ports/ProductHeads.ts"
import type { SecretSource } from "../../domain/ports/SecretSource.ts"
import type { UsageLedgerStore } from "../../domain/ports/UsageLedgerStore.ts"
import type { WebhookStore } from "../../domain/ports/WebhookStore.ts"
import type { DataDirectory } from "../../infra/sqlite/DataDirectory.ts"
import { Settings } from "../Config.ts"
import type * as ClusterStores from "./ClusterStores.ts"
import type * as EmbeddedStores from "./EmbeddedStores.ts"

/** What either tier has, and so what a command of the command line may count on. */
type Stores =
  | AccountSecrets
  | AccountStore
  | AttemptStore
  | CommandOrigins
  | FailedAuthentications
  | EventLog
  | InstalledBundles
  | KeyDirectory
  | KeyHasher
  | LogInspection
  | PersonalData
  | ProductHeads
  | SecretSource
  | UsageLedgerStore
  | WebhookStore
  | DataDirectory

type StoresError = Layer.Error<typeof EmbeddedStores.stores> | Layer.Error<ReturnType<typeof ClusterStores.stores>>

/** The stores of the tier that the settings choose. The clients of the other tier's servers are not even loaded. */
export const stores = Layer.unwrap(
  Effect.gen(function* () {
    const { cluster } = yield* Settings
    const chosen: Layer.Layer<Stores, StoresError, Settings> = Option.isSome(cluster)
      ? (yield* Effect.promise(() => import("./ClusterStores.ts"))).stores(cluster.value)
      : (yield* Effect.promise(() => import("./EmbeddedStores.ts"))).stores
    return chosen
  })
)
