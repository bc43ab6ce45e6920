import "effect/schema/SchemaJITCompiler/enable"
import { Console, Effect, Fiber } from "effect"
import { Agent } from "node:http"
import process from "node:process"
import { temporaryFolder } from "../test/support/EmbeddedStores.ts"
import { freePort } from "../test/support/FreePort.ts"
import { send, type Send } from "../test/support/http/HttpClient.ts"
import { issueKeys } from "../test/support/IssueKeys.ts"
import { startService } from "../test/support/ServiceProcess.ts"
import { median, quantile } from "./Statistics.ts"

/**
 * `node bin/node.mjs bench/soak.ts [seconds] [requests a second]`: finds out how many requests a second a service with
 * the bundled catalogue answers, then asks 80 % as many, or as many as were given, for ten minutes, or the seconds given.
 * Fails when an answer is not the one it should be, when memory is not flat, or when connections are left.
 */
const seconds = Number(process.argv[2] ?? 600)
const capacitySeconds = Math.min(20, seconds / 2)
const share = 0.8
/** on a machine that others use */
const perSecondMax = Number(process.argv[3] ?? Infinity)
const clients = 16
const keyCount = 40
/** of the resident memory, between the second quarter of the time and the last */
const growthMax = 0.05
const growthBytesMax = 24 * 1024 * 1024

interface Question extends Omit<Send, "port"> {
  readonly status: number
}

const json = { "content-type": "application/json" }
const rpc = { ...json, accept: "application/json, text/event-stream" }
const called = (name: string, args: object) =>
  JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } })

/** What callers ask, mostly well. */
const questions: ReadonlyArray<Question> = [
  { path: "/v1/search?q=milk", status: 200 },
  { path: "/v1/search?q=chees&limit=50", status: 200 },
  { path: `/v1/search?q=${encodeURIComponent("молоко цельное")}&lang=ru`, status: 200 },
  { path: `/v1/search?q=${encodeURIComponent("حليب")}&lang=ar&region=gcc`, status: 200 },
  { path: "/v1/search?q=ch&source=curated&offset=5", status: 200 },
  { path: "/v1/semantic-search?q=high+protein+snack+without+sugar", status: 200 },
  { path: "/v1/barcode/0009800895250?details=true", status: 200 },
  { path: "/v1/product/usda_171265", status: 200 },
  { path: "/v1/product/usda_1", status: 404 },
  { path: "/v1/search?q=m&limit=99", status: 422 },
  { path: "/v1/me", status: 200 },
  { path: "/v1/analyze", method: "POST", headers: json, body: '{"text":"two eggs and a glass of milk"}', status: 200 },
  { path: "/v1/analyze", method: "POST", headers: json, body: "[".repeat(5_000), status: 422 },
  { path: "/mcp", method: "POST", headers: rpc, body: called("search_food", { q: "yoghurt" }), status: 200 },
  {
    path: "/mcp",
    method: "POST",
    headers: rpc,
    body: called("lookup_barcode", { barcode: "0009800895250" }),
    status: 200
  }
]

const tooMany = 429

/** Asks until the time is over: as fast as answers come, or so many a second over all clients. */
const load = (port: number, keys: ReadonlyArray<string>, forSeconds: number, perSecond?: number) =>
  Effect.gen(function* () {
    const wrong = new Map<string, number>()
    const latencies: Array<number> = []
    let asked = 0
    const began = performance.now()
    // in turns: a connection that is left idle for 5 s the service closes, and a request may meet that
    const agent = new Agent({ keepAlive: true, maxSockets: clients, scheduling: "fifo" })
    const client = Effect.gen(function* () {
      while (performance.now() - began < forSeconds * 1_000) {
        const turn = asked++
        const due = perSecond === undefined ? 0 : began + (turn / perSecond) * 1_000 - performance.now()
        if (due > 0) yield* Effect.sleep(due)
        const { status, ...question } = questions[turn % questions.length] ?? { path: "/", status: 404 }
        const headers = { ...question.headers, "x-api-key": keys[turn % keys.length] }
        const askedAt = performance.now()
        const reply = yield* send({ ...question, port, headers, agent })
        latencies.push(performance.now() - askedAt)
        if (reply.status === status || (perSecond === undefined && reply.status === tooMany)) continue
        const name = `${question.path} → ${reply.status}`
        wrong.set(name, (wrong.get(name) ?? 0) + 1)
      }
    })
    yield* Effect.all(
      Array.from({ length: clients }, () => client),
      { concurrency: "unbounded", discard: true }
    )
    agent.destroy()
    return { wrong, latencies, perSecond: asked / ((performance.now() - began) / 1_000) }
  })

const metricOf = (text: string, name: string): number => Number(new RegExp(`^${name} (\\S+)$`, "m").exec(text)?.[1])

const megabytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(0)} MiB`

const program = Effect.gen(function* () {
  const folder = yield* temporaryFolder
  const keys = yield* issueKeys(folder, keyCount)
  const adminPort = yield* freePort
  const service = yield* startService(folder, {
    ADMIN_PORT: String(adminPort),
    BUNDLED_CATALOGUE: "true",
    LOG_LEVEL: "Warn"
  })
  const port = Number(new URL(service.url).port)
  const metrics = Effect.map(send({ port: adminPort, path: "/metrics" }), ({ text }) => text)
  yield* metrics.pipe(
    Effect.delay("1 second"),
    Effect.repeat({ until: (text) => /^product_vectors_due 0$/m.test(text) })
  )

  const capacity = yield* load(port, keys, capacitySeconds)
  const perSecond = Math.min(perSecondMax, capacity.perSecond * share)
  yield* Console.log(
    `${capacity.perSecond.toFixed(0)} requests/s at the most; ${perSecond.toFixed(0)}/s for ${seconds} s`
  )

  const samples: Array<number> = []
  const sampling = yield* metrics.pipe(
    Effect.tap((text) => Effect.sync(() => samples.push(metricOf(text, "process_resident_memory_bytes")))),
    Effect.delay(`${Math.max(1, seconds / 120)} seconds`),
    Effect.forever,
    Effect.forkScoped
  )
  const soaked = yield* load(port, keys, seconds, perSecond)
  yield* Fiber.interrupt(sampling)

  const quarter = Math.floor(samples.length / 4)
  const early = median(samples.slice(quarter, 2 * quarter))
  const late = median(samples.slice(-quarter))
  const quantiles = [0.5, 0.99, 1].map((q) => quantile(soaked.latencies, q).toFixed(1))
  yield* Console.log(`latency p50, p99, max: ${quantiles.join(", ")} ms, client included`)
  yield* Console.log(`memory: ${megabytes(early)} in the second quarter, ${megabytes(late)} in the last`)

  const left = yield* metrics.pipe(
    Effect.delay("200 millis"),
    Effect.repeat({ times: 50, until: (text) => metricOf(text, "http_connections_open") === 0 })
  )
  const failures = [
    ...[...capacity.wrong, ...soaked.wrong].map(([name, count]) => `${name}, ${count} times`),
    ...(late - early > Math.max(growthMax * early, growthBytesMax) ? ["memory is not flat"] : []),
    ...(metricOf(left, "http_connections_open") === 0 ? [] : ["connections are left"]),
    ...(service.stderr() === "" ? [] : [`the log says ${service.stderr().slice(0, 500)}`])
  ]
  yield* Effect.forEach(failures, (failure) => Console.error(`FAILED: ${failure}`))
  yield* service.stop("SIGTERM")
  if (failures.length > 0) process.exitCode = 1
})

await Effect.runPromise(Effect.scoped(program))
