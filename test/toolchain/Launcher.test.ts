import { assert, describe, it } from "@effect/vitest"
import { type ChildProcess, spawn } from "node:child_process"
import { cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, join } from "node:path"
import { fileURLToPath } from "node:url"

const repository = fileURLToPath(new URL("../..", import.meta.url))
const launcher = join(repository, "bin/node.mjs")

/** The machine's own Node, which the launcher must start on; not the one that npm installed for this project. */
const hostNode =
  (process.env["PATH"] ?? "")
    .split(delimiter)
    .map((folder) => join(folder, process.platform === "win32" ? "node.exe" : "node"))
    .find((file) => existsSync(file) && !realpathSync(file).includes("node_modules")) ?? process.execPath

interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly output: string
}

/** Starts a program; `onReady` is called when it has printed "ready", the result comes when its output is closed. */
const run = (
  command: ReadonlyArray<string>,
  options: { readonly env?: NodeJS.ProcessEnv; readonly onReady?: (child: ChildProcess, output: string) => void } = {}
) =>
  new Promise<Ended>((resolve, reject) => {
    const [program = hostNode, ...args] = command
    const child = spawn(program, args, { env: { ...process.env, ...options.env }, stdio: ["ignore", "pipe", "pipe"] })
    let output = ""
    const read = (chunk: Buffer) => {
      const wasReady = output.includes("ready")
      output += String(chunk)
      if (!wasReady && output.includes("ready")) options.onReady?.(child, output)
    }
    child.stdout.on("data", read)
    child.stderr.on("data", read)
    child.on("error", reject)
    child.on("close", (code, signal) => resolve({ code, signal, output }))
  })

const waitingFor = (signal: string) =>
  `process.on("${signal}", () => { console.log("caught ${signal}"); process.exit(3) })
   setInterval(() => {}, 1000); console.log("ready")`

/** Makes a Node claim another version, to see what the launcher does on it. */
const claim = (version: string) => ({
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(
    `if (process.argv[1]?.endsWith("node.mjs")) Object.defineProperty(process,"versions",{value:{...process.versions,node:"${version}"}})`
  )}`
})

describe("bin/node.mjs", () => {
  it("runs TypeScript on the machine's own Node", async () => {
    const { code, output } = await run([
      hostNode,
      launcher,
      "--input-type=module-typescript",
      "-e",
      "const x: number = 7; console.log(x)"
    ])
    assert.deepStrictEqual({ code, output }, { code: 0, output: "7\n" })
  })

  it("runs a Node that is new enough", async () => {
    const { output } = await run([hostNode, launcher, "-p", "process.versions.node"])
    const [major = 0, minor = 0] = output.split(".").map(Number)
    assert.isTrue(major > 22 || (major === 22 && minor >= 19), output)
  })

  it("runs the Node of npm when the machine's is too old", async () => {
    for (const old of ["20.9.0", "22.18.0", "23.5.0"]) {
      const { output } = await run([hostNode, launcher, "-p", "process.execPath"], { env: claim(old) })
      assert.include(output, "node_modules")
    }
  })

  it("says what to do when there is no Node that is new enough", async () => {
    const folder = mkdtempSync(join(tmpdir(), "fooddata-launcher-"))
    cpSync(launcher, join(folder, "bin/node.mjs"))
    const { code, output } = await run([process.execPath, join(folder, "bin/node.mjs"), "-p", "1"], {
      env: claim("20.9.0")
    })
    rmSync(folder, { recursive: true })
    assert.strictEqual(code, 1)
    assert.include(output, "Node.js 22.19 or newer is needed")
    assert.include(output, "deno task start")
  })

  it("ends with the exit code of the program", async () => {
    const { code } = await run([hostNode, launcher, "-e", "process.exit(7)"])
    assert.strictEqual(code, 7)
  })

  it("prints no experimental warning of SQLite", async () => {
    const { code, output } = await run([hostNode, launcher, "-e", `require("node:sqlite")`])
    assert.deepStrictEqual({ code, output }, { code: 0, output: "" })
  })

  it("keeps the compiled code of the service and two heaps of glibc, of nothing else, unless told otherwise", async () => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), "fooddata-launcher-")))
    cpSync(launcher, join(folder, "bin/node.mjs"))
    const say = "console.log(process.env.NODE_COMPILE_CACHE, process.env.MALLOC_ARENA_MAX)"
    for (const name of ["main", "other"]) {
      mkdirSync(join(folder, "src"), { recursive: true })
      writeFileSync(join(folder, `src/${name}.ts`), say)
    }
    const started = (before: string, script: string) =>
      run(["/bin/sh", "-c", `cd "${folder}" && ${before} "${process.execPath}" bin/node.mjs ${script}`])
    const unset = "unset NODE_COMPILE_CACHE MALLOC_ARENA_MAX &&"
    const own = await started(unset, "src/main.ts")
    const told = await started(`NODE_COMPILE_CACHE="${folder}/elsewhere" MALLOC_ARENA_MAX=8`, "src/main.ts")
    const other = await started(unset, "src/other.ts")
    rmSync(folder, { recursive: true })
    assert.strictEqual(own.output, `${folder}/node_modules/.cache/fooddata 2\n`)
    assert.strictEqual(told.output, `${folder}/elsewhere 8\n`)
    assert.strictEqual(other.output, "undefined undefined\n")
  })

  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) {
    it(`passes ${signal} on to the program and waits for it`, async () => {
      const ended = await run([hostNode, launcher, "-e", waitingFor(signal)], {
        onReady: (child) => child.kill(signal)
      })
      assert.deepStrictEqual(ended, { code: 3, signal: null, output: `ready\ncaught ${signal}\n` })
    })
  }

  it("ends by the signal that ended the program", async () => {
    const program = `setInterval(() => {}, 1000); console.log("ready")`
    const ended = await run([hostNode, launcher, "-e", program], { onReady: (child) => child.kill("SIGTERM") })
    assert.deepStrictEqual([ended.code, ended.signal], [null, "SIGTERM"])
  })

  it("stops the program when npm's shell is gone", async () => {
    const shell = `"${hostNode}" "${launcher}" -e "$PROGRAM" & wait`
    const { output } = await run(["/bin/sh", "-c", shell], {
      env: { npm_lifecycle_event: "start", PROGRAM: waitingFor("SIGTERM") },
      onReady: (child) => child.kill("SIGKILL")
    })
    assert.strictEqual(output, "ready\ncaught SIGTERM\n")
  })
})

describe("npx fooddata", () => {
  const command = join(repository, "bin/fooddata.mjs")

  it("runs the command line from any folder, on the machine's own Node", async () => {
    const { code, output } = await run([hostNode, command, "--version"])
    assert.match(output, /^fooddata v\d+\.\d+\.\d+\n$/u)
    assert.strictEqual(code, 0)
  })

  it("gives its errors and exit codes on", async () => {
    const { code, output } = await run([hostNode, command, "key", "issue"], {
      env: { DATA_DIR: mkdtempSync(join(tmpdir(), "fooddata-launcher-")) }
    })
    assert.strictEqual(output, "fooddata: say --plan: sandbox, developer, starter, growth, business\n")
    assert.strictEqual(code, 1)
  })
})
