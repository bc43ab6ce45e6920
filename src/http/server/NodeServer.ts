import { createServer, type IncomingMessage, type Server, ServerResponse } from "node:http"
import { createServer as createTlsServer } from "node:https"
import type { Socket } from "node:net"
import type { Duplex } from "node:stream"
import { hsts } from "../ResponseHeaders.ts"
import type { Certificate } from "./Certificate.ts"
import { type ConnectionOptions, limitConnections } from "./Connections.ts"

/** The limits of one connection. Node's own defaults are minutes and megabytes where seconds and kilobytes do. */
export const connectionLimits = {
  /** from the connection until what encrypts it is agreed on */
  handshakeTimeoutMs: 10_000,
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 15_000,
  keepAliveTimeoutMs: 5_000,
  /** from the end of an answer until the caller has taken all of it */
  responseTimeoutMs: 20_000,
  /** from a refusal that ends the connection until it is gone, whatever the caller does */
  lingerMs: 1_000,
  connectionsCheckingIntervalMs: 2_000,
  headerBytesMax: 16 * 1024,
  requestsPerSocketMax: 1_000
} as const

const statusLines: Readonly<Record<string, readonly [statusLine: string, detail: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: ["408 Request Timeout", "Request Timeout"],
  HPE_HEADER_OVERFLOW: ["431 Request Header Fields Too Large", "Request Header Fields Too Large"],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: ["413 Payload Too Large", "Request body too large"]
}

/** The most common cause by far is a URL with letters beyond ASCII as they are, and it helps to be told. */
const badRequest = ["400 Bad Request", "Bad Request: not valid HTTP, or a URL that is not percent-encoded."] as const

const rawResponse = (code: string | undefined, isEncrypted: boolean): string => {
  const [statusLine, detail] = statusLines[code ?? ""] ?? badRequest
  const body = JSON.stringify({ detail })
  return [
    `HTTP/1.1 ${statusLine}`,
    "Connection: close",
    "Content-Type: application/json",
    `Content-Length: ${Buffer.byteLength(body)}`,
    "X-Content-Type-Options: nosniff",
    ...(isEncrypted ? [`Strict-Transport-Security: ${hsts}`] : []),
    "",
    body
  ].join("\r\n")
}

interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

/**
 * Is there no place for another answer? In the middle of a response it would be read as its rest; after the response to
 * a request that is still coming in, as the answer to the next one.
 */
const isSpent = ({ request, response }: Exchange): boolean =>
  response.headersSent && !(response.writableFinished && request.complete)

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined

/** Keeps no process alive: whoever stops has other means. */
const destroyAfter = (socket: Duplex, ms: number): NodeJS.Timeout => setTimeout(() => socket.destroy(), ms).unref()

/** Who does not take their answer may not keep it waiting for ever. */
const limitTaking = (server: Server): void => {
  server.on("request", (request, response) => {
    response.once("prefinish", () => {
      if (response.writableFinished) return
      const timer = destroyAfter(request.socket, connectionLimits.responseTimeoutMs)
      const stop = () => clearTimeout(timer)
      response.once("finish", stop).once("close", stop)
    })
  })
}

/** Who was answered before the whole body had come may not send the rest for ever; Deno would let them. */
const limitRest = (request: IncomingMessage): void => {
  if (request.complete) return
  const timer = setTimeout(() => {
    if (!request.complete) request.socket.destroy()
  }, connectionLimits.requestTimeoutMs)
  request.socket.once("close", () => clearTimeout(timer))
  request.once("close", () => clearTimeout(timer))
}

/** Whoever has not agreed on what encrypts the connection can be told nothing. */
const isOfHandshake = (code: string | undefined): boolean =>
  code !== undefined && /^(?:ERR_SSL|ERR_TLS|EPROTO)/.test(code)

/** What cannot even be parsed is answered here, in the same body as every other error. */
const answerUnparsable = (server: Server, isEncrypted: boolean): void => {
  const exchanges = new WeakMap<Duplex, Exchange>()
  server.on("request", (request, response) => {
    exchanges.set(request.socket, { request, response })
    if (hasBody(request)) response.once("finish", () => limitRest(request))
  })
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    const { code } = error
    const exchange = exchanges.get(socket)
    if (
      isOfHandshake(code) ||
      code === "ECONNRESET" ||
      !socket.writable ||
      (exchange !== undefined && isSpent(exchange))
    ) {
      socket.destroy(error)
      return
    }
    socket.end(rawResponse(code, isEncrypted))
    // a caller that does not close its half would keep the descriptor
    const timer = destroyAfter(socket, connectionLimits.lingerMs)
    socket.once("close", () => clearTimeout(timer))
  })
}

/**
 * Effect has `node:http` check each body against its `Content-Length`. It makes that length itself from the whole body, and
 * with the check the end of a response is a write of its own instead of one with head and body.
 */
class WholeResponse extends ServerResponse {}
Object.defineProperty(WholeResponse.prototype, "strictContentLength", { get: () => false, set: () => {} })

/**
 * On the way down Node closes idle connections and waits for the others. Those that never finish a request, or never
 * take their answer, are destroyed after the drain time, and nobody waits any longer.
 */
const endConnectionsOnClose = (server: Server, drainMs: number): void => {
  // `closeAllConnections` of Deno leaves some open, and its `close` then waits for ever
  const sockets = new Set<Socket>()
  server.on("connection", (socket) => {
    sockets.add(socket)
    socket.once("close", () => sockets.delete(socket))
  })
  const close = server.close.bind(server)
  server.close = (closed) => {
    let isDone = false
    const done = (error?: Error) => {
      clearTimeout(timer)
      if (!isDone) closed?.(error)
      isDone = true
    }
    const end = () => {
      for (const socket of sockets) socket.destroy()
      setImmediate(done)
    }
    const timer = setTimeout(end, drainMs + connectionLimits.lingerMs / 2)
    return close(done)
  }
}

export interface ServerOptions extends ConnectionOptions {
  /** the server speaks TLS with it; without one it speaks plain HTTP */
  readonly certificate?: Certificate
}

/** RFC 9325, section 3.1.1: nothing older than TLS 1.2. */
const tlsOptions = (certificate: Certificate) =>
  ({
    ...certificate,
    minVersion: "TLSv1.2",
    ALPNProtocols: ["http/1.1"],
    handshakeTimeout: connectionLimits.handshakeTimeoutMs
  }) as const

/** A `node:http` server with limits that a public service can live with; `drainMs`: how long a stop waits for callers. */
export const createHardenedServer = (drainMs: number, options: ServerOptions = {}): Server => {
  const { certificate } = options
  const limits = {
    ServerResponse: WholeResponse,
    headersTimeout: connectionLimits.headersTimeoutMs,
    requestTimeout: connectionLimits.requestTimeoutMs,
    keepAliveTimeout: connectionLimits.keepAliveTimeoutMs,
    connectionsCheckingInterval: connectionLimits.connectionsCheckingIntervalMs,
    maxHeaderSize: connectionLimits.headerBytesMax,
    // the edge answers a missing Host itself, in the body of all errors
    requireHostHeader: false
  }
  const server =
    certificate === undefined ? createServer(limits) : createTlsServer({ ...limits, ...tlsOptions(certificate) })
  // more than its limit node:http leaves out without a word, and Deno takes: the edge refuses them
  server.maxHeadersCount = 0
  server.maxRequestsPerSocket = connectionLimits.requestsPerSocketMax
  answerUnparsable(server, certificate !== undefined)
  limitTaking(server)
  limitConnections(server, options)
  endConnectionsOnClose(server, drainMs)
  return server
}
