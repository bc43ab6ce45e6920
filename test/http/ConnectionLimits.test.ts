import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { type ConnectionOptions, connectionsAllowed } from "../../src/http/server/Connections.ts"
import { createHardenedServer } from "../../src/http/server/NodeServer.ts"
import { openSocket } from "../support/abuse/RawSocket.ts"
import { listening } from "../support/http/Listening.ts"

const request = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"

/** A bare server with the limits; how many of the connections, each with a request, are answered. */
const answered = (options: ConnectionOptions, asked: number) =>
  Effect.gen(function* () {
    const server = createHardenedServer(0, options)
    server.on("request", (_, response) => response.end("ok"))
    const port = yield* listening(server)
    const sockets = yield* Effect.forEach(Array.from({ length: asked }), () => openSocket(port))
    const replies = yield* Effect.forEach(
      sockets,
      (socket) => {
        socket.write(request)
        return socket.until(/ok$/)
      },
      { concurrency: "unbounded" }
    )
    return replies.filter((reply) => reply.endsWith("ok")).length
  }).pipe(Effect.scoped)

describe("Connections", () => {
  it.live("one address may hold a quarter of all", () =>
    Effect.map(answered({ connections: 80 }, 50), (served) => assert.strictEqual(served, 20))
  )

  it.live("a trusted proxy holds those of everybody, and no more than all", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* answered({ connections: 80, isProxy: () => true }, 50), 50)
      assert.isAtMost(yield* answered({ connections: 20, isProxy: () => true }, 50), 20)
    })
  )

  it("leave descriptors for databases, dependencies and the admin port", () => {
    assert.strictEqual(connectionsAllowed(256), 128)
    assert.strictEqual(connectionsAllowed(1_024), 896)
    assert.strictEqual(connectionsAllowed(1_048_576), 10_000)
    assert.isAbove(connectionsAllowed(64), 0)
  })
})
