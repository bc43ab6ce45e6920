import { ConfigProvider, Effect, Layer, Option, Schema } from "effect"
import { execFile } from "node:child_process"
import { mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import { fileURLToPath } from "node:url"
import type { KafkaOptions } from "../../../infra/kafka/KafkaCluster.ts"
import * as OpenSearch from "../../../infra/opensearch/OpenSearch.ts"
import { loadKafkaSecurity, loadOpenSearchSecurity } from "../../../src/settings/ClusterConfig.ts"

const stackScript = fileURLToPath(new URL("../../../stack/stack.sh", import.meta.url))

/** The names that a server's address has in the environment, as the service reads them. */
const addressNames = { postgres: "DATABASE_URL", kafka: "KAFKA_BROKERS", opensearch: "OPENSEARCH_URL" } as const

export type ServerName = keyof typeof addressNames

/** Settings of the service. */
type Settings = Readonly<Record<string, string>>

/** The stack's script said no, or a test was started without the address of a server. */
export class ServerMissing extends Schema.TaggedError<ServerMissing>()("ServerMissing", { reason: Schema.String }) {
  override get message(): string {
    return this.reason
  }
}

/** The address of a server. Throws when there is none: such a test must fail, never be skipped. */
const address = (server: ServerName, settings: Settings = {}): string => {
  const name = addressNames[server]
  const value = settings[name] ?? process.env[name]
  if (value !== undefined && value !== "") return value
  throw new ServerMissing({ reason: `${name} is not set: cluster tests are started by npm run test:cluster` })
}

/** `postgres://user@host:port/database`, with more where TLS is asked for; the user may create databases. */
export const databaseUrl = (): string => address("postgres")

/** `host:port` of each bootstrap broker. */
export const kafkaBrokers = (): ReadonlyArray<string> => address("kafka").split(",")

/** `http://host:port`, or `https:` */
export const openSearchUrl = (): string => address("opensearch")

/** Reads settings as the service does: these, and for what they leave open the environment. */
const loaded = <A, E>(settings: Settings, load: Effect.Effect<A, E>): A =>
  Effect.runSync(
    Effect.provideService(
      load,
      ConfigProvider.ConfigProvider,
      ConfigProvider.fromEnvRecord({ ...process.env, ...settings })
    )
  )

/** How the shared brokers are reached, or those of a test's own by its settings. */
export const kafkaConnection = (settings: Settings = {}): Pick<KafkaOptions, "brokers" | "tls" | "sasl"> => {
  const { kafkaCa, kafkaSasl, kafkaTls } = loaded(settings, loadKafkaSecurity)
  return {
    brokers: address("kafka", settings).split(","),
    tls: kafkaTls ? { ca: Option.getOrNull(kafkaCa) } : null,
    sasl: Option.getOrNull(kafkaSasl)
  }
}

/** The shared OpenSearch, or one of a test's own by its settings. */
export const openSearch = (settings: Settings = {}): Layer.Layer<OpenSearch.OpenSearch> =>
  Layer.suspend(() => {
    const { openSearchAuthorization, openSearchCa } = loaded(settings, loadOpenSearchSecurity)
    return OpenSearch.layer(address("opensearch", settings), {
      authorization: Option.getOrUndefined(openSearchAuthorization),
      ca: Option.getOrUndefined(openSearchCa)
    })
  })

/** A server that one test owns, and may therefore end as it likes. */
export interface OwnServer {
  readonly address: string
  /** those of the service for this server, its address among them */
  readonly settings: Settings
  /** the folder with the keys and certificates of a server that was set up with `STACK_TLS` */
  readonly tlsFolder: string
  /** a start on the same data and port, if it does not run */
  readonly start: Effect.Effect<void, ServerMissing>
  /** SIGKILL of the server and all its processes */
  readonly kill: Effect.Effect<void, ServerMissing>
  /** a clean stop, if it runs, and a start on the same data and port */
  readonly restart: Effect.Effect<void, ServerMissing>
}

/**
 * Starts a server of the test's own in a temporary folder, empty, on a free port; stopped and removed with the scope.
 * Fault tests use it, so that the servers that other tests share stay up. It demands TLS and a password where the shared
 * ones do, because `STACK_TLS` is in the environment.
 */
export const ownServer = Effect.fnUntraced(function* (server: ServerName, stackSettings: StackSettings = {}) {
  // whoever started the tests removes what a killed one leaves there
  const directory = mkdtempSync(join(process.env["STACK_TEST_DIR"] ?? tmpdir(), "fooddata-stack-"))
  const run = (...args: ReadonlyArray<string>) => runStack(directory, args, stackSettings)
  const start = Effect.asVoid(run("up", server))
  yield* Effect.acquireRelease(start, () => Effect.orDie(run("down")))
  const settings = settingsIn(yield* run("settings", server))
  return {
    address: address(server, settings),
    settings,
    tlsFolder: join(directory, server, "tls"),
    start,
    kill: Effect.asVoid(run("kill", server)),
    restart: Effect.asVoid(run("restart", server))
  } satisfies OwnServer
})

/** Reads lines of `NAME=VALUE`. */
const settingsIn = (lines: string): Settings =>
  Object.fromEntries(
    lines
      .trim()
      .split("\n")
      .map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)])
  )

/** `1`: the server demands TLS and a password. */
interface StackSettings {
  readonly STACK_TLS?: "1"
}

/** Standard output of the stack's script over the servers in this folder. */
const runStack = (directory: string, args: ReadonlyArray<string>, settings: StackSettings) =>
  Effect.callback<string, ServerMissing>((resume) => {
    execFile(
      "bash",
      [stackScript, ...args],
      { env: { ...process.env, ...settings, STACK_DIR: directory } },
      (error, stdout, stderr) =>
        resume(
          error === null
            ? Effect.succeed(stdout)
            : Effect.fail(new ServerMissing({ reason: `stack ${args.join(" ")}: ${stderr.trim()}` }))
        )
    )
  })
