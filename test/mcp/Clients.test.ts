import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client"
// its package tells types in a way that Deno does not look for them
// @ts-types="../../node_modules/@modelcontextprotocol/sdk/dist/esm/client/index.d.ts"
import { Client as EarlierClient } from "@modelcontextprotocol/sdk/client/index.js"
// @ts-types="../../node_modules/@modelcontextprotocol/sdk/dist/esm/client/streamableHttp.d.ts"
import { StreamableHTTPClientTransport as EarlierTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { EmbeddedEdge, embeddedEdge } from "../support/http/EmbeddedEdge.ts"

const identity = { name: "test", version: "1.0.0" }

const today = "2026-07-28"

/** The clients of both eras, as an agent would use them: by header. Unasked, the one of today speaks as of 2025. */
const clients = {
  "of today": async (url: URL, headers: Record<string, string>) => {
    const client = new Client(identity, { versionNegotiation: { mode: { pin: today } } })
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }))
    assert.strictEqual(client.getNegotiatedProtocolVersion(), today)
    return client
  },
  "of today, unasked": async (url: URL, headers: Record<string, string>) => {
    const client = new Client(identity)
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }))
    return client
  },
  "of the earlier revisions": async (url: URL, headers: Record<string, string>) => {
    const client = new EarlierClient(identity)
    const transport = new EarlierTransport(url, { requestInit: { headers } })
    await client.connect(transport)
    return client
  }
} as const

layer(embeddedEdge, { excludeTestServices: true })("The protocol's client", (it) => {
  for (const [era, connect] of Object.entries(clients)) {
    for (const header of ["X-API-Key", "Authorization"]) {
      it.effect(`${era} lists and calls tools, reads resources and gets prompts, with the key in ${header}`, () =>
        Effect.gen(function* () {
          const { issue, port } = yield* EmbeddedEdge
          const key = yield* issue("growth")
          const headers = { [header]: header === "Authorization" ? `Bearer ${key}` : key }
          yield* Effect.promise(async () => {
            const client = await connect(new URL(`http://127.0.0.1:${port}/mcp`), headers)
            assert.strictEqual(client.getServerVersion()?.name, "fooddata")
            assert.match(client.getInstructions() ?? "", /analyze_meal.*items of one food each.*in grams/)
            const { tools } = await client.listTools()
            assert.include(
              tools.map(({ name }) => name),
              "search_food"
            )
            const found = await client.callTool({ name: "search_food", arguments: { q: "milk", limit: 1 } })
            assert.deepNestedInclude(found, { "structuredContent.results[0].id": "c_milk" })
            const { resourceTemplates } = await client.listResourceTemplates()
            assert.strictEqual(resourceTemplates[0]?.uriTemplate, "food://product/{id}")
            const { contents } = await client.readResource({ uri: "food://product/usda_171265" })
            assert.include(JSON.stringify(contents), "Milk, whole")
            const { messages } = await client.getPrompt({ name: "log_meal", arguments: { description: "two eggs" } })
            assert.include(JSON.stringify(messages), "two eggs")
            await client.close()
          })
        })
      )
    }
  }
})
