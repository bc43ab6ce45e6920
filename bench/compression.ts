import { Console, Effect } from "effect"
import process from "node:process"
import type { Reply } from "../test/support/http/HttpClient.ts"
import { askedService, type Request } from "./http/AskedService.ts"
import { median } from "./Statistics.ts"
import { syntheticCatalogue } from "./SyntheticCatalogue.ts"

/**
 * `node bin/node.mjs bench/compression.ts [rounds] [requests]`: the server's CPU time for a search of ten hits as it is, by
 * gzip and by br, in turns, for pages that were asked for before; and for a batch of ten products, of which nothing is prepared.
 */
const rounds = Number(process.argv[2] ?? 9)
const requests = Number(process.argv[3] ?? 1_200)
const connections = 4

const program = Effect.gen(function* () {
  const { ask, report } = yield* askedService
  const searches = syntheticCatalogue(1).common.map((q) => ({ path: `/v1/search?q=${encodeURIComponent(q)}&limit=10` }))
  const pages = yield* Effect.forEach(searches, (request) => ask(request, { "accept-encoding": "identity" }))
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
      while (left-- > 0) yield* ask(asked[left % asked.length] ?? { path: "/" }, { "accept-encoding": coding })
    })
    const before = yield* report
    yield* Effect.all(
      Array.from({ length: connections }, () => client),
      { concurrency: "unbounded", discard: true }
    )
    return ((yield* report).cpuUs - before.cpuUs) / requests
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
    const replies = yield* Effect.forEach(kinds["search, asked before"], (request) =>
      ask(request, { "accept-encoding": coding })
    )
    bytes.set(coding, replies.reduce((sum, reply) => sum + reply.bytes.length, 0) / replies.length)
  }
  const rows = [...figures].map(([name, all]) => {
    const [kind = "", coding = ""] = name.split(" | ")
    const ratio = median(all) / median(figures.get(`${kind} | identity`) ?? [])
    return `${name.padEnd(32)}${median(all).toFixed(0).padStart(6)} µs  ratio ${ratio.toFixed(2)}  ${kind.startsWith("search") ? (bytes.get(coding) ?? 0).toFixed(0) : ""}`
  })
  yield* Console.log(rows.join("\n"))
})

await Effect.runPromise(Effect.scoped(program))
