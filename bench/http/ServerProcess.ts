import { Effect, Schema } from "effect"
import { type ChildProcess, spawn } from "node:child_process"
import { closeSync, openSync, readFileSync } from "node:fs"
import process from "node:process"
import { fileURLToPath } from "node:url"

const project = fileURLToPath(new URL("../..", import.meta.url))

const Report = Schema.Struct({ cpuUs: Schema.Finite, residentBytes: Schema.Finite })
const decodeReport = Schema.decodeUnknownSync(Report)

/** A server in a process of its own, which runs as it would without us but for a channel that tells its CPU time. */
export interface ServerProcess {
  readonly pid: number
  readonly port: number
  readonly report: Effect.Effect<typeof Report.Type>
  /** ms from the start of the process until it said that it is ready */
  readonly readyAfterMs: number
  /** sends SIGTERM and completes when the process has ended */
  readonly stop: Effect.Effect<void>
}

interface Program {
  readonly args: ReadonlyArray<string>
  readonly env?: Readonly<Record<string, string>>
  /** file for what it writes to standard error, as a log is usually kept */
  readonly log: string
}

const ended = (child: ChildProcess): Effect.Effect<void> =>
  Effect.callback((resume) => {
    if (child.exitCode !== null || child.signalCode !== null) resume(Effect.void)
    else child.once("exit", () => resume(Effect.void))
  })

const stopped = (child: ChildProcess, signal: NodeJS.Signals): Effect.Effect<void> =>
  Effect.suspend(() => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal)
    return ended(child)
  })

const askedFor = (child: ChildProcess): Effect.Effect<typeof Report.Type> =>
  Effect.callback((resume) => {
    child.once("message", (message) => resume(Effect.sync(() => decodeReport(message))))
    child.send("report")
  })

const spawned = ({ args, env, log }: Program): ChildProcess => {
  const file = openSync(log, "a")
  const child = spawn(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", "--import", "./bench/http/CpuReport.ts", ...args],
    {
      cwd: project,
      env: { ...process.env, NODE_OPTIONS: "", PORT: "0", ADMIN_PORT: "0", ...env },
      stdio: ["ignore", "pipe", file, "ipc"]
    }
  )
  closeSync(file)
  return child
}

/** Starts a server that says `listens on http://…:<port>` and then `Ready.`; stopped with the scope. */
export const startServer = Effect.fnUntraced(function* (program: Program) {
  const startedAt = performance.now()
  const child = yield* Effect.acquireRelease(
    Effect.sync(() => spawned(program)),
    (running) => stopped(running, "SIGKILL")
  )
  const said = yield* Effect.callback<string>((resume) => {
    let text = ""
    child.stdout?.on("data", (chunk: Buffer) => {
      text += chunk.toString()
      if (text.includes("Ready.")) resume(Effect.succeed(text))
    })
    child.once("exit", () => resume(Effect.die(new Error(`did not start: ${readFileSync(program.log, "utf8")}`))))
  })
  const readyAfterMs = performance.now() - startedAt
  const running: ServerProcess = {
    pid: child.pid ?? 0,
    port: Number(/listens on http:\S+:(\d+)/u.exec(said)?.[1]),
    report: askedFor(child),
    readyAfterMs,
    stop: stopped(child, "SIGTERM")
  }
  return running
})

/** Waits until nothing goes on in the background: vectors are made and read after the start, CPU time that is no request's. */
export const settled = (server: ServerProcess): Effect.Effect<void> =>
  Effect.gen(function* () {
    const before = yield* server.report
    yield* Effect.sleep("500 millis")
    return (yield* server.report).cpuUs - before.cpuUs
  }).pipe(Effect.repeat({ until: (cpuUs) => cpuUs < 50_000 }), Effect.asVoid)
