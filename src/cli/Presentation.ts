import { Console, Effect } from "effect"
import { type CliError, CliOutput } from "effect/cli"

/** A problem with what was typed, in our words where those of the library speak of its insides. */
const problemOf = (error: CliError.NonShowHelpErrors): string => {
  switch (error._tag) {
    case "InvalidValue": {
      const place = error.kind === "flag" ? `--${error.option}` : `<${error.option}>`
      if (error.value === "") return `${place} has no value: it must be ${expectedOf(error.expected)}`
      return `${place} is ${quoted(error.value)}: it must be ${expectedOf(error.expected)}`
    }
    case "MissingOption":
      return `--${error.option} is missing`
    case "MissingArgument":
      return `<${error.argument}> is missing`
    case "UnknownSubcommand":
      return `there is no command ${JSON.stringify(error.subcommand)}${suggested(error.suggestions)}`
    case "UnrecognizedOption":
      return `there is no flag ${error.option}${suggested(error.suggestions)}`
    default:
      return error.message
  }
}

/** A whole key that was typed where its prefix was due is not written to a terminal, or to what collects its output. */
const quoted = (value: string): string => JSON.stringify(value.replace(/^(fdb_\w{6})\w+$/, "$1…"))

/** Of choices the library makes a type. */
const expectedOf = (expected: string): string => {
  const choices = expected
    .replace(/^Expected:? /, "")
    .replaceAll('"', "")
    .split(" | ")
  return choices.length === 1 ? expected : `${choices.slice(0, -1).join(", ")} or ${choices.at(-1)}`
}

const suggested = (suggestions: ReadonlyArray<string>): string =>
  suggestions.length === 0 ? "" : `. Did you mean ${suggestions.join(" or ")}?`

/** What is wrong comes first, and one line says where help is; help itself is for those who ask for it. */
export const presenter: CliOutput.Presenter = {
  present: Effect.fnUntraced(function* (event) {
    if (event._tag !== "InvalidInvocation") return yield* CliOutput.defaultPresenter.present(event)
    for (const error of event.errors) yield* Console.error(`fooddata: ${problemOf(error)}`)
    yield* Console.error(`Usage: ${event.helpDoc.usage}`)
    yield* Console.error(`More: ${event.commandPath.join(" ")} --help`)
  })
}
