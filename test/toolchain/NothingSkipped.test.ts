import { assert, describe, it } from "@effect/vitest"
import { execFile } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

const repository = fileURLToPath(new URL("../..", import.meta.url))
const passing = `import { assert, it } from "@effect/vitest"\nit("passes", () => assert.ok(true))\n`
/** The browser's project starts a service, which is not there: its files are left out, and so is it. */
const withoutBrowser = ["--project=!browser"]
const everyProject = {
  "test/domain/A.test.ts": passing,
  "test/infra/B.test.ts": passing,
  "test/service/C.test.ts": passing,
  "test/abuse/F.test.ts": passing,
  "test/cluster/E.test.ts": passing,
  "test/outside/G.test.ts": passing,
  "test/outside/witness/H.test.ts": passing,
  "test/toolchain/D.test.ts": passing
}

/** Runs the repository's vitest configuration over other test files; its exit code and what it printed. */
const runTests = async (files: Record<string, string>, args: ReadonlyArray<string> = []) => {
  const folder = mkdtempSync(join(tmpdir(), "fooddata-vitest-"))
  try {
    symlinkSync(join(repository, "node_modules"), join(folder, "node_modules"))
    for (const [path, source] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), source)
    }
    const config = join(repository, "vitest.config.ts")
    const vitest = join(repository, "node_modules/vitest/vitest.mjs")
    const command = [vitest, "run", "--config", config, "--root", folder, ...args]
    return await new Promise<{ readonly code: number | null; readonly output: string }>((resolve) => {
      const child = execFile(process.execPath, command, { cwd: folder }, (_, stdout, stderr) =>
        resolve({ code: child.exitCode, output: stdout + stderr })
      )
    })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

describe("a test run", () => {
  it("passes when a test of every project ran", async () => {
    const { code, output } = await runTests(everyProject, withoutBrowser)
    assert.strictEqual(code, 0, output)
  })

  it("fails when a project has no test", async () => {
    const { "test/service/C.test.ts": _, ...others } = everyProject
    const { code, output } = await runTests(others)
    assert.include(output, "no test ran in project service")
    assert.strictEqual(code, 1)
  })

  it("fails when a filter selects no test", async () => {
    const { code, output } = await runTests(everyProject, ["-t", "no such test"])
    assert.include(output, "no test ran")
    assert.strictEqual(code, 1)
  })

  it("fails when a path selects no file", async () => {
    const { code } = await runTests(everyProject, ["test/no-such-folder"])
    assert.strictEqual(code, 1)
  })

  it("fails when a test is skipped", async () => {
    const skipping = passing.replace("it(", "it.effect.skip(").concat(passing.replace(/^import.*\n/, ""))
    const { code, output } = await runTests({ ...everyProject, "test/domain/A.test.ts": skipping })
    assert.include(output, "skipped: test/domain/A.test.ts > passes")
    assert.strictEqual(code, 1)
  })

  it("fails when a test is focused", async () => {
    const focused = passing.replace("it(", "it.effect.only(")
    const { code } = await runTests({ ...everyProject, "test/domain/A.test.ts": focused })
    assert.strictEqual(code, 1)
  })

  it("passes when the caller picks one project or one file", async () => {
    assert.strictEqual((await runTests(everyProject, ["--project", "unit"])).code, 0)
    assert.strictEqual((await runTests(everyProject, ["test/infra/B.test.ts"])).code, 0)
  })
})
