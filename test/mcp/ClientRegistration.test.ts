import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { EmbeddedEdge, embeddedEdge } from "../support/http/EmbeddedEdge.ts"

/** Where clients look for OAuth after a 401, in their order. Anything but 404 would have them go on. */
const metadata = [
  "/.well-known/oauth-protected-resource/mcp",
  "/.well-known/oauth-protected-resource",
  "/.well-known/oauth-authorization-server/mcp",
  "/.well-known/oauth-authorization-server",
  "/.well-known/openid-configuration/mcp",
  "/.well-known/openid-configuration",
  "/mcp/.well-known/openid-configuration"
]

layer(embeddedEdge, { excludeTestServices: true })("A client that looks for OAuth", (it) => {
  it.effect("finds no metadata of it", () =>
    Effect.gen(function* () {
      const { call } = yield* EmbeddedEdge
      for (const path of metadata) {
        const { body, status } = yield* call(path, "")
        assert.deepStrictEqual([status, body], [404, { detail: "Not Found" }], path)
      }
    })
  )

  it.effect("is refused where it registers, as RFC 7591 says it, in words that pages may read", () =>
    Effect.gen(function* () {
      const { call, issue } = yield* EmbeddedEdge
      const asked = {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ redirect_uris: ["http://localhost:1/callback"] })
      }
      // some send the key of the transport along
      for (const key of ["", yield* issue("growth")]) {
        const { body, headers, status } = yield* call("/register", key, asked)
        assert.strictEqual(status, 403)
        assert.deepNestedInclude(body, { error: "access_denied" })
        assert.match(JSON.stringify(body), /no OAuth.*API key.*X-API-Key/)
        assert.strictEqual(headers["access-control-allow-origin"], "*")
        assert.strictEqual(headers["cache-control"], "private, no-store")
      }
      const preflight = yield* call("/register", "", { method: "OPTIONS" })
      assert.deepStrictEqual([preflight.status, preflight.headers["access-control-allow-origin"]], [204, "*"])
      assert.strictEqual((yield* call("/register", "", { method: "GET" })).status, 405)
    })
  )
})
