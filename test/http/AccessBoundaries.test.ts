import { assert, layer } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { createServer } from "node:net"
import { EmbeddedEdge, embeddedEdge } from "../support/http/EmbeddedEdge.ts"

const decodeKey = Schema.decodeUnknownSync(Schema.Struct({ key: Schema.String }))
const decodeAccount = Schema.decodeUnknownSync(Schema.Struct({ plan: Schema.String, requests_today: Schema.Int }))

const json = { "content-type": "application/json" }

/** Counts who connects to a port of this machine. */
const listener = Effect.acquireRelease(
  Effect.callback<{ readonly port: number; readonly connections: () => number; readonly close: () => void }>(
    (resume) => {
      let connections = 0
      const server = createServer((socket) => {
        connections++
        socket.destroy()
      })
      server.listen(0, "127.0.0.1", () => {
        const address = server.address()
        const port = typeof address === "object" && address !== null ? address.port : 0
        resume(Effect.succeed({ port, connections: () => connections, close: () => void server.close() }))
      })
    }
  ),
  ({ close }) => Effect.sync(close)
)

layer(embeddedEdge, { excludeTestServices: true })("what a key can reach", (it) => {
  it.effect("is its own account and nobody else's: use, rotation and plan of one key leave another as it was", () =>
    Effect.gen(function* () {
      const { call, issue } = yield* EmbeddedEdge
      const [mine, other] = [yield* issue("growth"), yield* issue("starter")]
      yield* call("/v1/search?q=milk", mine)
      const rotated = yield* call("/v1/dashboard/keys/rotate", mine, { method: "POST" })
      assert.strictEqual(rotated.status, 200)
      const account = decodeAccount((yield* call("/v1/me", other)).body)
      assert.deepStrictEqual(account, { plan: "starter", requests_today: 0 })
      const { key } = decodeKey(rotated.body)
      assert.deepStrictEqual(decodeAccount((yield* call("/v1/me", key)).body), { plan: "growth", requests_today: 1 })
    })
  )

  it.effect(
    "does not grow by what is sent: plans, owners and prices in bodies, headers and parameters are not read",
    () =>
      Effect.gen(function* () {
        const { call, issue } = yield* EmbeddedEdge
        const key = yield* issue("developer")
        const claims = { plan: "business", active: true, account_id: "a", role: "admin" }
        const rotated = yield* call("/v1/dashboard/keys/rotate?plan=business", key, {
          method: "POST",
          headers: { ...json, "x-plan": "business", "x-forwarded-user": "admin" },
          body: JSON.stringify(claims)
        })
        const { key: next } = decodeKey(rotated.body)
        assert.strictEqual(decodeAccount((yield* call("/v1/me", next)).body).plan, "developer")
        const meal = { text: "two eggs", ...claims }
        const analyzed = yield* call("/v1/analyze", next, { method: "POST", headers: json, body: JSON.stringify(meal) })
        assert.strictEqual(analyzed.status, 403)
      })
  )

  it.effect("has no door to what operators do: their paths are not there, whatever the verb", () =>
    Effect.gen(function* () {
      const { call, issue } = yield* EmbeddedEdge
      const key = yield* issue("business")
      const paths = ["/metrics", "/admin", "/v1/keys", "/v1/admin/keys", "/v1/events", "/v1/dashboard/keys", "/debug"]
      for (const path of paths) {
        for (const method of ["GET", "POST", "DELETE", "PUT"]) {
          assert.strictEqual((yield* call(path, key, { method })).status, 404, `${method} ${path}`)
        }
      }
    })
  )

  it.effect("never makes the service call an address that was sent", () =>
    Effect.gen(function* () {
      const { call, issue } = yield* EmbeddedEdge
      const key = yield* issue("business")
      const { connections, port } = yield* listener
      const address = `http://127.0.0.1:${port}/image.jpg`
      const encoded = encodeURIComponent(address)
      const post = (path: string, body: object) =>
        call(path, key, { method: "POST", headers: { ...json, referer: address }, body: JSON.stringify(body) })
      yield* call(`/v1/search?q=${encoded}`, key)
      yield* call(`/v1/semantic-search?q=${encoded}`, key)
      yield* call(`/v1/product/${encoded}`, key)
      yield* post("/v1/analyze", { text: `two eggs ${address}`, image_url: address, url: address })
      yield* post("/v1/analyze", { items: [{ food: address, quantity: 1, unit: "g" }] })
      yield* post("/mcp", { jsonrpc: "2.0", id: 1, method: "resources/read", params: { uri: address } })
      assert.strictEqual(connections(), 0)
    })
  )

  it.effect("shows no insides: an error has its detail and nothing of the program", () =>
    Effect.gen(function* () {
      const { call, issue } = yield* EmbeddedEdge
      const key = yield* issue("business")
      const replies = [
        yield* call("/v1/nothing", key),
        yield* call("/v1/search?limit=none", key),
        yield* call("/v1/analyze", key, { method: "POST", headers: json, body: "{" }),
        yield* call("/v1/product/%ff", key)
      ]
      for (const { headers, status, text } of replies) {
        assert.isTrue(status >= 400 && status < 500, `${status} ${text}`)
        assert.notMatch(text, /at \w+ \(|node_modules|\.ts:\d|Error:/)
        assert.isUndefined(headers["server"])
        assert.isUndefined(headers["x-powered-by"])
      }
    })
  )
})
