import { Context } from "effect"
import type { Actor } from "../../domain/EventEnvelope.ts"

/** Who gives the commands that are no caller's: whoever sits at the command line, as the events name them. */
export const CurrentOperator: Context.Reference<Actor> = Context.Reference("fooddata/src/commands/CurrentOperator", {
  defaultValue: (): Actor => "cli"
})
