import { Cause, Effect, Exit } from "effect"
import { HttpServerError, HttpServerRequest, HttpServerResponse } from "effect/http"
import { IncomingMessage } from "node:http"
import type { Socket } from "node:net"
import { CurrentOrigin, type Origin, userAgentLengthMax } from "../../domain/ports/CommandOrigins.ts"
import { accessLog } from "./AccessLog.ts"
import { Admission } from "../api/admission/Admission.ts"
import { internalErrorDetail } from "../api/contract/ErrorBodies.ts"
import { clientAddress, isTrusted } from "../api/admission/ClientAddress.ts"
import { AddressLimited } from "../api/EdgeError.ts"
import { detailResponse, errorResponse, isOurFault, unavailable } from "../api/ErrorResponse.ts"
import { Exchange, type ExchangeState, giveBack, unknownRoute } from "../api/Exchange.ts"
import { countRequest, setInFlight } from "../api/HttpMetrics.ts"
import { jsonBodyBytesMax, mcpBodyBytesMax } from "../api/request/JsonBody.ts"
import { mcpPath } from "../api/KnownPaths.ts"
import { HeldRefusals } from "./HeldRefusals.ts"
import { hasTooManyHeaders, isDefectiveRequest } from "./request/RequestDefect.ts"
import { requestIdOf } from "./request/RequestId.ts"
import { pathOf, routablePath } from "../api/request/RequestTarget.ts"
import { ErrorPages } from "../api/ErrorPages.ts"
import { HttpOptions } from "../api/HttpOptions.ts"
import { overloadRetryAfterSeconds, RequestSlots } from "../api/admission/RequestSlots.ts"
import { TracesRequests, withRequestSpan } from "./RequestSpan.ts"
import { representing } from "./Represented.ts"
import { edgeHeaders, isOfInterface } from "./ResponseHeaders.ts"
import { unrouted } from "./Unrouted.ts"

export const targetLengthMax = 4 * 1024
/** What logs say of a request whose caller went away before the answer. */
const clientClosedRequest = 499
/** To whom the connection was cut. */
const nobodyIsThere = HttpServerResponse.empty({ status: 429 })

type Response = HttpServerResponse.HttpServerResponse
type Request = HttpServerRequest.HttpServerRequest

/**
 * Surrounds the routes with what is the same for every request: its identity, the limits of the process, the bodies
 * of errors that no route answers, the headers of all responses, the access log and the metrics.
 */
export const edgeApp = Effect.fnUntraced(function* <R>(routed: Effect.Effect<Response, unknown, R>) {
  const admission = yield* Admission
  const isTraced = yield* TracesRequests
  const { publicHosts, tls, trustedProxies } = yield* HttpOptions
  const showError = yield* ErrorPages
  const slots = new RequestSlots()
  const refusals = new HeldRefusals()
  const represented = representing()
  const logAccess = accessLog()

  /** A response of the edge itself, too, tells a valid key its quota, and keeps to its limits. */
  const paced = (
    request: Request,
    path: string,
    exchange: ExchangeState,
    response: Response
  ): Effect.Effect<Response> =>
    mayHaveKey(request, path)
      ? Effect.match(admission.paceUnrouted(request.headers, exchange), {
          onSuccess: () => response,
          onFailure: errorResponse
        })
      : Effect.succeed(response)

  const failed = (request: Request, path: string, exchange: ExchangeState, cause: Cause.Cause<unknown>) => {
    if (Cause.hasInterruptsOnly(cause)) return Effect.failCause(cause)
    if (isRouteNotFound(Cause.squash(cause))) return paced(request, path, exchange, unrouted(request, path, exchange))
    return Effect.as(
      Effect.logError("unhandled failure", cause).pipe(Effect.annotateLogs({ requestId: exchange.requestId })),
      detailResponse(500, internalErrorDetail)
    )
  }

  const answer = (request: Request, path: string, exchange: ExchangeState) => {
    const refusal = headRefusal(request, path, exchange) ?? hostRefusal(request, path, publicHosts)
    if (refusal !== undefined) return paced(request, path, exchange, refusal)
    // the query is decoded by the routes: the router need not look at it
    const routable = request.modify({ url: routablePath(path) })
    return routed.pipe(
      Effect.provideService(HttpServerRequest.HttpServerRequest, routable),
      Effect.provideService(Exchange, exchange),
      Effect.provideService(CurrentOrigin, originOf(request, exchange)),
      Effect.catchCause((cause) => failed(request, path, exchange, cause))
    )
  }

  /** Whoever may not come in is told so before anything is done for them. */
  const letIn = (request: Request, path: string, exchange: ExchangeState) => {
    if (isProbe(path)) return answer(request, path, exchange)
    if (slots.isFull) return Effect.succeed(unavailable(overloadRetryAfterSeconds))
    if (admission.isOverLimit(request.headers, exchange)) {
      exchange.isOverAddressLimit = true
      return Effect.succeed(errorResponse(new AddressLimited()))
    }
    if (mayHaveKey(request, path)) return answer(request, path, exchange)
    return Effect.matchEffect(admission.paceKeyless(exchange), {
      onSuccess: () => answer(request, path, exchange),
      onFailure: (error) => Effect.succeed(errorResponse(error))
    })
  }

  /** The connection of a caller; `undefined` where a proxy of ours shares it among many. */
  const ownSocketOf = (request: Request): Socket | undefined => {
    const socket = socketOf(request)
    const peer = socket?.remoteAddress
    return peer !== undefined && trustedProxies !== null && isTrusted(peer, trustedProxies) ? undefined : socket
  }

  return Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
    const startedAt = performance.now()
    const path = pathOf(request.url)
    if (refusals.isCutOff(socketOf(request))) return Effect.succeed(nobodyIsThere)
    const exchange: ExchangeState = {
      requestId: requestIdOf(request.headers),
      target: request.url,
      route: unknownRoute,
      address: clientAddress(socketOf(request)?.remoteAddress, request.headers, trustedProxies),
      keyPrefix: null,
      quota: null,
      call: null,
      isOverAddressLimit: false,
      slots
    }
    slots.enter()
    setInFlight(slots.open)
    const shown = Effect.flatMapEager(letIn(request, path, exchange), (response) =>
      response.status < 400 || isProbe(path) || isOfInterface(path)
        ? Effect.succeed(response)
        : showError(request, exchange, response)
    )
    const answered = Effect.flatMap(shown, (response) => {
      if (isOurFault(response.status)) giveBack(exchange)
      const headers = edgeHeaders(response, path, exchange, tls !== null)
      return Effect.flatMapEager(represented(request, exchange.route, response, headers), (whole) =>
        exchange.isOverAddressLimit ? refusals.hold(whole, exchange, ownSocketOf(request)) : Effect.succeed(whole)
      )
    })
    return (isTraced ? withRequestSpan(request, path, exchange, answered) : answered).pipe(
      Effect.onExit((exit) => {
        slots.leave()
        setInFlight(slots.open)
        const durationMs = performance.now() - startedAt
        const status = statusOf(exit)
        if (isOurFault(status)) giveBack(exchange)
        else exchange.call?.keep()
        countRequest(exchange.route, request.method, status, durationMs / 1000)
        return logAccess(exchange, { method: request.method, status, durationMs })
      })
    )
  })
})

/** Health checks are answered however much is in flight: an overloaded process is not a dead one. */
const isProbe = (path: string): boolean => path === "/healthz" || path === "/readyz"

/** Nobody sends a key for documents, for unknown paths outside of the interface, or with preflight requests. */
const mayHaveKey = ({ method }: Request, path: string): boolean => method !== "OPTIONS" && isOfInterface(path)

const socketOf = ({ source }: Request): Socket | undefined =>
  source instanceof IncomingMessage ? source.socket : undefined

/** A name that is not ours: a page elsewhere could let it point here (DNS rebinding). RFC 9110, section 15.5.20. */
const hostRefusal = (
  { headers }: Request,
  path: string,
  publicHosts: ReadonlySet<string> | null
): Response | undefined => {
  if (publicHosts === null || isProbe(path)) return undefined
  const name = (headers["host"] ?? "").replace(/:\d+$/u, "").toLowerCase()
  return publicHosts.has(name) ? undefined : detailResponse(421, "Misdirected Request")
}

/** Refusals that need nothing of the request but its head. */
const headRefusal = (request: Request, path: string, { target }: ExchangeState): Response | undefined => {
  const close = { connection: "close" }
  if (hasTooManyHeaders(request)) return detailResponse(431, "Request Header Fields Too Large", close)
  if (isDefectiveRequest(request)) return detailResponse(400, "Bad Request", close)
  if (target.length > targetLengthMax) return detailResponse(414, "URI Too Long", close)
  const bytesMax = path === mcpPath ? mcpBodyBytesMax : jsonBodyBytesMax
  return Number(request.headers["content-length"] ?? 0) > bytesMax
    ? detailResponse(413, "Request body too large", close)
    : undefined
}

/** What the trail keeps of who gave a command over the network. */
const originOf = ({ headers }: Request, { address, requestId }: ExchangeState): Origin => ({
  address,
  userAgent: (headers["user-agent"] ?? "").slice(0, userAgentLengthMax).replaceAll("\u0000", "").toWellFormed(),
  requestId
})

const isRouteNotFound = (error: unknown): boolean =>
  HttpServerError.isHttpServerError(error) && error.reason._tag === "RouteNotFound"

const statusOf = (exit: Exit.Exit<Response, unknown>): number => {
  if (Exit.isSuccess(exit)) return exit.value.status
  return Cause.hasInterruptsOnly(exit.cause) ? clientClosedRequest : 500
}
