import { assert, describe, it, layer } from "@effect/vitest"
import { Effect } from "effect"
import { connect, type Socket } from "node:net"
import { bodyReadingLimits } from "../../src/api/admission/RequestSlots.ts"
import { AbusedService, abusedService } from "../support/abuse/AbusedService.ts"
import { temporaryFolder } from "../support/EmbeddedStores.ts"
import { send } from "../support/http/HttpClient.ts"
import { startService } from "../support/ServiceProcess.ts"

/** A connection whose end the caller never closes, and of which it reads only if it wants to. */
const stubborn = (port: number, bytes: string, reads: boolean) =>
  Effect.acquireRelease(
    Effect.callback<Socket>((resume) => {
      const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true }, () => {
        if (bytes !== "") socket.write(bytes)
        resume(Effect.succeed(socket))
      })
      socket.on("error", () => {})
      if (reads) socket.resume()
      else socket.pause()
    }),
    (socket) => Effect.sync(() => socket.destroy())
  )

const silentHead = "GET /healthz HTTP/1.1\r\nHost: a\r\n"
const largeAnswer = "GET /docs/swagger-ui-bundle.js HTTP/1.1\r\nHost: a\r\n\r\n"
/** More than the system keeps on its way; of six callers still fewer than an address may ask for at once. */
const takesNothing = largeAnswer.repeat(8)
const slowBody =
  "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 8000\r\n\r\n{"

const gauge = (adminPort: number, name: "http_connections_open" | "http_requests_in_flight") =>
  Effect.map(send({ port: adminPort, path: "/metrics" }), ({ text }) =>
    Number(new RegExp(`^${name} (\\d+)$`, "m").exec(text)?.[1] ?? Number.NaN)
  )

const openConnections = (adminPort: number) => gauge(adminPort, "http_connections_open")

layer(abusedService(), { excludeTestServices: true, timeout: 120_000 })("Clients that take their time", (it) => {
  it.effect(
    "who stays silent after a refusal, or never takes the answer, is gone within half a minute",
    () =>
      Effect.gen(function* () {
        const { adminPort, port } = yield* AbusedService
        yield* Effect.forEach(Array.from({ length: 40 }), () => stubborn(port, silentHead, true))
        yield* Effect.forEach(Array.from({ length: 6 }), () => stubborn(port, takesNothing, false))
        yield* openConnections(adminPort).pipe(Effect.repeat({ until: (open) => open >= 46 }))
        const began = performance.now()
        yield* openConnections(adminPort).pipe(
          Effect.delay("250 millis"),
          Effect.repeat({ until: (open) => open === 0 })
        )
        assert.isAtMost(performance.now() - began, 30_000)
      }).pipe(Effect.scoped),
    60_000
  )

  it.effect("560 bodies that drip in without a key keep nobody with a key out", () =>
    Effect.gen(function* () {
      const { adminPort, call, port } = yield* AbusedService
      const sockets = yield* Effect.forEach(
        Array.from({ length: 560 }, () => slowBody),
        (bytes) => stubborn(port, bytes, true),
        { concurrency: 50 }
      )
      const drip = setInterval(() => sockets.forEach((socket) => socket.writable && socket.write(" ".repeat(94))), 500)
      yield* Effect.addFinalizer(() => Effect.sync(() => clearInterval(drip)))
      const statuses = yield* Effect.forEach(Array.from({ length: 100 }), () =>
        Effect.map(call({ path: "/v1/search?q=milk" }), ({ status }) => status)
      )
      assert.deepStrictEqual([...new Set(statuses)], [200])
      assert.isAtMost(yield* openConnections(adminPort), 560)
      // what is left of them: the bodies of one address that may be on their way at one time
      assert.isAtMost(yield* gauge(adminPort, "http_requests_in_flight"), bodyReadingLimits.keyless.ofOneMax)
    }).pipe(Effect.scoped)
  )
})

describe("A stop", () => {
  it.live.each([
    ["stay silent within a head", silentHead, [0]],
    ["stay silent within a body", slowBody, [0]],
    ["say nothing", "", [0]],
    // Deno cannot end what it has begun to send, so its process ends without it
    ["take no answers", takesNothing, [0, 1]]
  ] as const)(
    "takes at most ten seconds where callers %s",
    ([_, bytes, codes]) =>
      Effect.gen(function* () {
        const service = yield* startService(yield* temporaryFolder)
        const port = Number(new URL(service.url).port)
        yield* Effect.forEach(Array.from({ length: 10 }), () => stubborn(port, bytes, false))
        const began = performance.now()
        const { code } = yield* service.stop("SIGTERM")
        assert.include(codes, code)
        assert.isAtMost(performance.now() - began, 10_000)
      }).pipe(Effect.scoped),
    60_000
  )
})
