import { Effect, Option } from "effect"
import { Command, Flag, GlobalFlag } from "effect/cli"
import { hostname, userInfo } from "node:os"
import type { Actor } from "../../domain/EventEnvelope.ts"
import { CurrentOperator } from "../commands/CurrentOperator.ts"

const nameLengthMax = 64

/** As an operator's name stands in events: what mail addresses and host names are made of. */
const isName = (name: string): boolean => name.length <= nameLengthMax && /^[\p{L}\p{N}][\p{L}\p{N}._@+-]*$/u.test(name)

const asFlag = GlobalFlag.Setting("as")({
  flag: Flag.String("as").pipe(
    Flag.filter(isName, () => `a name of up to ${nameLengthMax} letters, digits and . _ @ + -, without spaces`),
    Flag.withDescription("your name in the events of what you change; default: the system's user and host"),
    Flag.optional
  )
})

/** A container may have a user without a name. */
const userName = (): string => {
  try {
    return userInfo().username
  } catch {
    return "unknown"
  }
}

const systemName = (): string => `${userName()}@${hostname()}`.slice(0, nameLengthMax)

const operator = Effect.map(asFlag, (given): Actor => {
  const name = Option.getOrElse(given, systemName)
  return isName(name) ? `operator:${name}` : "cli"
})

/** Gives the command and those below it `--as`, and names who is at work in what they append. */
export const withOperator = <Name extends string, Input, E, R, ContextInput>(
  command: Command.Command<Name, Input, ContextInput, E, R>
) => command.pipe(Command.provideEffect(CurrentOperator, operator), Command.withGlobalFlags([asFlag]))
