import { Effect, Layer, Option } from "effect"
import { dumpTables } from "../../../infra/postgres/backup/DumpTables.ts"
import { loadTables } from "../../../infra/postgres/backup/LoadTables.ts"
import { verifyRows } from "../../../infra/postgres/backup/VerifyRows.ts"
import * as Migrate from "../../../infra/postgres/Migrate.ts"
import { schemaVersion } from "../../../infra/postgres/Migrations.ts"
import * as Postgres from "../../../infra/postgres/Postgres.ts"
import * as PostgresEventLog from "../../../infra/postgres/PostgresEventLog.ts"
import * as PostgresLogInspection from "../../../infra/postgres/PostgresLogInspection.ts"
import { AppendSignal } from "../../../infra/event-log/AppendSignal.ts"
import type { ClusterSettings } from "../../SettingsValues.ts"
import { type LogCopies, refuse } from "./LogCopies.ts"

/** The log of a cluster, in its database. Needs no programs of Postgres. */
export const clusterLogCopies = ({ databaseCa, databaseUrl }: ClusterSettings): LogCopies => {
  const database = Postgres.layer(databaseUrl, { maxConnections: 1, ca: Option.getOrUndefined(databaseCa) })
  // a transaction has one connection, which what inspects the log uses, too
  const inspection = PostgresLogInspection.layer.pipe(
    Layer.provide(PostgresEventLog.layer.pipe(Layer.provide(AppendSignal.layer)))
  )
  const stores = (
    schema: Layer.Layer<never, Layer.Error<ReturnType<typeof Migrate.layer>>, Layer.Services<typeof inspection>>
  ) => inspection.pipe(Layer.provideMerge(schema), Layer.provideMerge(database))
  return {
    tier: "cluster",
    schema: schemaVersion,
    part: "postgres.jsonl",
    copyTo: (file) =>
      dumpTables(file).pipe(
        Effect.provide(stores(Migrate.layer({ migrate: false })), { local: true }),
        Effect.mapError(({ message }) => refuse(`the database cannot be backed up: ${message}`))
      ),
    verify: (file) => Effect.mapError(verifyRows(file), ({ message }) => refuse(`the log is damaged: ${message}`)),
    install: (file, { end }) =>
      loadTables(file, end).pipe(
        Effect.provide(stores(Migrate.layer({ migrate: true })), { local: true }),
        Effect.mapError(({ message }) => refuse(`the database is as it was: ${message}`))
      )
  }
}
