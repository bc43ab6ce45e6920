import { Console, Effect } from "effect"
import { join } from "node:path"
import process from "node:process"
import { type Reply, type Send, send } from "../test/support/http/HttpClient.ts"
import { temporaryFolder } from "../test/support/EmbeddedStores.ts"
import { issueKeys } from "../test/support/IssueKeys.ts"
import { makeAgent } from "./http/Load.ts"
import { startServer } from "./http/ServerProcess.ts"
import { median } from "./Statistics.ts"
import { syntheticCatalogue } from "./SyntheticCatalogue.ts"

/**
 * `node bin/node.mjs bench/compression.ts [rounds] [requests]`: the server's CPU time for a search of ten hits as it is, by
 * gzip and by br, in turns, for pages that were asked for before; and for a batch of ten products, of which nothing is prepared.
 */
const rounds = Number(process.argv[2] ?? 9)
const requests = Number(process.argv[3] ?? 1_200)
const connections = 4

type Request = Pick<Send, "path" | "method" | "body">

const program = Effect.gen(function* () {
  const folder = yield* temporaryFolder
  const data = join(folder, "data")
  const keys = yield* issueKeys(data, 200)
  const env = { DATA_DIR: data, BUNDLED_CATALOGUE: "true" }
  const server = yield* startServer({ args: ["src/main.ts", "serve"], env, log: join(folder, "log") })
  const agent = makeAgent()
  let turn = 0
  const ask = Effect.fnUntraced(function* (request: Request, coding: string) {
    const key = keys[turn++ % keys.length] ?? ""
    const headers = { "x-api-key": key, "content-type": "application/json", "accept-encoding": coding }
    const reply = yield* send({ port: server.port, agent, headers, ...request })
    return reply.status === 200 ? reply : yield* Effect.die(new Error(`${request.path}: ${reply.status} ${reply.text}`))
  })
  const searches = syntheticCatalogue(1).common.map((q) => ({ path: `/v1/search?q=${encodeURIComponent(q)}&limit=10` }))
  const pages = yield* Effect.forEach(searches, (request) => ask(request, "identity"))
  const idsOf = ({ text }: Reply) => [...text.matchAll(/"id":"([^"]+)"/gu)].map(([, id = ""]) => id)
  const full = pages.flatMap((page, i) => (idsOf(page).length === 10 ? [{ page, request: searches[i] }] : []))
  const kinds = {
    "search, asked before": full.flatMap(({ request }) => request ?? []),
    "batch of ten": full.map(({ page }) => ({
      path: "/v1/products/batch",
      method: "POST",
      body: JSON.stringify({ ids: idsOf(page) })
    }))
  }

  const cpuOf = Effect.fnUntraced(function* (asked: ReadonlyArray<Request>, coding: string) {
    let left = requests
    const client = Effect.gen(function* () {
      while (left-- > 0) yield* ask(asked[left % asked.length] ?? { path: "/" }, coding)
    })
    const before = yield* server.report
    yield* Effect.all(
      Array.from({ length: connections }, () => client),
      { concurrency: "unbounded", discard: true }
    )
    return ((yield* server.report).cpuUs - before.cpuUs) / requests
  })
  const figures = new Map<string, Array<number>>()
  for (let round = 0; round < rounds + 2; round++) {
    for (const [kind, asked] of Object.entries(kinds)) {
      for (const coding of ["identity", "gzip", "br"]) {
        const cpuUs = yield* cpuOf(asked, coding)
        // the first rounds compile, and bring vectors in
        if (round > 1) figures.set(`${kind} | ${coding}`, [...(figures.get(`${kind} | ${coding}`) ?? []), cpuUs])
      }
    }
  }
  const bytes = new Map<string, number>()
  for (const coding of ["identity", "gzip", "br"]) {
    const replies = yield* Effect.forEach(kinds["search, asked before"], (request) => ask(request, coding))
    bytes.set(coding, replies.reduce((sum, reply) => sum + reply.bytes.length, 0) / replies.length)
  }
  agent.destroy()
  const rows = [...figures].map(([name, all]) => {
    const [kind = "", coding = ""] = name.split(" | ")
    const ratio = median(all) / median(figures.get(`${kind} | identity`) ?? [])
    return `${name.padEnd(32)}${median(all).toFixed(0).padStart(6)} µs  ratio ${ratio.toFixed(2)}  ${kind.startsWith("search") ? (bytes.get(coding) ?? 0).toFixed(0) : ""}`
  })
  yield* Console.log(rows.join("\n"))
})

await Effect.runPromise(Effect.scoped(program))
