import { Agent, request, type OutgoingHttpHeaders } from "node:http"
import { connect } from "node:net"
import { setPriority } from "node:os"
import process from "node:process"

/*
 * `KeylessAttack.ts <port> <kind> <amount> <seconds>`: what somebody without a key can do to a service, from a process of its own.
 * `amount`: connections of `slow-bodies`, requests a second of the others. Prints what came of it, by which the load is seen.
 * It takes the CPU that nobody else wants: an attacker's machine is not the service's.
 */
setPriority(19)
const [port, kind = "", amount, seconds] = process.argv.slice(2)
const endsAt = performance.now() + Number(seconds) * 1_000
const counts = new Map<string, number>()
const count = (outcome: string | number) => counts.set(String(outcome), (counts.get(String(outcome)) ?? 0) + 1)

const json = { "content-type": "application/json", accept: "application/json, text/event-stream" }
const message = (method: string, params: object) => JSON.stringify({ jsonrpc: "2.0", id: 1, method, params })

interface Sent {
  readonly path: string
  readonly method: "GET" | "POST"
  readonly headers: OutgoingHttpHeaders
  readonly body?: string
}

const kinds: Readonly<Record<string, Sent>> = {
  initialize: {
    path: "/mcp",
    method: "POST",
    headers: json,
    body: message("initialize", { padding: "x".repeat(229_000) })
  },
  "tools-list": { path: "/mcp", method: "POST", headers: json, body: message("tools/list", {}) },
  "wrong-keys": {
    path: "/v1/search?q=milk",
    method: "GET",
    headers: { "x-api-key": "fdb_wrong_wrong_wrong_wrong_wrong" }
  }
}

/** A body that comes a few bytes at a time, over a connection that is opened again when it is closed. */
const holdConnection = () => {
  if (performance.now() > endsAt) return
  const socket = connect(Number(port), "127.0.0.1", () =>
    socket.write(
      "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 4000\r\n\r\n{"
    )
  )
  const drip = setInterval(() => socket.write(" ".repeat(94)), 2_000)
  socket.on("data", (bytes) => count(String(bytes).slice(9, 12)))
  socket.on("error", () => count("refused"))
  socket.once("close", () => {
    clearInterval(drip)
    setTimeout(holdConnection, 100)
  })
  setTimeout(() => socket.destroy(), endsAt - performance.now())
}

/** as many connections as one address may hold of a service with a usual limit of descriptors, with some room */
const agent = new Agent({ keepAlive: true, maxSockets: 1_000 })

const sendOne = ({ body, ...options }: Sent) =>
  request({ port, host: "127.0.0.1", agent, ...options }, (answer) => {
    count(answer.statusCode ?? 0)
    answer.resume()
  })
    .on("error", () => count("refused"))
    .end(body)

/** Never more than a second's worth beyond what was answered: a flood that waits in this process reaches nobody. */
const flood = (sent: Sent) => {
  const began = performance.now()
  let asked = 0
  const tick = setInterval(() => {
    const elapsed = performance.now() - began
    const answered = [...counts.values()].reduce((sum, each) => sum + each, 0)
    const due = Math.min((Number(amount) * elapsed) / 1_000, answered + Number(amount))
    for (; asked < due; asked++) sendOne(sent)
    if (performance.now() > endsAt) {
      clearInterval(tick)
      agent.destroy()
    }
  }, 5)
}

const chosen = kinds[kind]
if (chosen === undefined) for (let i = 0; i < Number(amount); i++) holdConnection()
else flood(chosen)
process.on("exit", () => console.log([...counts].map(([outcome, times]) => `${times} × ${outcome}`).join(", ")))
setTimeout(() => process.exit(0), Number(seconds) * 1_000 + 500)
