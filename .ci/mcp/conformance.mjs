// Runs the protocol's conformance suites of both eras, and its inspector, against the service, and the suites against
// the service's endpoint with the tools that they look for behind it (test/support/mcp). The suites send no key, so a
// proxy on loopback adds one. What is expected to fail, and why, stands in the .yml files beside this one.
import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { createServer, request } from "node:http"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { setTimeout } from "node:timers/promises"
import { fileURLToPath } from "node:url"

const here = dirname(fileURLToPath(import.meta.url))
const project = join(here, "../..")
const folder = mkdtempSync(join(tmpdir(), "fooddata-mcp-"))
const tool = (path) => join(project, ".ci/node_modules", path)

const run = (args, environment = {}) =>
  spawn(process.execPath, [join(project, "bin/node.mjs"), ...args], {
    cwd: project,
    env: { ...process.env, ...environment },
    stdio: ["ignore", "pipe", "inherit"]
  })

/** Everything that the program prints until it ends, or until `isEnough`. */
const output = async (child, isEnough = () => false) => {
  let text = ""
  for await (const chunk of child.stdout) {
    text += chunk
    if (isEnough(text)) break
  }
  return text
}

const product = async () => {
  const environment = { DATA_DIR: folder, PORT: "0", ADMIN_PORT: "0", LOG_LEVEL: "None" }
  const child = run(["src/main.ts", "serve"], environment)
  const port = /listens on http:\S+:(\d+)/.exec(await output(child, (text) => text.includes("Ready.")))?.[1]
  const issued = await output(run(["src/main.ts", "key", "issue", "--plan", "business", "--json"], environment))
  return { child, port, key: JSON.parse(issued).key }
}

const fixtures = async () => {
  const child = run(["test/support/mcp/ConformanceServer.ts"])
  return { child, ...JSON.parse(await output(child, (text) => text.includes("\n"))) }
}

/** the suites ask faster than any plan allows */
const spacingMs = 15

/** A server that passes everything on with the key added, no faster than the plan allows. */
const proxyTo = async ({ key, port }) => {
  let freeAt = 0
  const server = createServer(async (incoming, outgoing) => {
    freeAt = Math.max(performance.now(), freeAt + spacingMs)
    await setTimeout(freeAt - performance.now())
    const headers = { ...incoming.headers, "x-api-key": key }
    const { method, url: path } = incoming
    const passed = request({ host: "127.0.0.1", port, path, method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    passed.on("error", () => outgoing.destroy())
    incoming.pipe(passed)
  })
  await once(server.listen(0, "127.0.0.1"), "listening")
  return server
}

const suites = [
  { era: "2025", suite: tool("@modelcontextprotocol/conformance/dist/index.js"), options: [] },
  { era: "2026", suite: tool("conformance-2026/dist/index.js"), options: ["--requirements", "2026-07-28"] }
]
const targets = [
  { target: "product", start: product },
  { target: "fixtures", start: fixtures }
]

const failures = []
const check = async (name, args) => {
  const child = run(args)
  const text = await output(child)
  const code = child.exitCode ?? (await once(child, "close"))[0]
  const summary = text.slice(Math.max(0, text.indexOf("=== SUMMARY ===")))
  console.log(`-- ${name}: exit code ${code}\n${summary.trim()}`)
  if (code !== 0) failures.push(name)
  return text
}

try {
  for (const { start, target } of targets) {
    const service = await start()
    const proxy = await proxyTo(service)
    const url = `http://127.0.0.1:${proxy.address().port}/mcp`
    for (const { era, options, suite } of suites) {
      const expected = ["--expected-failures", join(here, `${target}-${era}.yml`), "-o", join(folder, "results")]
      await check(`${target}, suite of ${era}`, [suite, "server", "--url", url, ...options, ...expected])
    }
    if (target === "product") {
      const inspector = [tool("@modelcontextprotocol/inspector/clients/launcher/build/index.js"), "--cli"]
      const direct = [`http://127.0.0.1:${service.port}/mcp`, "--transport", "http"]
      const header = ["--header", `X-API-Key: ${service.key}`]
      const call = ["--method", "tools/call", "--tool-name", "search_food", "--tool-arg", "q=milk"]
      const listed = await check("inspector, list", [...inspector, ...direct, ...header, "--method", "tools/list"])
      const found = await check("inspector, call", [...inspector, ...direct, ...header, ...call])
      if (!listed.includes("search_food") || !found.includes("c_milk_whole")) failures.push("inspector's answers")
    }
    proxy.close()
    proxy.closeAllConnections()
    service.child.kill("SIGTERM")
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}

if (failures.length > 0) {
  console.error(`failed: ${failures.join("; ")}`)
  process.exit(1)
}
