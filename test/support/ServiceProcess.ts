import { Deferred, Effect, Schema } from "effect"
import { type ChildProcess, spawn } from "node:child_process"
import { readFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import { fileURLToPath } from "node:url"

const project = fileURLToPath(new URL("../..", import.meta.url))

/** The program under the runtime that runs the tests. */
const program = (args: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...("deno" in process.versions ? ["run", "-A"] : ["--disable-warning=ExperimentalWarning"]),
  "src/main.ts",
  ...args
]

/** Settings of a test; `undefined`: not even that of the environment. */
type Overrides = Readonly<Record<string, string | undefined>>

/** Settings of the environment that a test must not inherit, and those that make it independent of its surroundings. */
const environment = (folder: string, overrides: Overrides) => ({
  ...process.env,
  // whom the program trusts is for its settings to say
  NODE_EXTRA_CA_CERTS: undefined,
  // compiled code is kept by processes that end in order: a start takes two thirds of the time
  NODE_COMPILE_CACHE: join(tmpdir(), "fooddata-test-code"),
  NODE_OPTIONS: "",
  DATA_DIR: folder,
  PORT: "0",
  ADMIN_PORT: "0",
  BUNDLED_CATALOGUE: "false",
  // each takes a second of CPU to load, and most tests start several services
  QUERY_THREADS: "1",
  ...overrides
})

export interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

/** A program that was started, its output so far, and its end. */
export interface Started {
  readonly child: ChildProcess
  readonly stdout: () => string
  readonly stderr: () => string
  readonly ended: Deferred.Deferred<Ended>
  /** completes when standard output holds the text, or the program has ended */
  readonly said: (text: string) => Effect.Effect<void>
}

/**
 * Starts the program; killed with the scope, if it has not ended by itself. `input` is all of its standard input, which
 * stays open where that is null.
 */
export const start = (folder: string, args: ReadonlyArray<string>, overrides: Overrides = {}, input?: string | null) =>
  Effect.acquireRelease(
    Effect.sync((): Started => {
      const child = spawn(process.execPath, program(args), {
        cwd: project,
        env: environment(folder, overrides),
        stdio: ["pipe", "pipe", "pipe"]
      })
      if (input !== null) child.stdin.end(input)
      const ended = Deferred.makeUnsafe<Ended>()
      const text = { stdout: "", stderr: "" }
      const waiting = new Set<() => void>()
      const wake = () => {
        for (const look of waiting) look()
      }
      child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
        text.stdout += chunk
        wake()
      })
      child.stderr.setEncoding("utf8").on("data", (chunk: string) => void (text.stderr += chunk))
      child.on("close", (code, signal) => {
        Deferred.doneUnsafe(ended, Effect.succeed({ code, signal }))
        wake()
      })
      const said = (wanted: string) =>
        Effect.callback<void>((resume) => {
          const look = () => {
            if (!text.stdout.includes(wanted) && child.exitCode === null && child.signalCode === null) return
            waiting.delete(look)
            resume(Effect.void)
          }
          waiting.add(look)
          look()
        })
      return { child, stdout: () => text.stdout, stderr: () => text.stderr, ended, said }
    }),
    ({ child, ended }) =>
      Effect.andThen(
        Effect.sync(() => child.kill("SIGKILL")),
        Deferred.await(ended)
      )
  )

export class ServiceDidNotStart extends Schema.TaggedError<ServiceDidNotStart>()("ServiceDidNotStart", {
  stdout: Schema.String,
  stderr: Schema.String
}) {
  override get message(): string {
    return `the service did not start\n${this.stdout}\n${this.stderr}`
  }
}

/** A running service on a free port. */
export interface RunningService {
  readonly url: string
  /** the key that a first start leaves in a file */
  readonly firstKey: string | undefined
  readonly stdout: () => string
  readonly stderr: () => string
  /** sends the signal and completes when the process has ended */
  readonly stop: (signal: NodeJS.Signals) => Effect.Effect<Ended>
}

const firstKeyIn = (said: string): string | undefined => {
  const path = /^Your first API key \(\w+ plan\) is in (.+), which only you can read\.$/m.exec(said)?.[1]
  return path === undefined ? undefined : readFileSync(path, "utf8").trim()
}

/** Starts `fooddata serve` on the data directory; ready when it returns, killed with the scope. */
export const startService = Effect.fnUntraced(function* (folder: string, overrides: Overrides = {}) {
  const { child, ended, said, stderr, stdout } = yield* start(folder, ["serve"], overrides)
  yield* said("Ready.")
  const url = /listens on (https?:\S+)/.exec(stdout())?.[1]
  if (url === undefined || child.exitCode !== null) {
    return yield* new ServiceDidNotStart({ stdout: stdout(), stderr: stderr() })
  }
  const running: RunningService = {
    url,
    firstKey: firstKeyIn(stdout()),
    stdout,
    stderr,
    stop: (signal) =>
      Effect.andThen(
        // not `child.kill`, after which Deno reports the signal as the end, whatever the program made of it
        Effect.sync(() => {
          if (child.pid !== undefined) process.kill(child.pid, signal)
        }),
        Deferred.await(ended)
      )
  }
  return running
})

export interface CommandResult extends Ended {
  readonly stdout: string
  readonly stderr: string
}

/** Runs `fooddata` with the arguments to its end. */
export const fooddata = (folder: string, ...args: ReadonlyArray<string>): Effect.Effect<CommandResult> =>
  fooddataWith(folder, {}, ...args)

/** The same with settings, or with text on standard input. */
export const fooddataWith = (
  folder: string,
  given: { readonly settings?: Overrides; readonly input?: string },
  ...args: ReadonlyArray<string>
): Effect.Effect<CommandResult> =>
  Effect.scoped(
    Effect.gen(function* () {
      const { ended, stderr, stdout } = yield* start(folder, args, given.settings, given.input)
      const end = yield* Deferred.await(ended)
      return { ...end, stdout: stdout(), stderr: stderr() }
    })
  )
