import { Console, Effect } from "effect"
import { Command } from "effect/cli"
import { stores } from "../roles/EmbeddedTier.ts"
import { rebuildViews } from "../roles/RebuildViews.ts"
import { json } from "./Output.ts"
import { makeProgress } from "./Progress.ts"

const rebuild = Command.make(
  "rebuild",
  { json },
  Effect.fn(function* (flags) {
    const progress = yield* makeProgress("rebuild")
    const built = yield* rebuildViews(progress.advance)
    yield* progress.finish
    if (flags.json) return yield* Console.log(JSON.stringify(built))
    const { checksum, events, products, withdrawn } = built
    yield* Console.log(`${products} products, ${withdrawn} withdrawn, from ${events} events; checksum ${checksum}`)
  }, Effect.provide(stores))
).pipe(Command.withDescription("Build the read models anew from the log, beside the live ones, and swap them in"))

export const viewsCommand = Command.make("views").pipe(
  Command.withDescription("Maintain the read models"),
  Command.withSubcommands([rebuild])
)
