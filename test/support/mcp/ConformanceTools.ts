import { createMcpHandler, fromJsonSchema, McpServer, ResourceTemplate } from "@modelcontextprotocol/server"
import { Effect } from "effect"
import { HttpRouter } from "effect/http"
import { mcpEndpoint } from "../../../src/mcp/McpEndpoint.ts"

const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="
const wav = "UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAAAAA=="

const text = (value: string) => ({ type: "text" as const, text: value })
const image = { type: "image" as const, data: png, mimeType: "image/png" }
const embedded = (uri: string) => ({
  type: "resource" as const,
  resource: { uri, mimeType: "text/plain", text: "This is an embedded resource content." }
})

const strings = (...names: Array<string>) =>
  fromJsonSchema<Record<string, string>>({
    type: "object",
    properties: Object.fromEntries(names.map((name) => [name, { type: "string" }])),
    required: names
  })

const registerTools = (server: McpServer): void => {
  const tool = (
    name: string,
    ...content: Array<ReturnType<typeof text> | typeof image | ReturnType<typeof embedded>>
  ) => server.registerTool(name, { description: name }, () => ({ content }))
  tool("test_simple_text", text("This is a simple text response for testing."))
  tool("test_image_content", image)
  tool("test_embedded_resource", embedded("test://embedded-resource"))
  tool(
    "test_multiple_content_types",
    text("Multiple content types test:"),
    image,
    embedded("test://mixed-content-resource")
  )
  server.registerTool("test_audio_content", { description: "test_audio_content" }, () => ({
    content: [{ type: "audio", data: wav, mimeType: "audio/wav" }]
  }))
  server.registerTool("test_error_handling", { description: "test_error_handling" }, () => ({
    content: [text("This tool intentionally returns an error for testing")],
    isError: true
  }))
  server.registerTool("test_tool_with_progress", { description: "test_tool_with_progress" }, async ({ mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken ?? 0
    for (const progress of [0, 50, 100])
      await mcpReq.notify({ method: "notifications/progress", params: { progressToken, progress, total: 100 } })
    return { content: [text("done")] }
  })
}

const registerResources = (server: McpServer): void => {
  server.registerResource("text", "test://static-text", { mimeType: "text/plain" }, ({ href: uri }) => ({
    contents: [{ uri, mimeType: "text/plain", text: "This is the content of the static text resource." }]
  }))
  server.registerResource("binary", "test://static-binary", { mimeType: "image/png" }, ({ href: uri }) => ({
    contents: [{ uri, mimeType: "image/png", blob: png }]
  }))
  const template = new ResourceTemplate("test://template/{id}/data", { list: undefined })
  server.registerResource("template", template, { mimeType: "application/json" }, ({ href: uri }, { id }) => ({
    contents: [
      {
        uri,
        mimeType: "application/json",
        text: JSON.stringify({ id, templateTest: true, data: `Data for ${String(id)}` })
      }
    ]
  }))
}

const registerPrompts = (server: McpServer): void => {
  const user = <C>(content: C) => ({ role: "user" as const, content })
  server.registerPrompt("test_simple_prompt", { description: "simple" }, () => ({
    messages: [user(text("This is a simple prompt for testing."))]
  }))
  server.registerPrompt(
    "test_prompt_with_arguments",
    { description: "arguments", argsSchema: strings("arg1", "arg2") },
    ({ arg1, arg2 }) => ({ messages: [user(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`))] })
  )
  server.registerPrompt(
    "test_prompt_with_embedded_resource",
    { description: "embedded", argsSchema: strings("resourceUri") },
    ({ resourceUri = "" }) => ({ messages: [user(embedded(resourceUri)), user(text("Please process it."))] })
  )
  server.registerPrompt("test_prompt_with_image", { description: "image" }, () => ({
    messages: [user(image), user(text("Please analyze the image above."))]
  }))
}

/** What the conformance suites look for on a server, without which they cannot say whether its endpoint works. */
const conformanceServer = (): McpServer => {
  const server = new McpServer({ name: "conformance", version: "1.0.0" })
  registerTools(server)
  registerResources(server)
  registerPrompts(server)
  return server
}

const handler = createMcpHandler(conformanceServer)

/** The service's own endpoint with the suites' tools behind it. */
export const ConformanceTools = HttpRouter.addAll(
  Effect.map(
    mcpEndpoint({
      needOf: () => ({ _tag: "Discovery" }),
      answer: (request, message) => handler.fetch(request, { parsedBody: message })
    }),
    (route) => [route]
  )
)
