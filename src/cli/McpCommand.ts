import { Console, Deferred, Effect, Fiber, Option, Redacted, Schema } from "effect"
import { Command } from "effect/cli"
import { Console as ConsoleOf } from "node:console"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { DataDirectory } from "../../infra/sqlite/DataDirectory.ts"
import { mcpPath } from "../api/KnownPaths.ts"
import { KeyCommands } from "../commands/KeyCommands.ts"
import { Settings } from "../Config.ts"
import { registryEntry } from "../mcp/ServerCard.ts"
import { bridge } from "../mcp/stdio/StdioBridge.ts"
import { invalid } from "../settings/SettingsInvalid.ts"
import type { ServiceSettings } from "../SettingsValues.ts"
import { serveEmbedded } from "./ServeCommand.ts"

const say = (line: string): void => void process.stderr.write(`fooddata: ${line}\n`)

/** Until the client closes standard input, or takes no more answers. */
const passMessages = ({ apiKey, url }: ServiceSettings) =>
  Effect.callback<void>((resume) => {
    const end = () => resume(Effect.void)
    process.stdout.once("error", end)
    const key = Option.getOrUndefined(Option.map(apiKey, Redacted.value))
    if (key === undefined) say("there is no FOODDATA_API_KEY: only the plans can be asked for")
    void bridge({
      endpoint: new URL(`${url}${mcpPath}`),
      key,
      input: process.stdin,
      output: process.stdout,
      log: say
    }).then(end, (error: unknown) => resume(Effect.die(error)))
  })

/** The key of earlier runs on the data directory, or one that is made now: its calls are counted as those of any key. */
const ownKey = Effect.gen(function* () {
  const { mcpKey: path } = yield* DataDirectory
  if (existsSync(path)) return Redacted.make(readFileSync(path, "utf8").trim())
  const { key } = yield* (yield* KeyCommands).issue({ plan: "growth", name: "fooddata mcp" }, "system")
  yield* Effect.sync(() => writeFileSync(path, `${Redacted.value(key)}\n`, { mode: 0o600, flag: "wx" }))
  return key
})

/** A second application on this machine: it shares the service of the first by its address. */
export class ServedByOther extends Schema.TaggedError<ServedByOther>()("ServedByOther", { root: Schema.String }) {
  override get message(): string {
    return (
      `another fooddata serves ${this.root}: run "fooddata serve" once for all applications, and set FOODDATA_URL to its ` +
      "address and FOODDATA_API_KEY to a key of it, or set DATA_DIR to a directory of its own"
    )
  }
}

/** Serves the data directory for this client alone, on a port that nobody is told. What the service says goes to standard error. */
const serveAndPass = Effect.gen(function* () {
  const settings = yield* Settings
  const ready = yield* Deferred.make<ServiceSettings>()
  const service = yield* serveEmbedded((url) =>
    Effect.flatMap(ownKey, (key) => Deferred.succeed(ready, { url, apiKey: Option.some(key) }))
  ).pipe(
    Effect.scoped,
    Effect.catchTag("AlreadyServing", ({ root }) => Effect.fail(new ServedByOther({ root }))),
    Effect.provideService(Console.Console, new ConsoleOf(process.stderr)),
    Effect.provideService(Settings, {
      ...settings,
      host: "127.0.0.1",
      port: 0,
      tls: Option.none(),
      publicHosts: [],
      adminHost: "127.0.0.1",
      adminPort: 0
    }),
    Effect.forkChild
  )
  yield* Effect.raceFirst(Effect.flatMap(Deferred.await(ready), passMessages), Fiber.join(service))
  yield* Fiber.interrupt(service)
})

const registry = Command.make(
  "registry",
  {},
  Effect.fn(function* () {
    const { publicUrl } = yield* Settings
    const url = Option.getOrElse(publicUrl, () => "")
    if (!url.startsWith("https:")) {
      return yield* invalid("PUBLIC_URL: the registry lists what people reach by https: set it to that address")
    }
    yield* Console.log(JSON.stringify(registryEntry(url), null, 2))
  })
).pipe(Command.withDescription("Print server.json for the MCP registry, which lists the service at PUBLIC_URL"))

export const mcpCommand = Command.make(
  "mcp",
  {},
  Effect.fn(function* () {
    const { service } = yield* Settings
    yield* Option.match(service, { onNone: () => serveAndPass, onSome: passMessages })
    // standard input may be open still, where it was the output that ended
    yield* Effect.sync(() => process.stdin.destroy())
  })
).pipe(
  Command.withSubcommands([registry]),
  Command.withDescription(
    "Tools for a desktop application, on standard input and output: those of FOODDATA_URL, or of this machine's own data"
  )
)
