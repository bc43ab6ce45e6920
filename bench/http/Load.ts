import { Effect } from "effect"
import { Agent } from "node:http"
import { send } from "../../test/support/http/HttpClient.ts"
import type { ServerProcess } from "./ServerProcess.ts"

/** Connections of the caller: each asks its next question when it has its answer. */
const connections = 16

export interface Load {
  readonly server: ServerProcess
  readonly agent: Agent
  readonly keys: ReadonlyArray<string>
  /** the next question; each is asked once or again and again, as it says */
  readonly question: () => string
}

export const makeAgent = (): Agent => new Agent({ keepAlive: true, maxSockets: connections })

const searchPath = (question: string): string => `/v1/search?q=${encodeURIComponent(question)}&lang=en&limit=10`

/** One answer of the server; anything but a 200 ends the measurement. */
export const ask = Effect.fnUntraced(function* ({ agent, server }: Load, key: string, question: string) {
  const reply = yield* send({
    port: server.port,
    path: searchPath(question),
    headers: { "x-api-key": key, accept: "application/json" },
    agent
  })
  return reply.status === 200 ? reply : yield* Effect.die(new Error(`${question}: ${reply.status} ${reply.text}`))
})

/** Asks so many questions; the CPU time of the server for each, in µs. */
export const cpuPerRequest = Effect.fnUntraced(function* (load: Load, count: number) {
  let turn = 0
  const client = Effect.gen(function* () {
    while (turn < count) yield* ask(load, load.keys[turn++ % load.keys.length] ?? "", load.question())
  })
  const before = yield* load.server.report
  yield* Effect.all(
    Array.from({ length: connections }, () => client),
    { concurrency: "unbounded", discard: true }
  )
  const after = yield* load.server.report
  return (after.cpuUs - before.cpuUs) / count
})
