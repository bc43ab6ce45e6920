import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { temporaryFolder } from "../support/EmbeddedStores.ts"
import { freePort } from "../support/FreePort.ts"
import { send } from "../support/http/HttpClient.ts"
import { otlpCollector } from "../support/OtlpCollector.ts"
import { startService } from "../support/ServiceProcess.ts"

const Line = Schema.fromJsonString(
  Schema.Struct({
    message: Schema.Unknown,
    level: Schema.String,
    annotations: Schema.Record(Schema.String, Schema.Unknown)
  })
)
const decodeLine = Schema.decodeUnknownSync(Line)

const pepper = "pepper-of-this-test-and-of-no-other"
const openAiKey = "sk-of-this-test-and-of-no-other"
const collectorKey = "collector-key-of-this-test"
const cookie = "session=of-this-test-and-of-no-other"
const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"

const secrets = {
  KEY_PEPPER: pepper,
  OPENAI_API_KEY: openAiKey,
  ANALYSIS_MODEL: "none",
  OTEL_EXPORTER_OTLP_HEADERS: `x-collector-key=${collectorKey}`
}

/** Requests that carry secrets in every place that one could be in, and what a person asked for. */
const requests = (key: string) => [
  { path: "/v1/search?q=hazelnut", headers: { "x-api-key": key, traceparent } },
  { path: "/v1/search?q=m", headers: { authorization: `Bearer ${key}`, cookie } },
  { path: `/v1/search?q=${key}`, headers: { "x-api-key": key } },
  { path: `/v1/search?api_key=${key}`, headers: {} },
  { path: `/v1/product/${key}`, headers: { "x-api-key": key } },
  { path: `/v1/${key}`, headers: { "x-api-key": key } },
  { path: "/v1/me", headers: { "x-api-key": `${key}x`, authorization: key } },
  { path: "/v1/me", headers: { "x-api-key": key, "x-request-id": key, "user-agent": key, referer: key } },
  { path: "/mcp", method: "POST", headers: { "x-api-key": key, "content-type": "application/json" }, body: key },
  { path: "/v1/dashboard/keys/rotate", method: "POST", headers: { "x-api-key": key } }
]

const attribute = (span: { readonly attributes: ReadonlyArray<{ key: string; value: object }> }, name: string) =>
  Object.values(span.attributes.find(({ key }) => key === name)?.value ?? {})[0]

describe("what an operator sees", () => {
  it.live("the log has a line for each request with route, status, duration and key prefix, and no secret", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const service = yield* startService(folder, { ...secrets, LOG_LEVEL: "Trace" })
      const key = service.firstKey ?? ""
      const port = Number(new URL(service.url).port)
      const replies = yield* Effect.forEach(requests(key), (request) => send({ port, ...request }))
      const rotated = /fdb_\w{40}/.exec(replies.at(-1)?.text ?? "")?.[0] ?? ""
      assert.lengthOf(rotated, 44)
      yield* service.stop("SIGTERM")

      const lines = service
        .stderr()
        .trim()
        .split("\n")
        .map((line) => decodeLine(line))
      const accesses = lines.filter(({ message }) => message === "request").map(({ annotations }) => annotations)
      assert.lengthOf(accesses, replies.length)
      for (const [at, access] of accesses.entries()) {
        assert.strictEqual(access["requestId"], replies[at]?.headers["x-request-id"])
        assert.strictEqual(access["status"], replies[at]?.status)
        assert.isNumber(access["durationMs"])
      }
      assert.strictEqual(accesses[0]?.["route"], "/v1/search")
      assert.strictEqual(accesses[0]?.["keyPrefix"], key.slice(0, 10))
      assert.strictEqual(accesses[3]?.["keyPrefix"], null)
      assert.strictEqual(accesses[4]?.["route"], "/v1/product/:product_id")
      assert.strictEqual(accesses[5]?.["route"], "(unknown)")

      for (const secret of [key, key.slice(11), rotated, pepper, openAiKey, collectorKey, cookie, "hazelnut"]) {
        assert.isFalse(service.stderr().includes(secret), secret)
        assert.isFalse(service.stdout().includes(secret), secret)
      }
    }).pipe(Effect.scoped)
  )

  it.live("a collector gets the spans of requests, under the caller's trace, with no secret and nothing asked", () =>
    Effect.gen(function* () {
      const collector = yield* otlpCollector()
      const settings = { ...secrets, OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/` }
      const service = yield* startService(yield* temporaryFolder, settings)
      const key = service.firstKey ?? ""
      const port = Number(new URL(service.url).port)
      yield* Effect.forEach(requests(key), (request) => send({ port, ...request }))
      yield* service.stop("SIGTERM")

      assert.strictEqual(collector.headers[0]?.["x-collector-key"], collectorKey)
      const roots = collector.spans().filter(({ kind }) => kind === 2)
      assert.lengthOf(roots, requests(key).length)
      const search = roots.find(({ traceId }) => traceId === "0af7651916cd43dd8448eb211c80319c")
      assert.strictEqual(search?.name, "GET /v1/search")
      assert.strictEqual(search?.parentSpanId, "b7ad6b7169203331")
      assert.strictEqual(search === undefined ? "" : attribute(search, "http.route"), "/v1/search")
      assert.strictEqual(search === undefined ? "" : attribute(search, "fooddata.key_prefix"), key.slice(0, 10))
      assert.strictEqual(Number(search === undefined ? "" : attribute(search, "http.response.status_code")), 200)
      const inside = collector.spans().filter(({ traceId }) => traceId === search?.traceId)
      assert.isAbove(inside.length, 1, "what was done for the request is in its trace")
      // nothing that goes on by itself
      const requested = new Set(roots.map(({ traceId }) => traceId))
      assert.isTrue(collector.spans().every(({ traceId }) => requested.has(traceId)))

      const everything = collector.bodies.join("\n")
      assert.include(everything, '"fooddata"')
      for (const secret of [key, key.slice(11), pepper, openAiKey, collectorKey, cookie, "hazelnut"]) {
        assert.isFalse(everything.includes(secret), secret)
      }
      assert.notMatch(everything, /fdb_[0-9A-Za-z]{11}/)
      assert.include(service.stderr(), '"traceId":"0af7651916cd43dd8448eb211c80319c"')
    }).pipe(Effect.scoped)
  )

  it.live("a collector that is silent holds nobody up, and the service stops in time", () =>
    Effect.gen(function* () {
      const collector = yield* otlpCollector({ silent: true })
      const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }
      const service = yield* startService(yield* temporaryFolder, settings)
      const port = Number(new URL(service.url).port)
      const headers = { "x-api-key": service.firstKey ?? "" }
      for (let i = 0; i < 20; i++) {
        assert.strictEqual((yield* send({ port, path: "/v1/me", headers })).status, 200)
      }
      assert.deepStrictEqual(yield* service.stop("SIGTERM"), { code: 0, signal: null })
      assert.isNotEmpty(collector.bodies)
      assert.notInclude(service.stderr(), '"level":"ERROR"')
    }).pipe(Effect.scoped)
  )

  it.live(
    "metrics: latencies by route, quota decisions, feed, journal, event loop; as many series as there are routes",
    () =>
      Effect.gen(function* () {
        const adminPort = yield* freePort
        const service = yield* startService(yield* temporaryFolder, { ADMIN_PORT: String(adminPort) })
        const port = Number(new URL(service.url).port)
        const headers = { "x-api-key": service.firstKey ?? "" }
        const metrics = Effect.map(send({ port: adminPort, path: "/metrics" }), ({ text }) => text)
        for (const method of ["GET", "PURGE", "M-SEARCH", "LOCK"])
          yield* send({ port, path: "/v1/me", method, headers })
        for (let i = 0; i < 50; i++) yield* send({ port, path: `/v1/product/p_${i}`, headers })
        for (let i = 0; i < 50; i++) yield* send({ port, path: `/nowhere/${i}` })
        const text = yield* metrics.pipe(
          Effect.delay("100 millis"),
          Effect.repeat({ until: (text) => text.includes("feed_lag_events") && text.includes("usage_journal_bytes") })
        )
        for (const name of [
          /^http_request_duration_seconds_bucket\{route="\/v1\/product\/:product_id",le="0\.01"\} \d+$/m,
          /^quota_decisions_total\{decision="admitted"\} \d+$/m,
          /^feed_lag_ms\{projection="product-search"\} \d+/m,
          /^usage_journal_bytes \d+$/m,
          /^event_loop_delay_seconds_bucket\{le="0\.01"\} [1-9]\d*$/m,
          /^process_resident_memory_bytes [1-9]\d+$/m,
          /^http_connections_open [01]$/m
        ]) {
          assert.match(text, name)
        }
        const series = text.split("\n").filter((line) => line.startsWith("http_requests_total{"))
        assert.isTrue(series.some((line) => line.includes('method="_OTHER"')))
        assert.isAtMost(series.length, 6)
        assert.notMatch(text, /p_1|nowhere|fdb_/)
      }).pipe(Effect.scoped)
  )
})
