import { Effect } from "effect"
import { type ChildProcess, execFile, spawn } from "node:child_process"
import { join } from "node:path"
import process from "node:process"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { freePort } from "../FreePort.ts"

const bin = fileURLToPath(new URL("../../../.ci/outside/bin", import.meta.url))
const run = promisify(execFile)

const spawned = (command: string, args: ReadonlyArray<string>) =>
  Effect.acquireRelease(
    Effect.sync(() => spawn(command, args, { stdio: ["ignore", "pipe", "pipe"] })),
    (child) => Effect.sync(() => void child.kill("SIGKILL"))
  )

/** What the pattern finds in the output of the program, as soon as it is said. */
const said = (child: ChildProcess, pattern: RegExp) =>
  Effect.callback<string>((resume) => {
    let text = ""
    const look = (chunk: Buffer) => {
      text += String(chunk)
      const found = pattern.exec(text)
      if (found !== null) resume(Effect.succeed(found[1] ?? ""))
    }
    child.stdout?.on("data", look)
    child.stderr?.on("data", look)
    child.on("error", (error) => resume(Effect.die(error)))
    child.on("close", () => resume(Effect.die(new Error(`it ended: ${text}`))))
  })

const command = (name: string, args: ReadonlyArray<string>, env: Readonly<Record<string, string>> = {}) =>
  Effect.promise(() => run(name, args, { env: { ...process.env, ...env } }))

/** litewitness on this machine, with a key of its own in an agent of its own; it knows no log yet. */
export const startLitewitness = Effect.fnUntraced(function* (folder: string) {
  const [key, socket, db] = [join(folder, "witness-key"), join(folder, "agent.sock"), join(folder, "witness.db")]
  yield* command("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", key])
  const agent = yield* spawned("ssh-agent", ["-D", "-a", socket])
  yield* said(agent, /SSH_AUTH_SOCK=([^;]+);/)
  yield* command("ssh-add", ["-q", key], { SSH_AUTH_SOCK: socket })
  const fingerprint = (yield* command("ssh-keygen", ["-lf", `${key}.pub`])).stdout.split(" ")[1] ?? ""
  const port = yield* freePort
  const witness = yield* spawned(join(bin, "litewitness"), [
    "-db",
    db,
    "-name",
    "witness.example/lite",
    "-key",
    fingerprint,
    "-ssh-agent",
    socket,
    "-listen",
    `127.0.0.1:${port}`
  ])
  const vkey = yield* said(witness, /vkey=(\S+)[^]*msg=listening/)
  const control = (...rest: ReadonlyArray<string>) => command(join(bin, "witnessctl"), rest)
  return {
    /** its public key */
    vkey,
    url: `http://127.0.0.1:${port}`,
    /** has it know a log by the key of that */
    know: (log: string) => {
      const origin = log.split("+")[0] ?? ""
      return control("add-log", "-db", db, "-origin", origin).pipe(
        Effect.andThen(control("add-key", "-db", db, "-origin", origin, "-key", log))
      )
    },
    /** the logs that it knows, a line of JSON each */
    logs: Effect.map(control("list-logs", "-db", db), ({ stdout }) => stdout)
  }
})
