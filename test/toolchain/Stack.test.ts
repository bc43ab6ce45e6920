import { assert, describe, it } from "@effect/vitest"
import { execFile, spawn } from "node:child_process"
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const repository = fileURLToPath(new URL("../..", import.meta.url))

const addresses = ["DATABASE_URL", "KAFKA_BROKERS", "OPENSEARCH_URL"]

interface Ended {
  readonly code: number | null
  readonly output: string
}

const run = (program: string, args: ReadonlyArray<string>, env: Record<string, string>) =>
  new Promise<Ended>((resolve) => {
    const inherited = Object.entries(process.env).filter(([name]) => !addresses.includes(name))
    const options = { cwd: repository, env: { ...Object.fromEntries(inherited), ...env } }
    const child = execFile(program, args, options, (_, stdout, stderr) =>
      resolve({ code: child.exitCode, output: stdout + stderr })
    )
  })

const stack = (directory: string, ...args: ReadonlyArray<string>) =>
  run("bash", ["stack/stack.sh", ...args], { STACK_DIR: directory })

const inTemporaryFolder = async (use: (folder: string) => Promise<void>) => {
  const folder = mkdtempSync(join(tmpdir(), "fooddata-stack-"))
  try {
    await use(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

describe("cluster tests", () => {
  it("fail, and say how to start them, without the servers", async () => {
    const command = ["node_modules/vitest/vitest.mjs", "run", "--project=cluster", "test/cluster/Servers.test.ts"]
    const { code, output } = await run(process.execPath, [...command, "-t", "the servers of"], {})
    assert.strictEqual(code, 1)
    for (const name of addresses) {
      assert.include(output, `${name} is not set: cluster tests are started by npm run test:cluster`)
    }
  })
})

// its servers run under Linux only, and it says so elsewhere
const onLinux = process.platform === "linux" ? describe : () => undefined

onLinux("npm run stack", () => {
  it("says that nothing runs where nothing runs", () =>
    inTemporaryFolder(async (folder) => {
      const { code, output } = await stack(folder, "status")
      assert.strictEqual(code, 1)
      assert.match(output, /postgres: down\nkafka: down\nopensearch: down\n$/)
      assert.include(await stack(folder, "settings", "kafka"), { code: 1, output: "stack: kafka is down\n" })
    }))

  it("refuses a server that it does not know", () =>
    inTemporaryFolder(async (folder) => {
      const { code, output } = await stack(folder, "up", "redis")
      assert.strictEqual(code, 1)
      assert.include(output, "there is no server 'redis'")
    }))

  it("ends no process that was given the pid of one it had started, and removes its folder", () =>
    inTemporaryFolder(async (folder) => {
      const stranger = spawn("sleep", ["60"])
      try {
        mkdirSync(join(folder, "postgres"))
        writeFileSync(join(folder, "postgres/pid"), `${stranger.pid} 1\n`)
        assert.strictEqual((await stack(folder, "down")).code, 0)
        assert.isNull(stranger.exitCode ?? stranger.signalCode)
        assert.isFalse(existsSync(folder))
      } finally {
        stranger.kill("SIGKILL")
      }
    }))
})
