// KEY=fdb_… node agent.mjs URL WORDS: what an agent does: it asks which tools there are, and searches with one. Prints the names
// of the tools in a line, then the names of the foods.
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client"
import process from "node:process"

const [url, q] = process.argv.slice(2)
const client = new Client({ name: "first-ten-minutes", version: "1.0.0" })
const headers = { "X-API-Key": process.env.KEY ?? "" }
await client.connect(new StreamableHTTPClientTransport(new URL("/mcp", url), { requestInit: { headers } }))
try {
  const { tools } = await client.listTools()
  console.log(tools.map(({ name }) => name).join(" "))
  const answer = await client.callTool({ name: "search_food", arguments: { q, limit: 3 } })
  for (const { name } of answer.structuredContent.results) console.log(name)
} finally {
  await client.close()
}
