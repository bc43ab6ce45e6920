import { Console, Effect, Option } from "effect"
import { Command } from "effect/cli"
import { migrate } from "../../infra/postgres/Migrate.ts"
import { schemaVersion } from "../../infra/postgres/Migrations.ts"
import * as Postgres from "../../infra/postgres/Postgres.ts"
import { Settings } from "../Config.ts"
import type { ClusterSettings } from "../SettingsValues.ts"
import { json } from "./Output.ts"

const migrateCluster = Effect.fnUntraced(function* ({ databaseCa, databaseUrl }: ClusterSettings, asJson: boolean) {
  const applied = yield* migrate.pipe(
    Effect.provide(Postgres.layer(databaseUrl, { maxConnections: 1, ca: Option.getOrUndefined(databaseCa) }))
  )
  if (asJson) return yield* Console.log(JSON.stringify({ tier: "cluster", schema_version: schemaVersion, applied }))
  for (const name of applied) yield* Console.log(`applied ${name}`)
  yield* Console.log(`The database has schema version ${schemaVersion}.`)
})

const explainEmbedded = Effect.fnUntraced(function* (asJson: boolean) {
  if (asJson) return yield* Console.log(JSON.stringify({ tier: "embedded", applied: [] }))
  yield* Console.log("Nothing to do: in the embedded tier events.db is brought up to date when it is opened.")
})

export const migrateCommand = Command.make(
  "migrate",
  { json },
  Effect.fn(function* (flags) {
    const { cluster } = yield* Settings
    return yield* Option.match(cluster, {
      onNone: () => explainEmbedded(flags.json),
      onSome: (servers) => migrateCluster(servers, flags.json)
    })
  })
).pipe(
  Command.withDescription(
    "Bring the schema of the cluster's database up to date, and say what was applied; may be run at any time"
  )
)
