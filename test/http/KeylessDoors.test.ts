import { assert, layer } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { discoveriesPerSecond, keylessRequestsPerSecond } from "../../src/api/admission/TokenBuckets.ts"
import { addressBlocks, type TrustedProxies } from "../../src/api/admission/ClientAddress.ts"
import { openSocket } from "../support/abuse/RawSocket.ts"
import { Edge, edge } from "../support/http/Edge.ts"
import { keyNamed } from "../support/http/ScriptedKeys.ts"

const json = { "content-type": "application/json", accept: "application/json, text/event-stream" }

const initialize = (name: string) =>
  JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "initialize",
    params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name, version: "1" } }
  })

const peers = addressBlocks(["127.0.0.1"])
const proxied: TrustedProxies | null =
  typeof peers === "string" ? null : { peers, header: "x-forwarded-for", text: "127.0.0.1" }

const from = (address: string) => ({ "x-forwarded-for": address })

layer(edge({ trustedProxies: proxied }))("Doors that need no key", (it) => {
  const flood = (address: string, path: string, headers: Readonly<Record<string, string>> = {}) =>
    Effect.gen(function* () {
      const { call } = yield* Edge
      const replies = yield* Effect.all(
        Array.from({ length: 600 }, () => call(path, null, { headers: { ...from(address), ...headers } })),
        { concurrency: 64 }
      )
      return replies.filter(({ status }) => status === 429)
    })

  it.effect.each([
    ["/v1/plans", {}],
    ["/v1/search?q=milk", {}],
    ["/v1/search?q=milk", { "x-api-key": "fdb_wrong" }],
    ["/v1/nothing", {}],
    ["/nothing", {}],
    ["/openapi.json", {}],
    ["/postman.json", {}]
  ] as const)("%s with %o: one address is refused, others and keys are not", ([path, headers]) =>
    Effect.gen(function* () {
      const { call } = yield* Edge
      const address = `203.0.113.${1 + path.length + Object.keys(headers).length}`
      const refused = yield* flood(address, path, headers)
      assert.isAtLeast(refused.length, 1)
      assert.deepStrictEqual(refused[0]?.body, {
        detail: "Too many requests without a valid API key from your address."
      })
      assert.strictEqual(refused[0]?.headers["retry-after"], "1")
      const keyed = yield* call("/v1/search?q=milk", "growth", { headers: from("203.0.113.200") })
      assert.strictEqual(keyed.status, 200)
      assert.strictEqual((yield* call("/v1/plans", null, { headers: from("203.0.113.201") })).status, 200)
      assert.strictEqual((yield* call("/healthz", null, { headers: from(address) })).status, 200)
    })
  )

  it.effect("wrong keys of the right form are not looked up without end", () =>
    Effect.gen(function* () {
      const { keys } = yield* Edge
      const before = keys.lookups.length
      const refused = yield* flood("203.0.113.100", "/v1/me", { "x-api-key": keyNamed("nobody") })
      assert.isAtLeast(refused.length, 1)
      assert.isAtMost(keys.lookups.length - before, 600 - refused.length)
    })
  )

  it.effect("the log names the address that a trusted proxy names, and leaves out floods of refusals", () =>
    Effect.gen(function* () {
      const { call, logs } = yield* Edge
      const before = logs.length
      yield* flood("203.0.113.101", "/v1/me")
      assert.isBelow(logs.length - before, 300)
      yield* call("/v1/search?q=milk", "growth", { headers: from("203.0.113.102") })
      assert.strictEqual(logs.at(-1)?.annotations["address"], "203.0.113.102")
    })
  )

  it.effect("/mcp reads 8 KiB of somebody without a key, and asks for the key beyond", () =>
    Effect.gen(function* () {
      const { call } = yield* Edge
      const post = (body: string, key: string | null) => call("/mcp", key, { method: "POST", headers: json, body })
      assert.strictEqual((yield* post(initialize("small"), null)).status, 200)
      const large = initialize("x".repeat(9_000))
      assert.strictEqual((yield* post(large, null)).status, 401)
      assert.strictEqual((yield* post(large, "growth")).status, 200)
      assert.strictEqual((yield* post(large, "revoked")).status, 401)
    })
  )
})

layer(edge({ trustedProxies: proxied }))("Lists of tools", (it) => {
  const list = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" })

  it.effect.each(["growth", null])("of key %s: so many a second, which leave calls and other doors alone", (key) =>
    Effect.gen(function* () {
      const { call } = yield* Edge
      // over the limit of its own address, a connection would be held back
      const headers = { ...json, ...from("203.0.113.7") }
      const lists = Array.from({ length: discoveriesPerSecond + 7 }, () =>
        call("/mcp", key, { method: "POST", headers, body: list })
      )
      const replies = yield* Effect.all(lists, { concurrency: 8 })
      const refused = replies.filter(({ status }) => status === 429)
      assert.lengthOf(refused, 7)
      assert.strictEqual(refused[0]?.headers["retry-after"], "1")
      assert.strictEqual((yield* call("/v1/plans", key, { headers: from("203.0.113.7") })).status, 200)
      if (key !== null) assert.strictEqual((yield* call("/v1/search?q=milk", key)).status, 200)
      yield* TestClock.adjust("1 second")
      assert.strictEqual((yield* call("/mcp", key, { method: "POST", headers, body: list })).status, 200)
    })
  )
})

layer(edge())("Over the limit of an address", (it) => {
  const useUp = Effect.gen(function* () {
    const { call } = yield* Edge
    yield* TestClock.adjust("1 second")
    // a key that is not in memory would be refused, too
    yield* call("/v1/me", "growth")
    yield* Effect.replicateEffect(call("/v1/plans", null), keylessRequestsPerSecond, { concurrency: 10 })
  })

  it.effect("a refusal is held back for a second; keys are answered at once", () =>
    Effect.gen(function* () {
      const { call } = yield* Edge
      yield* useUp
      const refused = yield* Effect.forkChild(call("/v1/plans", null))
      const keyed = yield* Effect.replicateEffect(call("/v1/search?q=milk", "growth"), 20)
      assert.isTrue(keyed.every(({ status }) => status === 200))
      assert.isUndefined(refused.pollUnsafe())
      yield* TestClock.adjust("1 second")
      assert.strictEqual((yield* Fiber.join(refused)).status, 429)
    })
  )

  it.effect("who asks on while a refusal is held back is cut off without an answer", () =>
    Effect.gen(function* () {
      const { port } = yield* Edge
      yield* useUp
      const socket = yield* openSocket(port)
      socket.write("GET /v1/plans HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(100))
      assert.strictEqual(yield* socket.closed, "")
    })
  )
})

layer(edge({ publicHosts: new Set(["food.example"]) }))("With PUBLIC_HOSTS", (it) => {
  it.effect("a name that is not ours is misdirected; probes ask by address", () =>
    Effect.gen(function* () {
      const { call } = yield* Edge
      const named = (host: string, path: string) => call(path, "growth", { headers: { host } })
      assert.strictEqual((yield* named("food.example", "/v1/search?q=milk")).status, 200)
      assert.strictEqual((yield* named("FOOD.example:8080", "/v1/search?q=milk")).status, 200)
      const other = yield* named("evil.example", "/v1/search?q=milk")
      assert.strictEqual(other.status, 421)
      assert.deepStrictEqual(other.body, { detail: "Misdirected Request" })
      assert.strictEqual((yield* named("evil.example", "/docs")).status, 421)
      assert.strictEqual((yield* named("10.0.0.7", "/healthz")).status, 200)
    })
  )
})
