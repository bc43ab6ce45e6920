import { Effect } from "effect"
import { execFile } from "node:child_process"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("../../..", import.meta.url))

interface Said {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** A program run to its end, in the repository unless said otherwise. */
export const run = (program: string, args: ReadonlyArray<string>, options: { cwd?: string; input?: string } = {}) =>
  Effect.promise(
    () =>
      new Promise<Said>((resolve, reject) => {
        const child = execFile(program, args, { cwd: options.cwd ?? root, maxBuffer: 1e8 }, (error, stdout, stderr) => {
          if (error !== null && typeof error.code !== "number") return reject(error)
          resolve({ code: typeof error?.code === "number" ? error.code : 0, stdout, stderr })
        })
        if (options.input !== undefined) child.stdin?.end(options.input)
      })
  )

/** What a script of `.ci/deploy` prints: where a program is, which it installs the first time. */
const printed = (script: string) =>
  Effect.flatMap(run("bash", [`.ci/deploy/${script}.sh`]), ({ code, stderr, stdout }) =>
    code === 0 ? Effect.succeed(stdout.trim()) : Effect.die(new Error(`.ci/deploy/${script}.sh: ${stderr}`))
  )

export const promtool = (args: ReadonlyArray<string>, options: { cwd?: string; input?: string } = {}) =>
  Effect.flatMap(printed("promtool"), (program) => run(program, args, options))

/** A program of the environment in Python: `python`, `hadolint`, `check-jsonschema`, `kubernetes-validate`. */
export const fromPython = (name: string, args: ReadonlyArray<string>, options: { cwd?: string; input?: string } = {}) =>
  Effect.flatMap(printed("python"), (folder) => run(`${folder}/${name}`, args, options))

/** The chart linted and rendered with a file of values, for a version of Kubernetes: a document of JSON each. */
export const chart = (folder: string, values: string, kubernetes: string) =>
  Effect.flatMap(printed("chart"), (program) => run(program, [folder, values, kubernetes]))
