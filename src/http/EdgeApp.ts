import { Cause, Effect, Exit } from "effect"
import { HttpServerError, HttpServerRequest, type HttpServerResponse } from "effect/http"
import { logAccess } from "./AccessLog.ts"
import { Admission } from "./Admission.ts"
import { internalErrorDetail } from "./contract/ErrorBodies.ts"
import { detailResponse, unavailable } from "./ErrorResponse.ts"
import { Exchange, type ExchangeState, unknownRoute } from "./Exchange.ts"
import { countRequest, setInFlight } from "./HttpMetrics.ts"
import { jsonBodyBytesMax, mcpBodyBytesMax } from "./request/JsonBody.ts"
import { mcpPath } from "./KnownPaths.ts"
import { hasTooManyHeaders, isDefectiveRequest } from "./request/RequestDefect.ts"
import { requestIdOf } from "./request/RequestId.ts"
import { pathOf, routablePath } from "./request/RequestTarget.ts"
import { TracesRequests, withRequestSpan } from "./RequestSpan.ts"
import { isOfInterface, withEdgeHeaders } from "./ResponseHeaders.ts"
import { unrouted } from "./Unrouted.ts"

/** Requests answered at one time; beyond it a request is turned away before anything is done for it. */
export const inFlightMax = 512
export const targetLengthMax = 4 * 1024
const overloadRetryAfterSeconds = 1
/** What logs say of a request whose caller went away before the answer. */
const clientClosedRequest = 499

type Response = HttpServerResponse.HttpServerResponse
type Request = HttpServerRequest.HttpServerRequest

/**
 * Surrounds the routes with what is the same for every request: its identity, the limits of the process, the bodies
 * of errors that no route answers, the headers of all responses, the access log and the metrics.
 */
export const edgeApp = Effect.fnUntraced(function* <R>(routed: Effect.Effect<Response, unknown, R>) {
  const admission = yield* Admission
  const isTraced = yield* TracesRequests
  let inFlight = 0

  /** A response of the edge itself, too, tells a valid key its quota. */
  const recognised = (request: Request, exchange: ExchangeState, response: Response): Effect.Effect<Response> =>
    isOfInterface(pathOf(exchange.target)) && request.method !== "OPTIONS"
      ? Effect.as(admission.recognise(request.headers, exchange), response)
      : Effect.succeed(response)

  const failed = (request: Request, path: string, exchange: ExchangeState, cause: Cause.Cause<unknown>) => {
    if (Cause.hasInterruptsOnly(cause)) return Effect.failCause(cause)
    if (isRouteNotFound(Cause.squash(cause))) return recognised(request, exchange, unrouted(request, path, exchange))
    return Effect.as(
      Effect.logError("unhandled failure", cause).pipe(Effect.annotateLogs({ requestId: exchange.requestId })),
      detailResponse(500, internalErrorDetail)
    )
  }

  const answer = (request: Request, path: string, exchange: ExchangeState) => {
    if (inFlight > inFlightMax && !isProbe(path)) return Effect.succeed(unavailable(overloadRetryAfterSeconds))
    const refusal = headRefusal(request, exchange)
    if (refusal !== undefined) return recognised(request, exchange, refusal)
    // the query is decoded by the routes: the router need not look at it
    const routable = request.modify({ url: routablePath(path) })
    return routed.pipe(
      Effect.provideService(HttpServerRequest.HttpServerRequest, routable),
      Effect.provideService(Exchange, exchange),
      Effect.catchCause((cause) => failed(request, path, exchange, cause))
    )
  }

  return Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
    const startedAt = performance.now()
    const path = pathOf(request.url)
    const exchange: ExchangeState = {
      requestId: requestIdOf(request.headers),
      target: request.url,
      route: unknownRoute,
      keyPrefix: null,
      quota: null
    }
    setInFlight(++inFlight)
    const answered = Effect.map(answer(request, path, exchange), (response) =>
      withEdgeHeaders(response, path, exchange)
    )
    return (isTraced ? withRequestSpan(request, path, exchange, answered) : answered).pipe(
      Effect.onExit((exit) => {
        setInFlight(--inFlight)
        const durationMs = performance.now() - startedAt
        const status = statusOf(exit)
        countRequest(exchange.route, request.method, status, durationMs / 1000)
        return logAccess(exchange, { method: request.method, status, durationMs })
      })
    )
  })
})

/** Health checks are answered however much is in flight: an overloaded process is not a dead one. */
const isProbe = (path: string): boolean => path === "/healthz" || path === "/readyz"

/** Refusals that need nothing of the request but its head. */
const headRefusal = (request: Request, { target }: ExchangeState): Response | undefined => {
  const close = { connection: "close" }
  if (hasTooManyHeaders(request)) return detailResponse(431, "Request Header Fields Too Large", close)
  if (isDefectiveRequest(request)) return detailResponse(400, "Bad Request", close)
  if (target.length > targetLengthMax) return detailResponse(414, "URI Too Long", close)
  const bytesMax = pathOf(target) === mcpPath ? mcpBodyBytesMax : jsonBodyBytesMax
  return Number(request.headers["content-length"] ?? 0) > bytesMax
    ? detailResponse(413, "Request body too large", close)
    : undefined
}

const isRouteNotFound = (error: unknown): boolean =>
  HttpServerError.isHttpServerError(error) && error.reason._tag === "RouteNotFound"

const statusOf = (exit: Exit.Exit<Response, unknown>): number => {
  if (Exit.isSuccess(exit)) return exit.value.status
  return Cause.hasInterruptsOnly(exit.cause) ? clientClosedRequest : 500
}
