import { assert, describe, it, layer } from "@effect/vitest"
import { Effect, Option, Redacted } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { adminGuard } from "../../src/http/server/AdminGuard.ts"
import { Edge, edge } from "../support/http/Edge.ts"
import { send } from "../support/http/HttpClient.ts"

const token = "correct-horse-battery"

layer(edge({ adminToken: Redacted.make(token) }))("the admin port with a token", (it) => {
  it.effect.each([
    { authorization: undefined, status: 401 },
    { authorization: "Bearer wrong-horse-battery", status: 401 },
    { authorization: `Basic ${token}`, status: 401 },
    { authorization: `Bearer ${token}`, status: 200 },
    { authorization: `bearer ${token}`, status: 200 }
  ])("/metrics with $authorization: $status", ({ authorization, status }) =>
    Effect.gen(function* () {
      const { adminPort } = yield* Edge
      const headers = authorization === undefined ? {} : { authorization }
      const reply = yield* send({ port: adminPort, path: "/metrics", headers })
      assert.strictEqual(reply.status, status)
      if (status === 401) assert.notInclude(reply.text, "http_requests_total")
    })
  )

  it.effect("probes need none", () =>
    Effect.gen(function* () {
      const { adminPort } = yield* Edge
      assert.strictEqual((yield* send({ port: adminPort, path: "/healthz" })).status, 200)
      assert.strictEqual((yield* send({ port: adminPort, path: "/readyz" })).status, 200)
    })
  )
})

/** What is answered to a request of the address, without a token. */
const answerTo = (remoteAddress: string, path: string) => {
  const request = HttpServerRequest.fromWeb(new Request(`http://admin${path}`)).modify({
    remoteAddress: Option.some(remoteAddress)
  })
  return adminGuard(null)(Effect.succeed(HttpServerResponse.text("metrics"))).pipe(
    Effect.provideService(HttpServerRequest.HttpServerRequest, request),
    Effect.map(({ status }) => status)
  )
}

describe("the admin port without a token", () => {
  it.effect.each([
    { address: "127.0.0.1", status: 200 },
    { address: "::ffff:127.0.0.1", status: 200 },
    { address: "::1", status: 200 },
    { address: "10.0.0.7", status: 401 },
    { address: "::ffff:10.0.0.7", status: 401 },
    { address: "2001:db8::1", status: 401 }
  ])("/metrics to $address: $status", ({ address, status }) =>
    Effect.gen(function* () {
      assert.strictEqual(yield* answerTo(address, "/metrics"), status)
      assert.strictEqual(yield* answerTo(address, "/readyz"), 200)
    })
  )
})
