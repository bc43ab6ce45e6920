import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Edge, edge } from "../support/http/Edge.ts"
import { sendRaw } from "../support/http/HttpClient.ts"

const bodyOf = (reply: string): unknown => JSON.parse(reply.slice(reply.indexOf("\r\n\r\n") + 4))

const unparsable = "Bad Request: not valid HTTP, or a URL that is not percent-encoded."

layer(edge())("Connections", (it) => {
  it.effect.each([
    ["two Host headers", "GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", "400 Bad Request", "Bad Request"],
    ["no Host header", "GET /healthz HTTP/1.1\r\n\r\n", "400 Bad Request", "Bad Request"],
    ["bytes that are no HTTP", "hello\r\n\r\n", "400 Bad Request", unparsable],
    [
      "a target that is not percent-encoded",
      `GET /v1/search?q=${Buffer.from("молоко").toString("latin1")} HTTP/1.1\r\nHost: a\r\n\r\n`,
      "400 Bad Request",
      unparsable
    ],
    [
      "headers beyond 16 KiB",
      `GET /healthz HTTP/1.1\r\nHost: a\r\nX-Long: ${"x".repeat(20_000)}\r\n\r\n`,
      "431 Request Header Fields Too Large",
      "Request Header Fields Too Large"
    ],
    [
      "a length and chunks at once",
      "POST /healthz HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      "400 Bad Request",
      unparsable
    ]
  ] as const)("%s: answered in the body of all errors, and the connection closed", ([_, bytes, status, detail]) =>
    Effect.gen(function* () {
      const { port } = yield* Edge
      const reply = yield* sendRaw(port, bytes)
      assert.isTrue(reply.startsWith(`HTTP/1.1 ${status}\r\n`), reply)
      assert.deepStrictEqual(bodyOf(reply), { detail })
    })
  )

  it.effect("HTTP/1.0 without Host is served", () =>
    Effect.gen(function* () {
      const { port } = yield* Edge
      assert.include(yield* sendRaw(port, "GET /healthz HTTP/1.0\r\n\r\n"), "200 OK")
    })
  )

  it.effect("an absolute target is served like its path", () =>
    Effect.gen(function* () {
      const { port } = yield* Edge
      const reply = yield* sendRaw(port, "GET http://a/healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
      assert.include(reply, "200 OK")
    })
  )
})
