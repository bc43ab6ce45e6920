import { Clock, Context, Effect, Exit, Option } from "effect"
import { type HttpServerRequest, type HttpServerResponse, HttpTraceContext } from "effect/http"
import type { ExchangeState } from "../api/Exchange.ts"
import { methodLabel } from "../api/HttpMetrics.ts"
import { knownPath } from "../api/KnownPaths.ts"

/** Does somebody collect the spans of requests? They cost more than the rest of the edge, so only then. */
export const TracesRequests = Context.Reference<boolean>("fooddata/http/TracesRequests", { defaultValue: () => false })

/**
 * The span of one request, a child of the caller's when it names one (W3C trace context, B3). As in the log, the route
 * is its template and the key its prefix: Effect's own span would hold the URL, and so what was asked.
 */
export const withRequestSpan = <E, R>(
  request: HttpServerRequest.HttpServerRequest,
  path: string,
  exchange: ExchangeState,
  answer: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>
): Effect.Effect<HttpServerResponse.HttpServerResponse, E, R> =>
  Effect.gen(function* () {
    const method = methodLabel(request.method)
    const clock = yield* Clock.Clock
    const caller = HttpTraceContext.fromHeaders(request.headers)
    const span = yield* Effect.makeSpan(`${method} ${knownPath(path)?.template ?? exchange.route}`, {
      kind: "server",
      ...(Option.isSome(caller) ? { parent: caller.value } : { root: true })
    })
    exchange.traceId = span.traceId
    return yield* answer.pipe(
      Effect.withParentSpan(span),
      Effect.onExit((exit) =>
        Effect.sync(() => {
          span.attribute("http.request.method", method)
          span.attribute("http.route", exchange.route)
          span.attribute("fooddata.request_id", exchange.requestId)
          if (exchange.keyPrefix !== null) span.attribute("fooddata.key_prefix", exchange.keyPrefix)
          span.end(clock.currentTimeNanosUnsafe(), Exit.isSuccess(exit) ? ended(exit.value.status, span) : exit)
        })
      )
    )
  })

/** A failure of the service is one of the span; a mistake of the caller is not. */
const ended = (
  status: number,
  span: { readonly attribute: (key: string, value: unknown) => void }
): Exit.Exit<void, string> => {
  span.attribute("http.response.status_code", status)
  return status >= 500 ? Exit.fail(`status ${status}`) : Exit.void
}
