import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { execFile } from "node:child_process"
import { cpSync, globSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs"
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

/** A service with the curated foods, and a key for each part of the tests; the sandbox key has no request left. */
const serviceAndKeys = Effect.gen(function* () {
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
    ROTATED_KEY: yield* issue("--plan", "developer"),
    SPENT_KEY: yield* issue("--plan", "sandbox"),
    AUDITOR_KEY: yield* issue("--role", "auditor")
  }
  assert.strictEqual((yield* fooddata(folder, "import", "curated", "data/curated.jsonl")).code, 0)
  const { url } = yield* startService(folder)
  yield* Effect.promise(() => spend(url, env.SPENT_KEY))
  return { ...env, FOODDATA_URL: url }
})

describe("a client as it would be published", () => {
  it.live(
    "TypeScript: compiles against its types and does what its README says",
    () =>
      Effect.gen(function* () {
        const env = yield* serviceAndKeys
        const folder = yield* temporaryFolder
        const inFolder = (program: string, ...args: ReadonlyArray<string>) => run(folder, env, program, ...args)
        writeFileSync(join(folder, "package.json"), '{ "type": "module", "private": true }')
        const install = ["install", "--no-audit", "--no-fund", "--loglevel=error", built("*.tgz")]
        yield* inFolder("npm", ...install)
        cpSync(join(clients, "typescript/test/Calls.ts"), join(folder, "Calls.ts"))
        const types = join(folder, "node_modules/@types")
        mkdirSync(types)
        for (const name of ["node", "undici-types"]) {
          symlinkSync(join(root, "node_modules", name === "node" ? "@types/node" : name), join(types, name))
        }
        const compilerOptions = { target: "es2022", module: "nodenext", strict: true, types: ["node"], outDir: "out" }
        writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["Calls.ts"] }))
        yield* inFolder(process.execPath, join(clients, "typescript/node_modules/typescript/bin/tsc"))
        const said = yield* inFolder(process.execPath, "--test", "--test-reporter=tap", "out/Calls.js")
        assert.match(said, /^# fail 0$/m)
        assert.match(said, /^# skipped 0$/m)
        assert.isAbove(Number(/^# pass (\d+)$/m.exec(said)?.[1]), 13)
      }).pipe(Effect.scoped),
    480_000
  )

  it.live(
    "Python: passes its tests and the strict checks of its types",
    () =>
      Effect.gen(function* () {
        const env = yield* serviceAndKeys
        const folder = yield* temporaryFolder
        const tests = join(clients, "python/tests")
        const inFolder = (program: string, ...args: ReadonlyArray<string>) => run(folder, env, program, ...args)
        yield* inFolder("python3", "-m", "venv", "venv")
        const python = join(folder, "venv/bin/python")
        const requirements = ["--requirement", join(clients, "python/requirements-test.txt")]
        yield* inFolder(python, "-m", "pip", "install", "--quiet", built("*.whl"), ...requirements)
        const said = yield* inFolder(python, "-m", "pytest", "-p", "no:cacheprovider", tests)
        assert.match(said, /=+ \d+ passed in /)
        yield* inFolder(python, "-m", "mypy", "--strict", tests)
      }).pipe(Effect.scoped),
    480_000
  )
})
