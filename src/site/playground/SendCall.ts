import { Effect } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { Exchange, type ExchangeState, giveBack } from "../../api/Exchange.ts"
import { isOurFault } from "../../api/ErrorResponse.ts"
import { pathOf, routablePath } from "../../api/request/RequestTarget.ts"
import type { ApiCall } from "../snippets/ApiCall.ts"

/** What the interface answered to a visitor. */
export interface Sent {
  readonly status: number
  readonly milliseconds: number
  /** those that a caller goes by */
  readonly headers: ReadonlyArray<readonly [name: string, value: string]>
  readonly body: string
}

/**
 * Asks the interface as a client would, without leaving the process: the same route answers, with the same key, limits and
 * counting.
 */
export const sendCall = Effect.map(HttpRouter.HttpRouter, (router) => {
  const routed = router.asHttpEffect()
  return Effect.fnUntraced(function* (call: ApiCall, outer: ExchangeState) {
    const startedAt = performance.now()
    const target = targetOf(call)
    const exchange: ExchangeState = { ...outer, target, keyPrefix: null, quota: null, call: null }
    const response = yield* routed.pipe(
      Effect.provideService(HttpServerRequest.HttpServerRequest, requestOf(call, target)),
      Effect.provideService(Exchange, exchange),
      Effect.scoped,
      Effect.orDie
    )
    if (isOurFault(response.status)) giveBack(exchange)
    else exchange.call?.keep()
    // the line of the log names whose key the page used
    outer.keyPrefix = exchange.keyPrefix
    const body = yield* Effect.promise(() => HttpServerResponse.toWeb(response).text())
    const sent: Sent = {
      status: response.status,
      milliseconds: performance.now() - startedAt,
      headers: headersOf(response, exchange),
      body
    }
    return sent
  })
})

const targetOf = ({ path, query }: ApiCall): string => {
  const text = new URLSearchParams(query.map(([name, value]): [string, string] => [name, value])).toString()
  return text === "" ? path : `${path}?${text}`
}

const requestOf = ({ body, key, method, origin }: ApiCall, target: string): HttpServerRequest.HttpServerRequest => {
  const headers = {
    ...(key === null ? {} : { "x-api-key": key }),
    ...(body === null ? {} : { "content-type": "application/json" })
  }
  const sent = body === null ? { method, headers } : { method, headers, body: JSON.stringify(body) }
  const request = HttpServerRequest.fromWeb(new Request(new URL(target, origin), sent))
  return request.modify({ url: routablePath(pathOf(target)) })
}

const headersOf = ({ headers }: HttpServerResponse.HttpServerResponse, { quota }: ExchangeState): Sent["headers"] => [
  ...(["content-type", "x-search-relaxed", "etag", "link", "retry-after"] as const).flatMap((name) => {
    const value = headers[name]
    return value === undefined ? [] : [[name, value] as const]
  }),
  ...(quota === null
    ? []
    : ([
        ["x-plan", quota.plan],
        ["x-ratelimit-limit", String(quota.limit)],
        ["x-ratelimit-remaining", String(quota.remaining)]
      ] as const))
]
