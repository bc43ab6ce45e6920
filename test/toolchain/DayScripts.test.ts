import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { execFile } from "node:child_process"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import process from "node:process"
import { fileURLToPath } from "node:url"
import { temporaryFolder } from "../support/EmbeddedStores.ts"

const pathOf = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))
const timeout = 600_000

/** Runs a script of the examples to its end, with these settings beside those of the surroundings. */
const run = (script: string, settings: Readonly<Record<string, string>> = {}) =>
  Effect.callback<{ readonly code: number | null; readonly said: string; readonly errors: string }>((resume) => {
    const child = execFile("bash", [pathOf(script)], { env: { ...process.env, ...settings } }, (_, said, errors) =>
      resume(Effect.succeed({ code: child.exitCode, said, errors }))
    )
  })

const promisesKept = (said: string): number => said.split("\n").filter((line) => line.startsWith("ok: ")).length

// They start Node and Bash by themselves, whatever runs the tests
describe("a newcomer's scripts", () => {
  it.live(
    "examples/data-team-day.sh keeps every promise, also where the surroundings name servers that it must leave alone",
    () =>
      Effect.gen(function* () {
        const elsewhere = { DATABASE_URL: "postgres://127.0.0.1:1/none", DATA_DIR: "/nonexistent/data" }
        const { code, errors, said } = yield* run("examples/data-team-day.sh", elsewhere)
        assert.strictEqual(code, 0, said + errors)
        assert.match(said, /\nAll of it held, in \d+ s\.\n$/)
        assert.strictEqual(promisesKept(said), 11)
      }),
    timeout
  )

  it.live(
    "examples/data-team-day.sh ends with 1 where a projector counts an event twice, and says so",
    () =>
      Effect.gen(function* () {
        const broken = join(yield* temporaryFolder, "projector.mjs")
        const check = "  if (event.version <= known) return\n"
        const text = readFileSync(pathOf("examples/projector/projector.mjs"), "utf8")
        assert.include(text, check)
        writeFileSync(broken, text.replace(check, ""))
        const { code, errors } = yield* run("examples/data-team-day.sh", { PROJECTOR: broken })
        assert.strictEqual(code, 1)
        assert.match(errors, /^NOT SO: fed with all of the log again, nothing changes$/m)
      }).pipe(Effect.scoped),
    timeout
  )

  it.live(
    "examples/auditor-day.sh finds the rotation, the counts, the proof, and what was forged",
    () =>
      Effect.gen(function* () {
        const { code, errors, said } = yield* run("examples/auditor-day.sh")
        assert.strictEqual(code, 0, said + errors)
        assert.match(said, /\nAll of it held, in \d+ s\.\n$/)
        assert.strictEqual(promisesKept(said), 12)
        assert.match(said, /^entry \d+ \(event 0:\d+\): edited: KeyRotated of /m)
      }),
    timeout
  )
})
