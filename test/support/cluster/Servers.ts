import { Effect, Schema } from "effect"
import { execFile } from "node:child_process"
import { mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import { fileURLToPath } from "node:url"

const stackScript = fileURLToPath(new URL("../../../stack/stack.sh", import.meta.url))

/** The names that a server's address has in the environment, as the service reads them. */
const addressNames = { postgres: "DATABASE_URL", kafka: "KAFKA_BROKERS", opensearch: "OPENSEARCH_URL" } as const

export type ServerName = keyof typeof addressNames

/** The stack's script said no, or a test was started without the address of a server. */
export class ServerMissing extends Schema.TaggedError<ServerMissing>()("ServerMissing", { reason: Schema.String }) {
  override get message(): string {
    return this.reason
  }
}

/** The address of a shared server. Throws when the environment names none: such a test must fail, never be skipped. */
const address = (server: ServerName): string => {
  const name = addressNames[server]
  const value = process.env[name]
  if (value !== undefined && value !== "") return value
  throw new ServerMissing({ reason: `${name} is not set: cluster tests are started by npm run test:cluster` })
}

/** `postgres://user@host:port/database`; the user may create databases. */
export const databaseUrl = (): string => address("postgres")

/** `host:port` of each bootstrap broker. */
export const kafkaBrokers = (): ReadonlyArray<string> => address("kafka").split(",")

/** `http://host:port` */
export const openSearchUrl = (): string => address("opensearch")

/** A server that one test owns, and may therefore end as it likes. */
export interface OwnServer {
  readonly address: string
  /** the certificate that vouches for a server that was set up with `STACK_TLS` */
  readonly authority: string
  /** a start on the same data and port, if it does not run */
  readonly start: Effect.Effect<void, ServerMissing>
  /** SIGKILL of the server and all its processes */
  readonly kill: Effect.Effect<void, ServerMissing>
  /** a clean stop, if it runs, and a start on the same data and port */
  readonly restart: Effect.Effect<void, ServerMissing>
}

/**
 * Starts a server of the test's own in a temporary folder, empty, on a free port; stopped and removed with the scope.
 * Fault tests use it, so that the servers that other tests share stay up.
 */
export const ownServer = Effect.fnUntraced(function* (server: ServerName, settings: StackSettings = {}) {
  // whoever started the tests removes what a killed one leaves there
  const directory = mkdtempSync(join(process.env["STACK_TEST_DIR"] ?? tmpdir(), "fooddata-stack-"))
  const run = (...args: ReadonlyArray<string>) => runStack(directory, args, settings)
  const start = Effect.asVoid(run("up", server))
  yield* Effect.acquireRelease(start, () => Effect.orDie(run("down")))
  const exported = yield* run("address", server)
  return {
    address: exported.trim(),
    authority: join(directory, server, "tls", "ca.pem"),
    start,
    kill: Effect.asVoid(run("kill", server)),
    restart: Effect.asVoid(run("restart", server))
  } satisfies OwnServer
})

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
