import { Console, Effect } from "effect"
import { Command } from "effect/cli"
import { Settings } from "../Config.ts"
import { describeSettings } from "../DescribeSettings.ts"
import { json } from "./Output.ts"

export const configCommand = Command.make(
  "config",
  { json },
  Effect.fn(function* (flags) {
    const values = describeSettings(yield* Settings)
    if (flags.json) return yield* Console.log(JSON.stringify(values))
    for (const [name, value] of Object.entries(values)) yield* Console.log(`${name}=${value}`)
  })
).pipe(Command.withDescription("Print the effective settings, secrets masked"))
