import { Console, Effect } from "effect"
import process from "node:process"
import { send } from "../test/support/http/HttpClient.ts"
import { EmbeddedEdge, embeddedEdge } from "../test/support/http/EmbeddedEdge.ts"

/**
 * A tool call and its REST twin in turns, over sockets of this process; prints the CPU time of each, caller included.
 * The protocol of today and of 2025.
 */
const rounds = 15
const callsPerRound = 90

const modern = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "bench", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {}
}

const body = (meta: object) =>
  JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name: "search_food", arguments: { q: "milk", limit: 5 }, ...meta }
  })

const accept = { "content-type": "application/json", accept: "application/json, text/event-stream" }
const modernHeaders = { "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/call", "mcp-name": "search_food" }

const program = Effect.gen(function* () {
  const { issue, port } = yield* EmbeddedEdge
  const kinds = [
    { name: "REST", path: "/v1/search?q=milk&limit=5", method: "GET", headers: {} },
    { name: "tool, 2025", path: "/mcp", method: "POST", headers: accept, body: body({}) },
    {
      name: "tool, 2026",
      path: "/mcp",
      method: "POST",
      headers: { ...accept, ...modernHeaders },
      body: body({ _meta: modern })
    }
  ] as const
  const best = new Map<string, number>()
  for (let round = 0; round < rounds; round++) {
    for (const kind of kinds) {
      const key = yield* issue("business")
      const start = process.cpuUsage()
      for (let i = 0; i < callsPerRound; i++) {
        const { status, text } = yield* send({ ...kind, port, headers: { ...kind.headers, "x-api-key": key } })
        if (status !== 200) return yield* Effect.die(new Error(`${kind.name}: ${status} ${text}`))
      }
      const { system, user } = process.cpuUsage(start)
      const perCall = (system + user) / callsPerRound
      best.set(kind.name, Math.min(best.get(kind.name) ?? Infinity, perCall))
    }
  }
  const rest = best.get("REST") ?? NaN
  for (const [name, cpuUs] of best)
    yield* Console.log(`${name}: ${cpuUs.toFixed(0)} µs of CPU a call, ${(cpuUs - rest).toFixed(0)} above REST`)
})

await Effect.runPromise(Effect.provide(program, embeddedEdge))
