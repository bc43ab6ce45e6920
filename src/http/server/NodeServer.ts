import { createServer, type Server } from "node:http"
import type { Duplex } from "node:stream"

/** The limits of one connection. Node's own defaults are minutes and megabytes where seconds and kilobytes do. */
export const connectionLimits = {
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 15_000,
  keepAliveTimeoutMs: 5_000,
  connectionsCheckingIntervalMs: 2_000,
  headerBytesMax: 16 * 1024,
  headerCountMax: 100,
  requestsPerSocketMax: 1_000
} as const

const statusLines: Readonly<Record<string, readonly [statusLine: string, detail: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: ["408 Request Timeout", "Request Timeout"],
  HPE_HEADER_OVERFLOW: ["431 Request Header Fields Too Large", "Request Header Fields Too Large"],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: ["413 Payload Too Large", "Request body too large"]
}

/** The most common cause by far is a URL with letters beyond ASCII as they are, and it helps to be told. */
const badRequest = ["400 Bad Request", "Bad Request: no proper HTTP, or a URL that is not percent-encoded."] as const

const rawResponse = (code: string | undefined): string => {
  const [statusLine, detail] = statusLines[code ?? ""] ?? badRequest
  const body = JSON.stringify({ detail })
  return [
    `HTTP/1.1 ${statusLine}`,
    "Connection: close",
    "Content-Type: application/json",
    `Content-Length: ${Buffer.byteLength(body)}`,
    "X-Content-Type-Options: nosniff",
    "",
    body
  ].join("\r\n")
}

/** What cannot even be parsed is answered here, in the same body as every other error. */
const answerUnparsable = (server: Server): void => {
  const answering = new WeakSet<Duplex>()
  server.on("request", (request, response) => {
    answering.add(request.socket)
    response.once("close", () => answering.delete(request.socket))
  })
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    const { code } = error
    // in the middle of a response another one would be read as its rest
    if (code === "ECONNRESET" || !socket.writable || answering.has(socket)) {
      socket.destroy(error)
      return
    }
    socket.end(rawResponse(code))
  })
}

/** A `node:http` server with limits that a public service can live with. */
export const createHardenedServer = (): Server => {
  const server = createServer({
    headersTimeout: connectionLimits.headersTimeoutMs,
    requestTimeout: connectionLimits.requestTimeoutMs,
    keepAliveTimeout: connectionLimits.keepAliveTimeoutMs,
    connectionsCheckingInterval: connectionLimits.connectionsCheckingIntervalMs,
    maxHeaderSize: connectionLimits.headerBytesMax,
    // the edge answers a missing Host itself, in the body of all errors
    requireHostHeader: false
  })
  server.maxHeadersCount = connectionLimits.headerCountMax
  server.maxRequestsPerSocket = connectionLimits.requestsPerSocketMax
  answerUnparsable(server)
  return server
}
