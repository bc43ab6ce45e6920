import { Console, Effect } from "effect"
import { join } from "node:path"
import process from "node:process"
import { temporaryFolder } from "../test/support/EmbeddedStores.ts"
import { type Send, send } from "../test/support/http/HttpClient.ts"
import { issueKeys } from "../test/support/IssueKeys.ts"
import { startServer } from "./http/ServerProcess.ts"
import { median, quantile } from "./Statistics.ts"

/**
 * `node bin/node.mjs bench/wrong-logins.ts [seconds]`: how long the searches of a key take while somebody tries 200 passwords a
 * minute, each from another address and for another account, so that each is hashed; as a ratio to how long they take
 * without, in turns.
 */
const seconds = Number(process.argv[2] ?? 10)
const turns = 3
const loginsPerMinute = 200
const searchesPerSecond = 20
const required = 1.25
const words = ["milk", "bread", "oat", "молоко", "хлеб", "сыр", "حليب", "خبز", "apple", "rice"]

interface Outcome {
  readonly ms: number
  readonly status: number
}

/** Sends so many a second at their times, however long the answers take. */
const paced = (perSecond: number, request: (number: number) => Send) =>
  Effect.all(
    Array.from({ length: Math.ceil(perSecond * seconds) }, (_, i) =>
      Effect.gen(function* () {
        yield* Effect.sleep((i * 1_000) / perSecond)
        const began = performance.now()
        const { status } = yield* send(request(i))
        const outcome: Outcome = { ms: performance.now() - began, status }
        return outcome
      })
    ),
    { concurrency: "unbounded" }
  )

const count = (outcomes: ReadonlyArray<Outcome>, status: number): number =>
  outcomes.filter((outcome) => outcome.status === status).length

const program = Effect.gen(function* () {
  const folder = yield* temporaryFolder
  const log = join(folder, "service.log")
  const env = { DATA_DIR: folder, TRUSTED_PROXIES: "127.0.0.1" }
  const { port } = yield* startServer({ args: ["src/main.ts", "serve"], env, log })
  const [key = ""] = yield* issueKeys(folder, 1)
  let login = 0
  const search = (i: number): Send => ({
    port,
    path: `/v1/search?q=${encodeURIComponent(`${words[i % words.length]} ${words[(7 * i) % words.length]}`)}`,
    headers: { "x-api-key": key }
  })
  const wrongLogin = (): Send => ({
    port,
    method: "POST",
    path: "/v1/auth/login",
    headers: { "content-type": "application/json", "x-forwarded-for": `198.51.${login >> 8}.${login & 255}` },
    body: JSON.stringify({ email: `nobody${login++}@example.com`, password: "violet-lamp-on-the-roof" })
  })
  const searches = Effect.map(paced(searchesPerSecond, search), (outcomes) => {
    if (count(outcomes, 200) < outcomes.length) throw new Error("a search failed")
    return quantile(
      outcomes.map(({ ms }) => ms),
      0.99
    )
  })
  yield* searches
  const [alone, beside]: [Array<number>, Array<number>] = [[], []]
  let refused = 0
  for (let turn = 0; turn < turns; turn++) {
    alone.push(yield* searches)
    const [p99, logins] = yield* Effect.all([searches, paced(loginsPerMinute / 60, wrongLogin)], { concurrency: 2 })
    beside.push(p99)
    refused += count(logins, 401)
  }
  const ratio = median(beside) / median(alone)
  yield* Console.log(
    `p99 of searches ${median(alone).toFixed(1)} ms alone, ${median(beside).toFixed(1)} ms beside ${loginsPerMinute} wrong logins a minute ` +
      `(${refused} were hashed and refused): ${ratio.toFixed(2)}, required ≤ ${required}: ${ratio <= required ? "reached" : "MISSED"}`
  )
})

await Effect.runPromise(program.pipe(Effect.scoped))
