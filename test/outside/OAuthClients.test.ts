import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { execFile } from "node:child_process"
import { join } from "node:path"
import process from "node:process"
import { fileURLToPath } from "node:url"
import { temporaryFolder } from "../support/EmbeddedStores.ts"
import { startService } from "../support/ServiceProcess.ts"

const tools = fileURLToPath(new URL("../../.ci/node_modules", import.meta.url))

/** Runs a program to its end, which is to be a failure; what it said. A home of its own keeps what it writes from yours. */
const failed = (home: string, path: string, ...args: ReadonlyArray<string>) =>
  Effect.promise(
    () =>
      new Promise<string>((resolve, reject) => {
        // without a terminal the inspector asks for no sign-in unless it is told to
        const env = { ...process.env, HOME: home, MCP_REMOTE_CONFIG_DIR: home, MCP_AUTO_OPEN_ENABLED: "true" }
        const options = { env, timeout: 60_000 }
        const child = execFile(process.execPath, [join(tools, path), ...args], options, (error, stdout, stderr) => {
          if (error === null || error.killed === true)
            reject(new Error(`did not fail by itself:\n${stdout}\n${stderr}`))
          else resolve(`${stdout}\n${stderr}`)
        })
        child.stdin?.end()
      })
  )

const header = ["--header", `X-API-Key: ${"fdb_".padEnd(44, "x")}`]
const reason = /Registration rejected \(HTTP 403\).*This service has no OAuth\. It takes an API key.*missing or invalid/

/** Clients that look for OAuth whatever a 401 says; they end at the registration, with our reason. */
const clients = {
  "the inspector": (home: string, url: string) =>
    failed(
      home,
      "@modelcontextprotocol/inspector/clients/launcher/build/index.js",
      "--cli",
      `${url}/mcp`,
      "--transport",
      "http",
      "--method",
      "tools/list",
      ...header
    ),
  "mcp-remote": (home: string, url: string) =>
    failed(home, "mcp-remote/dist/proxy.js", `${url}/mcp`, "--allow-http", ...header)
} as const

describe("A client that signs in by OAuth", () => {
  it.live.each(Object.entries(clients))("%s ends with the reason why a wrong key cannot be replaced so", ([, use]) =>
    Effect.gen(function* () {
      const { url } = yield* startService(yield* temporaryFolder)
      const said = yield* use(yield* temporaryFolder, url)
      assert.match(said, reason)
      assert.notMatch(said, /SSE error|"detail":"Not Found"/)
    }).pipe(Effect.scoped)
  )
})
