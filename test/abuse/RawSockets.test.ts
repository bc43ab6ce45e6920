import { assert, layer } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { connectionLimits } from "../../src/http/server/NodeServer.ts"
import { AbusedService, abusedService } from "../support/abuse/AbusedService.ts"
import { openSocket } from "../support/abuse/RawSocket.ts"
import { send } from "../support/http/HttpClient.ts"

const get = (path: string, ...headers: ReadonlyArray<string>): string =>
  ["GET " + path + " HTTP/1.1", "Host: a", ...headers, "", ""].join("\r\n")

const key = `fdb_${"K".repeat(40)}`

/** With a key, the one above in its place: a caller without one is refused before its body is looked at. */
const post = (path: string, headers: ReadonlyArray<string>, body: string): string =>
  ["POST " + path + " HTTP/1.1", "Host: localhost", `X-API-Key: ${key}`, ...headers, "", body].join("\r\n")

const json = "Content-Type: application/json"
const many = (count: number, header: (at: number) => string) => Array.from({ length: count }, (_, at) => header(at))

/** Statuses of the answers on one connection, in order. */
const statusesOf = (received: string): ReadonlyArray<number> =>
  [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))

/** What is sent, and what may come back: one of the statuses, and then the end of the connection. */
const refused: ReadonlyArray<readonly [guarantee: string, bytes: string, statuses: ReadonlyArray<number>]> = [
  ["two Host headers", "GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", [400]],
  ["two equal Host headers", "GET /healthz HTTP/1.1\r\nHost: a\r\nhost: a\r\n\r\n", [400]],
  ["no Host header", "GET /healthz HTTP/1.1\r\nX: y\r\n\r\n", [400]],
  [
    "a length and chunks at once",
    post("/v1/analyze", ["Content-Length: 6", "Transfer-Encoding: chunked"], "0\r\n\r\nGET /smuggled HTTP/1.1\r\n\r\n"),
    [400]
  ],
  ["two lengths", post("/v1/analyze", ["Content-Length: 2", "Content-Length: 5"], "{}   "), [400]],
  ["a length that is a list", post("/v1/analyze", ["Content-Length: 2, 2"], "{}"), [400]],
  ["a negative length", post("/v1/analyze", ["Content-Length: -1"], ""), [400]],
  ["a length with a sign", post("/v1/analyze", ["Content-Length: +2"], "{}"), [400]],
  ["a length beyond 2^64", post("/v1/analyze", ["Content-Length: 99999999999999999999"], "{}"), [400, 413]],
  ["a length that is no number", post("/v1/analyze", ["Content-Length: 0x2"], "{}"), [400]],
  ["an unknown transfer coding", post("/v1/analyze", ["Transfer-Encoding: gzip"], "{}"), [400]],
  ["chunked not last", post("/v1/analyze", ["Transfer-Encoding: chunked, identity"], "0\r\n\r\n"), [400]],
  ["chunked twice", post("/v1/analyze", ["Transfer-Encoding: chunked", "Transfer-Encoding: chunked"], "x"), [400]],
  ["a space before the colon", "GET /healthz HTTP/1.1\r\nHost : a\r\n\r\n", [400]],
  ["a folded header", "GET /healthz HTTP/1.1\r\nHost: a\r\nX-A: b\r\n c\r\n\r\n", [400]],
  ["a header without a colon", get("/healthz", "nonsense"), [400]],
  ["NUL in a header", get("/healthz", "X-A: b\u0000c"), [400]],
  ["a lone carriage return in a header", get("/healthz", "X-A: b\rX-B: c"), [400]],
  ["bare line feeds", "GET /healthz HTTP/1.1\nHost: a\n\n", [400]],
  ["headers beyond 16 KiB", get("/healthz", `X-Long: ${"x".repeat(20_000)}`), [431]],
  ["1,500 headers beyond 16 KiB", get("/healthz", ...many(1_500, (at) => `X-${at}: ${at}`)), [431]],
  ["more than 100 headers, however short", get("/healthz", ...many(101, () => "A: b")), [431]],
  ["a URL beyond 16 KiB", get(`/v1/search?q=${"x".repeat(20_000)}`), [431]],
  ["a URL beyond 4 KiB", get(`/v1/search?q=${"x".repeat(5_000)}`), [414]],
  ["a body announced as 10 MB", post("/v1/analyze", [json, "Content-Length: 10000000"], "{"), [413]],
  [
    "a body that grows past its limit in chunks",
    post("/mcp", [json, "Transfer-Encoding: chunked"], `10000\r\n${"x".repeat(65_536)}\r\n`.repeat(6)),
    [413]
  ],
  ["a chunk whose size is no number", post("/v1/analyze", ["Transfer-Encoding: chunked"], "zz\r\n"), [400]],
  ["a method nobody knows", "BREW /healthz HTTP/1.1\r\nHost: a\r\n\r\n", [400]],
  ["a method in small letters", "get /healthz HTTP/1.1\r\nHost: a\r\n\r\n", [400]],
  ["CONNECT", "CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n", []],
  ["HTTP/2 without an upgrade", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", [400, 405]],
  ["HTTP/0.9", "GET /healthz\r\n\r\n", [400]],
  ["HTTP/3.0", "GET /healthz HTTP/3.0\r\nHost: a\r\n\r\n", [400, 505]],
  [
    "a TLS handshake",
    "\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003" + "\u0000".repeat(50),
    [400]
  ],
  ["bytes that are nothing", "\u0000\u00ff\u00fe".repeat(100), [400]]
]

/** What is odd, and served: one answer, or one for each request. */
const served: ReadonlyArray<readonly [guarantee: string, bytes: string, statuses: ReadonlyArray<number>]> = [
  [
    "an upgrade to another protocol is not taken up",
    get("/healthz", "Upgrade: websocket", "Connection: upgrade"),
    [200]
  ],
  ["an upgrade to HTTP/2 is not taken up", get("/healthz", "Upgrade: h2c", "HTTP2-Settings: AAMAAABk"), [200]],
  ["90 headers are served", get("/healthz", ...many(90, (at) => `X-${at}: ${at}`)), [200]],
  ["requests in a row are answered in a row", get("/healthz") + get("/nowhere") + get("/v1/plans"), [200, 404, 200]],
  ["an unknown verb of a path is told which there are", "DELETE /v1/me HTTP/1.1\r\nHost: a\r\n\r\n", [405]],
  ["TRACE sends nothing back", "TRACE /healthz HTTP/1.1\r\nHost: a\r\nX-Secret: s\r\n\r\n", [405]],
  ["OPTIONS of everything", "OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n", [404]],
  ["empty lines before a request", `\r\n\r\n${get("/healthz")}`, [200]],
  [
    "a body that a GET does not need is read over",
    `${get("/healthz", "Content-Length: 5")}hello${get("/v1/plans")}`,
    [200, 200]
  ],
  ["HEAD has the headers of GET", "HEAD /v1/plans HTTP/1.1\r\nHost: a\r\n\r\n", [200]]
]

layer(abusedService({}), { excludeTestServices: true, timeout: 120_000 })("A client that misbehaves", (it) => {
  const open = Effect.gen(function* () {
    const { keys, port } = yield* AbusedService
    const socket = yield* openSocket(port)
    return { ...socket, write: (bytes: string) => socket.write(bytes.replaceAll(key, keys[0] ?? "")) }
  })

  const answersOthers = Effect.flatMap(AbusedService, ({ port }) =>
    Effect.map(send({ port, path: "/healthz" }), ({ status }) => assert.strictEqual(status, 200))
  )

  for (const [guarantee, bytes, statuses] of refused) {
    it.effect(`${guarantee}: refused, and the connection closed`, () =>
      Effect.gen(function* () {
        const socket = yield* open
        socket.write(bytes)
        const received = yield* socket.closed
        const [status] = statusesOf(received)
        assert.isAtMost(statusesOf(received).length, 1, "one answer, whatever was appended")
        assert.isTrue(status === undefined ? statuses.length === 0 : statuses.includes(status), received)
        yield* answersOthers
      })
    )
  }

  for (const [guarantee, bytes, statuses] of served) {
    it.effect(guarantee, () =>
      Effect.gen(function* () {
        const socket = yield* open
        socket.write(bytes)
        const received = yield* socket.until(new RegExp(`(?:HTTP/1\\.1 [^]*){${statuses.length}}\\r\\n\\r\\n[^]*$`))
        assert.deepStrictEqual(statusesOf(received), statuses, received)
        assert.notInclude(received, "X-Secret")
        yield* answersOthers
      })
    )
  }

  it.effect("a caller that closes its half is answered all the same", () =>
    Effect.gen(function* () {
      const socket = yield* open
      socket.write(get("/v1/plans"))
      socket.halfClose()
      const received = yield* socket.closed
      assert.deepStrictEqual(statusesOf(received), [200])
      assert.include(received, '"plans"')
    })
  )

  it.effect("a caller that closes its half within a request, or is gone, leaves nothing behind", () =>
    Effect.gen(function* () {
      for (const begun of [
        "",
        "GET /v1/pl",
        "GET /healthz HTTP/1.1\r\nHo",
        post("/v1/analyze", [json, "Content-Length: 50"], '{"text":')
      ]) {
        const half = yield* open
        half.write(begun)
        half.halfClose()
        assert.notInclude(statusesOf(yield* half.closed), 500)
        const gone = yield* open
        gone.write(begun)
        gone.reset()
      }
      const reading = yield* open
      reading.write(get("/docs/swagger-ui-bundle.js"))
      yield* reading.until(/200 OK/)
      reading.reset()
      yield* answersOthers
    })
  )

  it.effect(
    "slow heads, slow bodies and silence end after the times of the limits, with others served meanwhile",
    () =>
      Effect.gen(function* () {
        const drip = Effect.fnUntraced(function* (begin: string, more: string) {
          const socket = yield* open
          const began = performance.now()
          socket.write(begin)
          const dripping = yield* Effect.sync(() => socket.write(more)).pipe(
            Effect.delay("1 second"),
            Effect.forever,
            Effect.forkChild
          )
          const received = yield* socket.closed
          yield* Fiber.interrupt(dripping)
          return { statuses: statusesOf(received), ms: performance.now() - began }
        })
        const [head, body, chunks, extensions, early, others] = yield* Effect.all(
          [
            drip("GET /healthz HTTP/1.1\r\nHost: a\r\n", "X-Slow: x\r\n"),
            drip(post("/mcp", [json, "Content-Length: 1000"], "{"), " "),
            drip(post("/mcp", [json, "Transfer-Encoding: chunked"], "1\r\n{\r\n"), "1\r\n \r\n"),
            drip(post("/mcp", [json, "Transfer-Encoding: chunked"], `1;${"x".repeat(20_000)}`), "x"),
            drip(post("/mcp", [json, "Origin: http://a", "Content-Length: 1000"], "{"), " "),
            Effect.forEach(many(200, String), () => Effect.as(answersOthers, 200))
          ],
          { concurrency: "unbounded" }
        )
        const slack = connectionLimits.connectionsCheckingIntervalMs + 3_000
        assert.deepStrictEqual([head.statuses, body.statuses, chunks.statuses], [[408], [408], [408]])
        // one parser has a limit for them, another only that of time
        assert.include([408, 413], extensions.statuses[0])
        assert.deepStrictEqual(early.statuses, [403], "no second answer to a request that was refused by its head")
        assert.isAtMost(head.ms, connectionLimits.headersTimeoutMs + slack)
        assert.isAtMost(
          Math.max(body.ms, chunks.ms, extensions.ms, early.ms),
          connectionLimits.requestTimeoutMs + slack
        )
        assert.lengthOf(others, 200)
      }),
    60_000
  )

  it.effect("200 connections that say nothing do not keep others out, and are not kept", () =>
    Effect.gen(function* () {
      const { port } = yield* AbusedService
      yield* Effect.forEach(many(200, String), () => openSocket(port), { concurrency: 50 })
      yield* answersOthers
    })
  )

  it.effect("and when all of them are gone no connection is left, no request in flight, no failure in the log", () =>
    Effect.gen(function* () {
      const { adminPort, log } = yield* AbusedService
      const metrics = Effect.map(send({ port: adminPort, path: "/metrics" }), ({ text }) => text)
      yield* metrics.pipe(
        Effect.delay("100 millis"),
        Effect.repeat({ until: (text) => /^http_connections_open 0$/m.test(text) })
      )
      assert.match(yield* metrics, /^http_requests_in_flight 0$/m)
      assert.notMatch(log(), /"level":"(?:ERROR|FATAL)"/)
      assert.notMatch(log(), /smuggled/)
    })
  )
})
