import { assert, describe, it, layer } from "@effect/vitest"
import { Effect } from "effect"
import { registryEntry, serverCard } from "../../src/mcp/ServerCard.ts"
import { EmbeddedEdge, embeddedEdge } from "../support/http/EmbeddedEdge.ts"
import { ask } from "./ToolCalls.ts"

describe("The server card", () => {
  it("of a service that knows its address names the endpoint and what it asks for", () => {
    assert.deepNestedInclude(serverCard("https://food.example"), {
      name: "example.food/fooddata",
      "remotes[0].type": "streamable-http",
      "remotes[0].url": "https://food.example/mcp",
      "remotes[0].headers[0].name": "X-API-Key",
      "remotes[0].headers[0].isSecret": true
    })
  })

  it("of another names none", () => {
    assert.notProperty(serverCard(null), "remotes")
    assert.strictEqual(serverCard(null).name, "localhost/fooddata")
  })
})

describe("The entry of the MCP registry", () => {
  it("has what the registry demands, and the address of the endpoint with the key that it asks for", () => {
    const entry = registryEntry("https://food.example")
    assert.match(entry.name, /^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/)
    assert.isAtMost(entry.description.length, 100)
    assert.match(entry.version, /^\d+\.\d+\.\d+/)
    assert.deepStrictEqual(Object.keys(entry).sort(), [
      "$schema",
      "description",
      "name",
      "remotes",
      "title",
      "version",
      "websiteUrl"
    ])
    assert.deepNestedInclude(entry, {
      "remotes[0].url": "https://food.example/mcp",
      "remotes[0].headers[0].isSecret": true
    })
    assert.doesNotHaveAnyKeys(entry.remotes[0] ?? {}, ["supportedProtocolVersions"])
  })
})

layer(embeddedEdge, { excludeTestServices: true })("The server card", (it) => {
  it.effect("is there for everybody, and says of the service what the endpoint says", () =>
    Effect.gen(function* () {
      const { call } = yield* EmbeddedEdge
      const { body, headers, status } = yield* call("/.well-known/mcp/server-card.json", "")
      assert.deepStrictEqual([status, headers["access-control-allow-origin"]], [200, "*"])
      const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "1" } }
      const { text } = yield* ask("", "initialize", params)
      const { icons, title, version } = JSON.parse(text).result.serverInfo
      assert.deepInclude(body, { icons, title, version })
      assert.match(icons[0].src, /^data:image\/svg\+xml;base64,/)
    })
  )
})
