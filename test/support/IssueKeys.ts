import { ConfigProvider, Effect, Redacted } from "effect"
import { withKeyCommands } from "../../src/cli/Stores.ts"
import { KeyCommands } from "../../src/commands/KeyCommands.ts"
import { Settings } from "../../src/Config.ts"

/** Keys of the largest plan in the data directory of a service that is not running; a hundred requests a second each. */
export const issueKeys = (folder: string, count: number) =>
  Effect.flatMap(KeyCommands, ({ issue }) => Effect.replicateEffect(issue("business", "cli"), count)).pipe(
    withKeyCommands,
    Effect.provide(Settings.layer),
    Effect.provideService(
      ConfigProvider.ConfigProvider,
      ConfigProvider.fromEnv({ env: { DATA_DIR: folder, LOG_LEVEL: "None" } })
    ),
    Effect.map((issued) => issued.map(({ key }) => Redacted.value(key)))
  )
