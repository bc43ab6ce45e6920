import { Console, Effect, Option } from "effect"
import { Command } from "effect/cli"
import { checkSchema } from "../../infra/postgres/Migrate.ts"
import * as Postgres from "../../infra/postgres/Postgres.ts"
import { beginNewEpoch } from "../../infra/postgres/RestoreGuard.ts"
import { Settings } from "../Config.ts"
import type { ClusterSettings } from "../SettingsValues.ts"
import { json } from "./Output.ts"
import { verifyLog } from "./VerifyCommand.ts"

// without the stores, which are what refuses to open such a log
const beginInCluster = Effect.fnUntraced(function* ({ databaseCa, databaseUrl }: ClusterSettings, asJson: boolean) {
  const epoch = yield* Effect.andThen(checkSchema, beginNewEpoch).pipe(
    Effect.provide(Postgres.layer(databaseUrl, { maxConnections: 1, ca: Option.getOrUndefined(databaseCa) }))
  )
  if (asJson) return yield* Console.log(JSON.stringify({ tier: "cluster", epoch }))
  yield* Console.log(
    `Epoch ${epoch} has begun: everything in the log comes before what is written from now on.\n` +
      "The read models knew another log: delete the topics and run fooddata views rebuild before you serve."
  )
})

const explainEmbedded = Effect.fnUntraced(function* (asJson: boolean) {
  if (asJson) return yield* Console.log(JSON.stringify({ tier: "embedded", epoch: null }))
  yield* Console.log("Not needed: a restored events.db is good as it is, its order does not depend on a server.")
})

const beginEpoch = Command.make(
  "begin-epoch",
  { json },
  Effect.fn(function* (flags) {
    const { cluster } = yield* Settings
    return yield* Option.match(cluster, {
      onNone: () => explainEmbedded(flags.json),
      onSome: (servers) => beginInCluster(servers, flags.json)
    })
  })
).pipe(
  Command.withAlias("new-epoch"),
  Command.withDescription(
    "After a dump was restored to another server, and with every process on it stopped: accept the log there"
  )
)

export const logCommand = Command.make("log").pipe(
  Command.withDescription("Maintain the event log"),
  Command.withSubcommands([verifyLog, beginEpoch])
)
