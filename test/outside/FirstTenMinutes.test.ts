import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { execFile } from "node:child_process"
import { join } from "node:path"
import process from "node:process"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("../..", import.meta.url))

/** Runs the script to its end, with the tools that `bash clients/build.sh` has installed. */
const play = Effect.callback<{ readonly code: number | null; readonly said: string; readonly errors: string }>(
  (resume) => {
    const env = { ...process.env, CLIENTS_VENV: join(root, "clients/python/.venv"), DATABASE_URL: "postgres://none" }
    const child = execFile("bash", ["examples/first-ten-minutes.sh"], { cwd: root, env }, (_, said, errors) =>
      resume(Effect.succeed({ code: child.exitCode, said, errors }))
    )
  }
)

describe("a newcomer's first ten minutes, in a clone of what is committed", () => {
  it.live(
    "examples/first-ten-minutes.sh installs, starts, searches, imports, connects an agent, stops, and leaves nothing running",
    () =>
      Effect.gen(function* () {
        const { code, errors, said } = yield* play
        assert.strictEqual(code, 0, said + errors)
        assert.match(said, /\nAll of it held, in \d+ s\.\n$/)
        assert.strictEqual(said.match(/^ok: /gm)?.length, 17)
      }),
    900_000
  )
})
