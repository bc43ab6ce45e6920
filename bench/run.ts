import { Console, Effect } from "effect"
import { spawn } from "node:child_process"
import process from "node:process"
import { fileURLToPath } from "node:url"

/**
 * `npm run bench [-- program …]`: every bench that needs no other server, or those named, one after the other in small
 * sizes, some minutes in all; then what they found in one table. Small sizes find what has become slower; the figures
 * of `docs/benchmarks.md` come from the sizes that stand there.
 */
interface Quick {
  readonly program: string
  readonly args: ReadonlyArray<string>
  /** the lines of its output that say what it found */
  readonly found: RegExp
}

const quick: ReadonlyArray<Quick> = [
  { program: "http", args: ["5", "600", "5000"], found: /µs|required/u },
  { program: "admission", args: ["4"], found: /µs/u },
  { program: "startup", args: ["3"], found: /ready|rest/u },
  { program: "append", args: [], found: /ratio/u },
  { program: "export", args: ["20000"], found: /µs an event/u },
  { program: "import", args: ["10000"], found: /the whole|in one pass:|ratio/u },
  { program: "search", args: ["20000"], found: /\d\s*\/\s*\d|ms|µs/u },
  { program: "semantic", args: ["5000"], found: /ms|recall|second/u },
  { program: "analyze", args: [], found: /^all/u },
  { program: "mcp", args: [], found: /µs/u }
]

interface Outcome {
  readonly program: string
  readonly seconds: number
  readonly isDone: boolean
  readonly lines: ReadonlyArray<string>
}

const project = fileURLToPath(new URL("..", import.meta.url))

const run = ({ args, found, program }: Quick): Effect.Effect<Outcome> =>
  Effect.callback((resume) => {
    process.stdout.write(`\n== bench/${program}.ts ${args.join(" ")}\n`)
    const began = performance.now()
    const child = spawn(process.execPath, [`bench/${program}.ts`, ...args], {
      cwd: project,
      stdio: ["ignore", "pipe", "inherit"]
    })
    let text = ""
    child.stdout.on("data", (chunk: Buffer) => {
      process.stdout.write(chunk)
      text += chunk.toString()
    })
    child.once("close", (code) =>
      resume(
        Effect.succeed({
          program,
          seconds: (performance.now() - began) / 1_000,
          isDone: code === 0,
          lines: text.split("\n").filter((line) => found.test(line))
        })
      )
    )
    return Effect.sync(() => child.kill("SIGTERM"))
  })

const rowsOf = ({ isDone, lines, program, seconds }: Outcome): ReadonlyArray<string> => [
  `${program.padEnd(10)} ${isDone ? `${seconds.toFixed(0)} s` : "FAILED"}`,
  ...lines.map((line) => `           ${line.trim()}`)
]

const asked = process.argv.slice(2)
const chosen = asked.length === 0 ? quick : quick.filter(({ program }) => asked.includes(program))

const program = Effect.gen(function* () {
  const outcomes = yield* Effect.forEach(chosen, run)
  yield* Console.log(`\n${"=".repeat(40)}\n${outcomes.flatMap(rowsOf).join("\n")}`)
  if (chosen.length === 0 || outcomes.some(({ isDone }) => !isDone)) process.exitCode = 1
})

await Effect.runPromise(program)
