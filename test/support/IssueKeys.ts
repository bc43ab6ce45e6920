import { Effect, Redacted } from "effect"
import type { PlanName } from "../../domain/key/Plan.ts"
import { withKeyCommands } from "../../src/cli/Stores.ts"
import { KeyCommands } from "../../src/commands/KeyCommands.ts"
import { withSettingsIn } from "./SettingsIn.ts"

/** Keys in the data directory of a service that is not running; of the largest plan a hundred requests a second each. */
export const issueKeys = (folder: string, count: number, plan: PlanName = "business") =>
  Effect.flatMap(KeyCommands, ({ issue }) => Effect.replicateEffect(issue({ plan }, "cli"), count)).pipe(
    withKeyCommands,
    withSettingsIn(folder),
    Effect.map((issued) => issued.map(({ key }) => Redacted.value(key)))
  )
