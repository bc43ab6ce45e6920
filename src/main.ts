import "./V8Options.ts"
import "effect/schema/SchemaJITCompiler/enable"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Cause, Effect, Exit, Layer, Predicate } from "effect"
import { CliError, Command } from "effect/cli"
import { accountCommand } from "./cli/AccountCommand.ts"
import { auditCommand } from "./cli/AuditCommand.ts"
import { backupCommand, restoreCommand } from "./cli/BackupCommands.ts"
import { configCommand } from "./cli/ConfigCommand.ts"
import { eventsCommand } from "./cli/EventsCommand.ts"
import { importCommand } from "./cli/ImportCommand.ts"
import { keyCommand } from "./cli/KeyCommand.ts"
import { logCommand } from "./cli/LogCommand.ts"
import { logging } from "./cli/Logging.ts"
import { migrateCommand } from "./cli/MigrateCommand.ts"
import { nodesCommand } from "./cli/NodesCommand.ts"
import { withOperator } from "./cli/Operator.ts"
import { productCommand } from "./cli/ProductCommand.ts"
import { serveCommand } from "./cli/ServeCommand.ts"
import { usageCommand } from "./cli/UsageCommand.ts"
import { viewsCommand } from "./cli/ViewsCommand.ts"
import { webhookCommand } from "./cli/WebhookCommand.ts"
import { Settings } from "./Config.ts"
import { version } from "./Version.ts"

// whatever a command writes, journals and databases first of all, is for its owner alone
process.umask(0o077)

const fooddata = Command.make("fooddata").pipe(
  Command.withDescription("An open food and nutrition data service: real food in, metered answers out"),
  Command.withSubcommands([
    serveCommand,
    importCommand,
    keyCommand,
    accountCommand,
    usageCommand,
    webhookCommand,
    productCommand,
    eventsCommand,
    viewsCommand,
    logCommand,
    auditCommand,
    backupCommand,
    restoreCommand,
    nodesCommand,
    migrateCommand,
    configCommand
  ])
)

const exitCode = { ok: 0, failure: 1, usage: 2, interrupted: 130 }
const isService = process.argv[2] === "serve"

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
  Effect.tapCause(report),
  NodeRuntime.runMain({ disableErrorReporting: true, teardown: (exit, onExit) => onExit(codeOf(exit)) })
)
