import "./V8Options.ts"
import "effect/schema/SchemaJITCompiler/enable"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Cause, Effect, Exit, Layer, Predicate } from "effect"
import { CliError, CliOutput, Command } from "effect/cli"
import { loadAhead } from "../infra/threads/LoadAhead.ts"
import { logging } from "./cli/Logging.ts"
import { withOperator } from "./cli/Operator.ts"
import { presenter } from "./cli/Presentation.ts"
import { Settings } from "./Config.ts"
import { queryThreadModule } from "./query-threads/QueryThreadModule.ts"
import { seemsEmbedded } from "./settings/SeemsEmbedded.ts"
import { version } from "./Version.ts"

// whatever a command writes, journals and databases first of all, is for its owner alone
process.umask(0o077)

/** Each in a module of its own: a command starts in a third of the time when it is the only one that is loaded. */
const commands = {
  serve: async () => {
    // the embedded tier always has one: the two are loaded beside each other
    if (seemsEmbedded()) loadAhead("query-any", queryThreadModule)
    return (await import("./cli/ServeCommand.ts")).serveCommand
  },
  mcp: async () => (await import("./cli/McpCommand.ts")).mcpCommand,
  import: async () => (await import("./cli/ImportCommand.ts")).importCommand,
  key: async () => (await import("./cli/KeyCommand.ts")).keyCommand,
  account: async () => (await import("./cli/AccountCommand.ts")).accountCommand,
  usage: async () => (await import("./cli/UsageCommand.ts")).usageCommand,
  webhook: async () => (await import("./cli/WebhookCommand.ts")).webhookCommand,
  product: async () => (await import("./cli/ProductCommand.ts")).productCommand,
  events: async () => (await import("./cli/EventsCommand.ts")).eventsCommand,
  views: async () => (await import("./cli/ViewsCommand.ts")).viewsCommand,
  log: async () => (await import("./cli/LogCommand.ts")).logCommand,
  audit: async () => (await import("./cli/AuditCommand.ts")).auditCommand,
  backup: async () => (await import("./cli/BackupCommands.ts")).backupCommand,
  restore: async () => (await import("./cli/BackupCommands.ts")).restoreCommand,
  nodes: async () => (await import("./cli/NodesCommand.ts")).nodesCommand,
  migrate: async () => (await import("./cli/MigrateCommand.ts")).migrateCommand,
  doctor: async () => (await import("./cli/DoctorCommand.ts")).doctorCommand,
  config: async () => (await import("./cli/ConfigCommand.ts")).configCommand
}

const [named = ""] = process.argv.slice(2)

/** The command that is named first, or, for the help and for a wrong name, all of them. */
const isNamed = (name: string): name is keyof typeof commands => Object.hasOwn(commands, name)
const loaded = await Promise.all(isNamed(named) ? [commands[named]()] : Object.values(commands).map((load) => load()))

const fooddata = Command.make("fooddata").pipe(
  Command.withDescription("An open food and nutrition data service: real food in, metered answers out"),
  Command.withSubcommands(loaded)
)

const exitCode = { ok: 0, failure: 1, usage: 2, interrupted: 130 }
const isService = named === "serve" || named === "mcp"

// who reads no more, `| head` for one, has seen enough; a service goes on without its output
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error
  if (!isService) process.exit(exitCode.ok)
})

/** A service that was asked to stop and did has done its work; an interrupted command has not. */
const codeOf = <E>(exit: Exit.Exit<unknown, E>): number => {
  if (Exit.isSuccess(exit)) return exitCode.ok
  if (Cause.hasInterruptsOnly(exit.cause)) return isService ? exitCode.ok : exitCode.interrupted
  return CliError.isCliError(Cause.squash(exit.cause)) ? exitCode.usage : exitCode.failure
}

/** What went wrong, in one line; a defect, which is our mistake, with everything that helps to find it. */
const report = <E>(cause: Cause.Cause<E>): Effect.Effect<void> =>
  Effect.sync(() => {
    if (Cause.hasInterruptsOnly(cause)) return
    const error = Cause.squash(cause)
    if (CliError.isCliError(error)) return
    const isExpected = Cause.hasFails(cause) && Predicate.isError(error)
    process.stderr.write(isExpected ? `fooddata: ${error.message}\n` : `${Cause.pretty(cause)}\n`)
  })

Command.run(withOperator(fooddata), { version }).pipe(
  Effect.provide(logging.pipe(Layer.provideMerge(Settings.layer), Layer.merge(NodeServices.layer))),
  Effect.provideService(CliOutput.Presenter, presenter),
  Effect.tapCause(report),
  NodeRuntime.runMain({ disableErrorReporting: true, teardown: (exit, onExit) => onExit(codeOf(exit)) })
)
