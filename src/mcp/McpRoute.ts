import {
  createMcpHandler,
  isLegacyRequest,
  ProtocolErrorCode,
  WebStandardStreamableHTTPServerTransport
} from "@modelcontextprotocol/server"
import { Effect } from "effect"
import { HttpRouter } from "effect/http"
import type { Admitted } from "../api/admission/Admission.ts"
import type { ExchangeState } from "../api/Exchange.ts"
import { completions } from "./Completions.ts"
import { idOf, needOf, paramsOffence } from "./IncomingMessage.ts"
import { mcpEndpoint } from "./McpEndpoint.ts"
import { mcpServer, runWith } from "./McpServer.ts"
import { toolList, tools as allTools } from "./Tools.ts"

const invalidParams = (message: unknown, offence: string): Response =>
  Response.json({
    jsonrpc: "2.0",
    id: idOf(message),
    error: { code: ProtocolErrorCode.InvalidParams, message: `Invalid params: ${offence}` }
  })

/**
 * The tools over the protocol, each message by a server of its own, so that nothing is remembered between two. The
 * library serves today's revision by its handler; for the earlier ones the transport is made here, because the handler
 * would frame their answers as event streams.
 */
const service = Effect.gen(function* () {
  const tools = yield* allTools
  const list = toolList(tools)
  const complete = yield* completions

  const answer = async (request: Request, message: unknown, caller: Admitted | null, { requestId }: ExchangeState) => {
    const offence = paramsOffence(message)
    if (offence !== undefined) return invalidParams(message, offence)
    const run = runWith((cause) => Effect.logError("unhandled failure", cause).pipe(Effect.annotateLogs({ requestId })))
    const server = mcpServer({ tools, list, complete, run }, caller)
    if (!(await isLegacyRequest(request, message)))
      return createMcpHandler(() => server, { legacy: "reject" }).fetch(request, { parsedBody: message })
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
    await server.connect(transport)
    return transport.handleRequest(request, { parsedBody: message })
  }

  return { answer, needOf: (message: unknown) => needOf(message, tools) }
})

export const McpRoute = HttpRouter.addAll(Effect.map(Effect.flatMap(service, mcpEndpoint), (route) => [route]))
