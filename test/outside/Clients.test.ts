import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer, Schema } from "effect"
import { execFile } from "node:child_process"
import { cpSync, globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import process from "node:process"
import { fileURLToPath } from "node:url"
import { temporaryFolder } from "../support/EmbeddedStores.ts"
import { fooddata, startService } from "../support/ServiceProcess.ts"
import { spend } from "../support/SpendKey.ts"

const root = fileURLToPath(new URL("../..", import.meta.url))
const clients = join(root, "clients")

/** The package that `bash clients/build.sh` made, as it would be published. */
const built = (pattern: string): string => {
  const [file] = globSync(pattern, { cwd: join(clients, "dist") })
  assert.isDefined(file, `no clients/dist/${pattern}: run bash clients/build.sh`)
  return join(clients, "dist", file ?? "")
}

/** Runs a program to its end; what it printed, which is in the failure, too. */
const run = (cwd: string, env: Readonly<Record<string, string>>, program: string, ...args: ReadonlyArray<string>) =>
  Effect.promise(
    () =>
      new Promise<string>((resolve, reject) => {
        execFile(program, args, { cwd, env: { ...process.env, ...env }, maxBuffer: 1e8 }, (error, stdout, stderr) =>
          error === null ? resolve(stdout) : reject(new Error(`${program} failed:\n${stdout}\n${stderr}`))
        )
      })
  )

const Issued = Schema.fromJsonString(Schema.Struct({ key: Schema.String }))

/** A service with the curated foods, and keys for the parts of the tests; that of the sandbox has no request left. */
class Served extends Context.Service<
  Served,
  { readonly url: string; readonly env: Readonly<Record<string, string>> }
>()("test/Served") {
  static readonly layer = Layer.effect(
    Served,
    Effect.gen(function* () {
      const folder = join(yield* temporaryFolder, "data")
      mkdirSync(folder, { mode: 0o700 })
      const issue = (...options: ReadonlyArray<string>) =>
        Effect.map(
          fooddata(folder, "key", "issue", ...options, "--json"),
          ({ stdout }) => Schema.decodeSync(Issued)(stdout).key
        )
      const env = {
        GROWTH_KEY: yield* issue("--plan", "growth"),
        DEVELOPER_KEY: yield* issue("--plan", "developer"),
        BURST_KEY: yield* issue("--plan", "starter"),
        SPENT_KEY: yield* issue("--plan", "sandbox"),
        AUDITOR_KEY: yield* issue("--role", "auditor")
      }
      assert.strictEqual((yield* fooddata(folder, "import", "curated", "data/curated.jsonl")).code, 0)
      const { url } = yield* startService(folder)
      yield* Effect.promise(() => spend(url, env.SPENT_KEY))
      return { url, env: { ...env, FOODDATA_URL: url } }
    })
  )
}

/** The program that a README begins with; only where the service is, and the key, are others. */
const startOf = (readme: string, language: string, url: string, key: string): string => {
  const [, code] =
    new RegExp(`\`\`\`${language}\n([^]+?)\`\`\``).exec(readFileSync(join(clients, readme), "utf8")) ?? []
  assert.isDefined(code)
  for (const placeholder of ["http://127.0.0.1:8080", "fdb_..."]) assert.include(code, placeholder)
  return (code ?? "").replace("http://127.0.0.1:8080", url).replace("fdb_...", key)
}

const tool = (name: string): string => join(clients, "python/.venv/bin", name)

/** What a start prints: foods with their calories. */
const foods = /^Milk 61(\.0)?\n(.*milk.* [\d.]+\n)*$/i

layer(Served.layer, { excludeTestServices: true, timeout: 240_000 })("a client as it would be published", (it) => {
  it.effect(
    "TypeScript: does what its README says on Node and Deno, and its types refuse what is wrong",
    () =>
      Effect.gen(function* () {
        const { env, url } = yield* Served
        const folder = yield* temporaryFolder
        const inFolder = (program: string, ...args: ReadonlyArray<string>) => run(folder, env, program, ...args)
        writeFileSync(join(folder, "package.json"), '{ "type": "module", "private": true }')
        yield* inFolder("npm", "install", "--no-audit", "--no-fund", "--loglevel=error", built("*.tgz"))
        const programs = ["Calls.ts", "Misuse.ts", "Start.ts"]
        for (const name of programs.slice(0, 2)) cpSync(join(clients, "typescript/test", name), join(folder, name))
        writeFileSync(join(folder, "Start.ts"), startOf("typescript/README.md", "ts", url, env["GROWTH_KEY"] ?? ""))
        const types = join(folder, "node_modules/@types")
        mkdirSync(types)
        for (const name of ["node", "undici-types"]) {
          symlinkSync(join(root, "node_modules", name === "node" ? "@types/node" : name), join(types, name))
        }
        const compilerOptions = { target: "es2022", module: "nodenext", strict: true, types: ["node"], outDir: "out" }
        writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: programs }))
        yield* inFolder(process.execPath, join(clients, "typescript/node_modules/typescript/bin/tsc"))
        assert.match(yield* inFolder(process.execPath, "out/Start.js"), foods)
        const deno = join(root, ".ci/node_modules/deno/bin.cjs")
        assert.match(yield* inFolder(process.execPath, deno, "run", "--allow-net", "out/Start.js"), foods)
        const said = yield* inFolder(process.execPath, "--test", "--test-reporter=tap", "out/Calls.js")
        assert.match(said, /^# fail 0$/m)
        assert.match(said, /^# skipped 0$/m)
        assert.isAbove(Number(/^# pass (\d+)$/m.exec(said)?.[1]), 15)
      }).pipe(Effect.scoped),
    480_000
  )

  it.effect(
    "Python: does what its README says, and its types refuse what is wrong",
    () =>
      Effect.gen(function* () {
        const { env, url } = yield* Served
        const folder = yield* temporaryFolder
        const inFolder = (program: string, ...args: ReadonlyArray<string>) => run(folder, env, program, ...args)
        yield* inFolder("python3", "-m", "venv", "venv")
        const python = join(folder, "venv/bin/python")
        const requirements = ["--requirement", join(clients, "python/requirements-test.txt")]
        yield* inFolder(python, "-m", "pip", "install", "--quiet", built("*.whl"), ...requirements)
        cpSync(join(clients, "python/tests"), join(folder, "tests"), { recursive: true })
        const start = startOf("python/README.md", "python", url, env["GROWTH_KEY"] ?? "")
        writeFileSync(join(folder, "tests/start.py"), start)
        assert.match(yield* inFolder(python, "tests/start.py"), foods)
        const said = yield* inFolder(python, "-m", "pytest", "-p", "no:cacheprovider", "tests")
        assert.match(said, /=+ \d+ passed in /)
        yield* inFolder(tool("mypy"), "--strict", "--cache-dir", "cache", "--python-executable", python, "tests")
      }).pipe(Effect.scoped),
    480_000
  )

  it.effect(
    "Python: what is written by hand fits what is generated, to the strict checks of types",
    () =>
      Effect.gen(function* () {
        const inSources = (program: string, ...args: ReadonlyArray<string>) =>
          run(join(clients, "python"), {}, program, ...args)
        yield* inSources(tool("ruff"), "check")
        yield* inSources(tool("ruff"), "format", "--check")
        yield* inSources(tool("mypy"), "src")
      }),
    480_000
  )
})
