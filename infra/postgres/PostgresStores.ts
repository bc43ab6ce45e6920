import { Layer, type Redacted } from "effect"
import { AppendSignal } from "../event-log/AppendSignal.ts"
import * as EventPartitions from "./EventPartitions.ts"
import * as Migrate from "./Migrate.ts"
import * as Postgres from "./Postgres.ts"
import * as PostgresAccountStore from "./PostgresAccountStore.ts"
import * as PostgresAttemptStore from "./PostgresAttemptStore.ts"
import * as PostgresCheckpoints from "./PostgresCheckpoints.ts"
import * as PostgresEventLog from "./PostgresEventLog.ts"
import * as PostgresCommandOrigins from "./PostgresCommandOrigins.ts"
import * as PostgresFailedAuthentications from "./PostgresFailedAuthentications.ts"
import * as PostgresInstalledBundles from "./PostgresInstalledBundles.ts"
import * as PostgresKeyDirectory from "./PostgresKeyDirectory.ts"
import * as PostgresLogInspection from "./PostgresLogInspection.ts"
import * as PostgresPersonalData from "./PostgresPersonalData.ts"
import * as PostgresProductHeads from "./PostgresProductHeads.ts"
import * as PostgresUnparkRequests from "./PostgresUnparkRequests.ts"
import * as PostgresUsageLedger from "./PostgresUsageLedger.ts"
import * as PostgresUsageReport from "./PostgresUsageReport.ts"
import * as PostgresWebhookStore from "./PostgresWebhookStore.ts"
import * as RestoreGuard from "./RestoreGuard.ts"

export interface StoresOptions extends Postgres.PostgresOptions {
  /** false: a database without this program's schema is refused instead of migrated */
  readonly migrate?: boolean
}

/** Every store but the usage ledger, on an open database that has passed the checks. */
export const stores = Layer.mergeAll(
  Layer.mergeAll(PostgresLogInspection.layer, PostgresAccountStore.layer, PostgresPersonalData.layer).pipe(
    Layer.provideMerge(PostgresEventLog.layer)
  ),
  PostgresAttemptStore.layer,
  PostgresCommandOrigins.layer,
  PostgresFailedAuthentications.layer,
  PostgresKeyDirectory.layer,
  PostgresProductHeads.layer,
  PostgresInstalledBundles.layer,
  PostgresUsageReport.layer,
  PostgresWebhookStore.layer,
  PostgresUnparkRequests.layer,
  PostgresCheckpoints.layer
).pipe(Layer.provideMerge(AppendSignal.layer))

/** Migrates or checks the schema, and refuses a log of another server. */
export const checked = ({ migrate = true }: StoresOptions = {}) =>
  RestoreGuard.layer.pipe(Layer.provide(Migrate.layer({ migrate })))

/** All that Postgres holds for a process, with the connection itself. Keeps the log's partitions ready. */
export const layer = (url: Redacted.Redacted, options: StoresOptions = {}) =>
  Layer.mergeAll(stores, PostgresUsageLedger.layer, EventPartitions.layer).pipe(
    Layer.provideMerge(checked(options)),
    Layer.provideMerge(Postgres.layer(url, options))
  )
